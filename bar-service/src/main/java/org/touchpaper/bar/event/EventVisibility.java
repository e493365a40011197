package org.touchpaper.bar.event;

import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.stereotype.Component;

/** Which events a user may see, by the roles that the user has now. */
@Component
public class EventVisibility {

  private static final Set<String> ROLES_THAT_SEE_ALL =
      Set.of("ROLE_OPERATOR", "ROLE_OFFICER", "ROLE_ADMIN");

  private final UserDetailsService users;

  EventVisibility(UserDetailsService users) {
    this.users = users;
  }

  /** Narrows a filter to what the user may see; empty if it is no longer a user of this BAR. */
  public Optional<EventFilter> filterFor(
      String user, @Nullable UUID booking, Set<EventType> types) {
    return seesAll(user).map(all -> new EventFilter(all ? null : user, booking, types));
  }

  /** Whether the user sees bookings of all owners; empty if it is no longer a user of this BAR. */
  public Optional<Boolean> seesAll(String user) {
    try {
      return Optional.of(
          users.loadUserByUsername(user).getAuthorities().stream()
              .anyMatch(role -> ROLES_THAT_SEE_ALL.contains(String.valueOf(role.getAuthority()))));
    } catch (UsernameNotFoundException _) {
      return Optional.empty();
    }
  }
}

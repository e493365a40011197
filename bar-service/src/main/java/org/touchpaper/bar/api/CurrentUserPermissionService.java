package org.touchpaper.bar.api;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/** Tells who a logged-in user is at this site, and what that person may see and change. */
@Component
public final class CurrentUserPermissionService {

  /** In descending order of rights. */
  private static final List<String> ROLES = List.of("admin", "officer", "operator", "scientist");

  private final BarProperties bar;

  public CurrentUserPermissionService(BarProperties bar) {
    this.bar = bar;
  }

  public Person personOf(Authentication login) {
    var role =
        ROLES.stream()
            .filter(candidate -> hasRole(login, candidate))
            .findFirst()
            .orElse("scientist");
    return new Person(login.getName(), bar.campus(), List.of(), role);
  }

  /**
   * Returns whose bookings to list: the person's own for a scientist, null (all) for other roles.
   */
  public @Nullable String ownerFilterFor(Person person) {
    return person.role().equals("scientist") ? person.name() : null;
  }

  public boolean canSee(Person person, String owner) {
    return person.name().equals(owner) || !person.role().equals("scientist");
  }

  /** Returns true for the booking's owner and for administrators. */
  public boolean canModify(Person person, String owner) {
    return person.name().equals(owner) || person.role().equals("admin");
  }

  /** Returns true for officers and administrators, who may end any lightpath. */
  boolean canForceEnd(Person person) {
    return person.role().equals("officer") || person.role().equals("admin");
  }

  private static boolean hasRole(Authentication login, String role) {
    var authority = "ROLE_" + role.toUpperCase(Locale.ROOT);
    return login.getAuthorities().stream()
        .anyMatch(authorityOfUser -> authority.equals(authorityOfUser.getAuthority()));
  }
}

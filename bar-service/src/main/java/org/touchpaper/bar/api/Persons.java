package org.touchpaper.bar.api;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.segment.connection.Requester.Person;

/** Who is logged in, as this site vouches for them. */
public final class Persons {

  /** From the mightiest down. */
  private static final List<String> ROLES = List.of("admin", "officer", "operator", "scientist");

  private final Directory directory;

  public Persons(Directory directory) {
    this.directory = directory;
  }

  public Person of(Authentication login) {
    var role = ROLES.stream().filter(each -> has(login, each)).findFirst().orElse("scientist");
    return new Person(login.getName(), directory.campus(), List.of(), role);
  }

  /** Scientists see their own bookings; everybody else sees all, told by null. */
  public @Nullable String ownerSeenBy(Person person) {
    return person.role().equals("scientist") ? person.name() : null;
  }

  /** Whether a person may see what another booked. */
  public boolean sees(Person person, String owner) {
    return person.name().equals(owner) || !person.role().equals("scientist");
  }

  /** Whether a person may change what somebody booked: its owner, or an admin. */
  public boolean mayChange(Person person, String owner) {
    return person.name().equals(owner) || person.role().equals("admin");
  }

  /** Whether a person may end any lightpath at once: officers and admins. */
  boolean mayCut(Person person) {
    return person.role().equals("officer") || person.role().equals("admin");
  }

  private static boolean has(Authentication login, String role) {
    var authority = "ROLE_" + role.toUpperCase(Locale.ROOT);
    return login.getAuthorities().stream()
        .anyMatch(granted -> authority.equals(granted.getAuthority()));
  }
}

package org.touchpaper.bar.token;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a token permits (RFC 6749 section 3.3), within the limits of its owner's roles. A role is a
 * Spring Security authority such as {@code ROLE_SCIENTIST}.
 */
public enum TokenScope {
  /** Read what the owner may see. */
  READ,
  /** Book, and change and end the owner's bookings. */
  BOOK,
  /** Do what the roles operator, officer and administrator add. */
  OPERATE;

  /** As written in requests: {@code read}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<TokenScope> find(String text) {
    return Arrays.stream(values()).filter(scope -> scope.text().equals(text)).findFirst();
  }

  static List<String> texts(Collection<TokenScope> scopes) {
    return scopes.stream().sorted().map(TokenScope::text).toList();
  }

  String authority() {
    return "SCOPE_" + name();
  }

  /** Whether one of the owner's roles permits it. */
  boolean isWithin(Collection<String> ownerRoles) {
    var sufficient =
        switch (this) {
          case READ -> List.<String>of(); // every user may read
          case BOOK -> List.of("ROLE_SCIENTIST", "ROLE_OPERATOR", "ROLE_ADMIN");
          case OPERATE -> List.of("ROLE_OPERATOR", "ROLE_OFFICER", "ROLE_ADMIN");
        };
    return sufficient.isEmpty() || sufficient.stream().anyMatch(ownerRoles::contains);
  }

  /**
   * Returns the authorities of a request with a token: the scopes that the owner's present roles
   * still permit, and the roles that these need. Without {@link #OPERATE} an operator's token acts
   * as a scientist's.
   */
  static Set<String> authorities(Collection<TokenScope> scopes, Collection<String> ownerRoles) {
    var permitted =
        scopes.stream().filter(scope -> scope.isWithin(ownerRoles)).collect(Collectors.toSet());
    var authorities =
        permitted.stream()
            .map(TokenScope::authority)
            .collect(Collectors.toCollection(HashSet::new));
    if (permitted.contains(BOOK)) {
      authorities.add("ROLE_SCIENTIST");
    }
    if (permitted.contains(OPERATE)) {
      authorities.addAll(ownerRoles);
    }
    return authorities;
  }
}

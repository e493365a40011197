package org.touchpaper.platform.security;

import java.util.Set;

/**
 * The roles that may use a path; a service defines one bean for each of its peer paths. A peer path
 * without a rule is closed.
 *
 * @param pattern such as {@code /harc/prepare} or {@code /harc/transactions/**}
 * @param roles any one of them is sufficient
 */
public record PeerAccessRule(String pattern, Set<PeerRole> roles) {

  public PeerAccessRule {
    roles = Set.copyOf(roles);
  }

  public static PeerAccessRule to(String pattern, PeerRole... roles) {
    return new PeerAccessRule(pattern, Set.of(roles));
  }
}

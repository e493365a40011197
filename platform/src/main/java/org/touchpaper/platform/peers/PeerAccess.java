package org.touchpaper.platform.peers;

import java.util.Set;

/**
 * Which peers may use a path; a service defines one bean for each of its paths. A path for peers
 * that no rule fits is closed to all of them.
 *
 * @param pattern such as {@code /harc/prepare} or {@code /harc/transactions/**}
 * @param roles any one of them is enough
 */
public record PeerAccess(String pattern, Set<PeerRole> roles) {

  public PeerAccess {
    roles = Set.copyOf(roles);
  }

  public static PeerAccess to(String pattern, PeerRole... roles) {
    return new PeerAccess(pattern, Set.of(roles));
  }
}

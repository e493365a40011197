package org.touchpaper.platform.security;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A rule that a service's peers must meet, as a bean. A change of the peers that does not meet it
 * has no effect. The service checks the same when it starts.
 */
@FunctionalInterface
public interface RequiredPeersRule {

  /** Says what these peers lack; empty if nothing. */
  Stream<String> mistakes(PeerRegistry peers);

  /**
   * Requires a peer that can be called.
   *
   * @param roles those that it must have, as they are configured
   * @param meaning what it is, for people: {@code the NSAP}
   */
  static RequiredPeersRule of(String name, List<String> roles, String meaning) {
    return peers ->
        peers
                .find(name)
                .filter(peer -> peer.url() != null)
                .filter(peer -> roles.stream().map(PeerRole::parse).allMatch(peer::hasRole))
                .isPresent()
            ? Stream.empty()
            : Stream.of(
                "%s is %s, which is no peer with a url and the roles %s"
                    .formatted(meaning, name, roles));
  }

  /** Requires that any peer has a role. */
  static RequiredPeersRule anyWith(PeerRole role) {
    return peers ->
        peers.list(role).isEmpty()
            ? Stream.of("no peer has the role " + role.name().toLowerCase(Locale.ROOT))
            : Stream.empty();
  }
}

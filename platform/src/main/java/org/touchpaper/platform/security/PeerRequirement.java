package org.touchpaper.platform.security;

import java.util.Locale;
import java.util.stream.Stream;

/**
 * What a service needs of its peers, as a bean. A change of the peers that does not meet it has no
 * effect. The service checks the same when it starts.
 */
@FunctionalInterface
public interface PeerRequirement {

  /** Says what these peers lack; empty if nothing. */
  Stream<String> mistakes(PeerRegistry peers);

  /** Requires that any peer has a role. */
  static PeerRequirement anyWith(PeerRole role) {
    return peers ->
        peers.list(role).isEmpty()
            ? Stream.of("no peer has the role " + role.name().toLowerCase(Locale.ROOT))
            : Stream.empty();
  }
}

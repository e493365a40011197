package org.touchpaper.bar.networkrm;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.RequiredPeersRule;

/** The network's resource manager must be a peer if it runs in a process of its own. */
@Component
record NetworkResourceManagerPeerRule(
    BarProperties bar, EmbeddedResourceManagerProperties properties) implements RequiredPeersRule {

  @Override
  public Stream<String> mistakes(PeerRegistry peers) {
    var name = bar.networkRm();
    return properties.enabled() || name == null || bar.acceptors().isEmpty()
        ? Stream.of()
        : RequiredPeersRule.of(name, List.of("rm", "holder"), "the network resource manager")
            .mistakes(peers);
  }
}

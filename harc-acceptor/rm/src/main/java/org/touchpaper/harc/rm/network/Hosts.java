package org.touchpaper.harc.rm.network;

import java.util.Map;
import java.util.Optional;
import org.touchpaper.segment.connection.Stp;

/** Where in the network each host is attached. */
public record Hosts(Map<String, Stp> stps) {
  public Hosts {
    stps = Map.copyOf(stps);
  }

  Optional<Stp> find(String host) {
    return Optional.ofNullable(stps.get(host));
  }
}

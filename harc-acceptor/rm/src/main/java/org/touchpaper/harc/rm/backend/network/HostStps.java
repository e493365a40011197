package org.touchpaper.harc.rm.backend.network;

import java.util.Map;
import java.util.Optional;
import org.touchpaper.segment.connection.Stp;

/** The STP of each host. */
public record HostStps(Map<String, Stp> stps) {
  public HostStps {
    stps = Map.copyOf(stps);
  }

  Optional<Stp> find(String host) {
    return Optional.ofNullable(stps.get(host));
  }
}

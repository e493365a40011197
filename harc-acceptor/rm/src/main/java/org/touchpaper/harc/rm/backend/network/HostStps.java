package org.touchpaper.harc.rm.backend.network;

import java.util.Map;
import java.util.Optional;
import org.touchpaper.segment.connection.Stp;

/** Finds the STP of a host. */
@FunctionalInterface
public interface HostStps {

  Optional<Stp> find(String host);

  static HostStps of(Map<String, Stp> stps) {
    return host -> Optional.ofNullable(stps.get(host));
  }
}

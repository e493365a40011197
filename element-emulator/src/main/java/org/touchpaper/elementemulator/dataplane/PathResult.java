package org.touchpaper.elementemulator.dataplane;

import java.util.List;
import org.touchpaper.elementemulator.forwarding.Policer;

/** Where packets from a host go. */
public sealed interface PathResult {

  /**
   * They reach another host.
   *
   * @param vlan their tag there, or 0
   * @param delayNanos the sum of the links' latencies
   * @param rate the lowest on the way, bit/s
   * @param circuits the names of what carries them on each element, in order
   */
  record ForwardingPath(
      HostPort host,
      int vlan,
      long delayNanos,
      long rate,
      List<Policer> policers,
      List<String> circuits)
      implements PathResult {
    public ForwardingPath {
      policers = List.copyOf(policers);
      circuits = List.copyOf(circuits);
    }
  }

  /** They are dropped: {@code READING has no cross-connect for TP-…-A}. */
  record NoPath(String reason) implements PathResult {}
}

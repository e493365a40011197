package org.touchpaper.elementemulator.dataplane;

import java.util.List;
import org.touchpaper.elementemulator.forwarding.PolicerSettings;

/** Where packets from a host go. */
public sealed interface PathResult {

  /**
   * They reach another host.
   *
   * @param vlan their tag there, or 0
   * @param delayNanos the sum of the links' latencies
   * @param rate the lowest on the way, bit/s
   * @param circuits the names of what carries them on each element, in order
   * @param switches the elements on the way that count packets, in order
   */
  record ForwardingPath(
      HostPort host,
      int vlan,
      long delayNanos,
      long rate,
      List<PolicerSettings> policers,
      List<String> circuits,
      List<CountingSwitch> switches)
      implements PathResult {
    public ForwardingPath {
      policers = List.copyOf(policers);
      circuits = List.copyOf(circuits);
      switches = List.copyOf(switches);
    }
  }

  /**
   * A switch that packets cross, and that counts them.
   *
   * @param node its TID
   * @param circuit the name of the VLAN that carries them
   */
  record CountingSwitch(
      String node, String portIn, String portOut, String circuit, List<PolicerSettings> policers) {
    public CountingSwitch {
      policers = List.copyOf(policers);
    }
  }

  /** They are dropped: {@code READING has no cross-connect for TP-…-A}. */
  record NoPath(String reason) implements PathResult {}
}

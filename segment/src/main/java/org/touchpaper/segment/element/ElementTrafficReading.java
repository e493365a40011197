package org.touchpaper.segment.element;

import java.util.Map;

/**
 * The traffic counters of an element at one moment (RFC 2863). They have 64 bits and only grow, but
 * an element that restarts begins with zero again.
 *
 * @param ports by name
 * @param circuits by the name of their items ({@link ConfigItem#owner}); without those that the
 *     element does not count apart from others
 */
public record ElementTrafficReading(
    Map<String, PortCount> ports, Map<String, CircuitCount> circuits) {

  /**
   * The counters of a port, seen from the element: {@code in} is what the port has received.
   *
   * @param packetsDropped that it should have sent
   */
  public record PortCount(
      long bytesIn, long bytesOut, long packetsIn, long packetsOut, long packetsDropped) {}

  /**
   * The counters of a circuit, seen from the element.
   *
   * @param bytesIn forwarded from the end of the circuit at which its host is, or where the path
   *     enters
   * @param bytesOut forwarded to it
   * @param bytesDropped in both directions together, because they exceeded its rate
   */
  public record CircuitCount(long bytesIn, long bytesOut, long bytesDropped) {}

  public ElementTrafficReading {
    ports = Map.copyOf(ports);
    circuits = Map.copyOf(circuits);
  }
}

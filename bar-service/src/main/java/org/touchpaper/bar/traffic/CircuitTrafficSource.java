package org.touchpaper.bar.traffic;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.touchpaper.segment.traffic.TrafficQueryPeriod;

/** Asks a segment for the traffic that it has counted. */
public interface CircuitTrafficSource {

  /**
   * Returns the traffic that a segment counted of a circuit, as JSON; empty if it has no such
   * circuit.
   *
   * @throws IOException if there is no answer; the message is for display
   */
  Optional<String> findCircuitTraffic(String segment, UUID circuit, TrafficQueryPeriod period)
      throws IOException;

  /**
   * Returns what a segment counted of all circuits of this broker at a moment, as JSON.
   *
   * @throws IOException if there is no answer; the message is for display
   */
  String listCircuitTraffic(String segment, Instant at) throws IOException;
}

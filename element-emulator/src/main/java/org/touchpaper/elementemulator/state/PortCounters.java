package org.touchpaper.elementemulator.state;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/**
 * What an element counts at its ports (RFC 2863), for each circuit. The counters begin with zero
 * when it starts, and then only grow.
 */
public final class PortCounters {

  /** A circuit at a port. */
  public record PortCircuit(String port, String circuit) {}

  /**
   * Counters, in the direction into and out of the element.
   *
   * @param policedBytes of those that came in, the bytes that a policer dropped
   * @param discarded packets for which the port's queue was full
   */
  public record Count(
      long packetsIn,
      long bytesIn,
      long packetsOut,
      long bytesOut,
      long policedBytes,
      long discarded) {
    public static final Count ZERO = new Count(0, 0, 0, 0, 0, 0);

    public Count plus(Count more) {
      return new Count(
          packetsIn + more.packetsIn,
          bytesIn + more.bytesIn,
          packetsOut + more.packetsOut,
          bytesOut + more.bytesOut,
          policedBytes + more.policedBytes,
          discarded + more.discarded);
    }
  }

  private final Map<PortCircuit, AtomicReference<Count>> counts = new ConcurrentHashMap<>();

  public void countReceived(String port, String circuit, int bytes) {
    add(port, circuit, new Count(1, bytes, 0, 0, 0, 0));
  }

  /** Counts a packet that came in and that a policer dropped. */
  public void countPoliced(String port, String circuit, int bytes) {
    add(port, circuit, new Count(1, bytes, 0, 0, bytes, 0));
  }

  public void countSent(String port, String circuit, int bytes) {
    add(port, circuit, new Count(0, 0, 1, bytes, 0, 0));
  }

  /** Counts a packet for which the port's queue was full. */
  public void countDiscarded(String port, String circuit) {
    add(port, circuit, new Count(0, 0, 0, 0, 0, 1));
  }

  private void add(String port, String circuit, Count count) {
    counts
        .computeIfAbsent(new PortCircuit(port, circuit), _ -> new AtomicReference<>(Count.ZERO))
        .updateAndGet(sum -> sum.plus(count));
  }

  void clear() {
    counts.clear();
  }

  /** The counters of all circuits at a port together. */
  public Count total(String port) {
    return counts.entrySet().stream()
        .filter(entry -> entry.getKey().port().equals(port))
        .map(entry -> entry.getValue().get())
        .reduce(Count.ZERO, Count::plus);
  }

  /** The counters of a circuit, by port. */
  public Map<String, Count> byPort(String circuit) {
    return counts.entrySet().stream()
        .filter(entry -> entry.getKey().circuit().equals(circuit))
        .collect(Collectors.toMap(entry -> entry.getKey().port(), entry -> entry.getValue().get()));
  }
}

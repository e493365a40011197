package org.touchpaper.elementemulator.dataplane;

import java.util.OptionalLong;

/**
 * The queue of a line: packets leave one after another at its rate. A packet that would wait for
 * more than 20 ms finds the queue full.
 */
final class LineQueue {

  private static final long MAX_WAIT_NANOS = 20_000_000;

  /** Preamble, check sequence and gap of an Ethernet packet (IEEE 802.3). */
  private static final int OVERHEAD_BYTES = 24;

  private static final double BIT_NANOS_PER_BYTE = 8e9;

  private long idleFrom;

  LineQueue(long nanoTime) {
    idleFrom = nanoTime;
  }

  /** When the last bit of a packet has left; empty if the queue is full. */
  OptionalLong send(int bytes, long rate, long nanoTime) {
    var start = Math.max(nanoTime, idleFrom);
    if (start - nanoTime > MAX_WAIT_NANOS) {
      return OptionalLong.empty();
    }
    idleFrom = start + (long) ((bytes + OVERHEAD_BYTES) * BIT_NANOS_PER_BYTE / rate);
    return OptionalLong.of(idleFrom);
  }
}

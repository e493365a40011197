package org.touchpaper.elementemulator.dataplane;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Packets and bytes that a host sent, received and lost; they only grow (RFC 2863). */
final class HostPacketCounters {

  /** Why a packet that a host sent was dropped. */
  enum DropCause {
    /** The elements forward it nowhere. */
    NO_PATH,
    /** It exceeded the rate of a policer. */
    POLICED,
    /** The queue of the line was full. */
    QUEUE_FULL,
    /** It is longer than the receiving host's MTU. */
    TOO_LONG,
    /** The receiving host's interface did not take it. */
    NOT_RECEIVED
  }

  /** A pair of counters. */
  record PacketCount(long packets, long bytes) {
    static final PacketCount ZERO = new PacketCount(0, 0);

    PacketCount plus(int length) {
      return new PacketCount(packets + 1, bytes + length);
    }
  }

  /** All counters at one moment; {@code dropped} by cause, such as {@code queue-full}. */
  record CounterValues(PacketCount sent, PacketCount received, Map<String, PacketCount> dropped) {}

  private PacketCount sent = PacketCount.ZERO;
  private PacketCount received = PacketCount.ZERO;
  private final Map<DropCause, PacketCount> dropped = new EnumMap<>(DropCause.class);

  synchronized void countSent(int length) {
    sent = sent.plus(length);
  }

  synchronized void countReceived(int length) {
    received = received.plus(length);
  }

  synchronized void countDropped(DropCause cause, int length) {
    dropped.merge(cause, PacketCount.ZERO.plus(length), (sum, _) -> sum.plus(length));
  }

  synchronized CounterValues values() {
    var byCause = new TreeMap<String, PacketCount>();
    dropped.forEach((cause, count) ->
        byCause.put(cause.name().toLowerCase(Locale.ROOT).replace('_', '-'), count));
    return new CounterValues(sent, received, byCause);
  }
}

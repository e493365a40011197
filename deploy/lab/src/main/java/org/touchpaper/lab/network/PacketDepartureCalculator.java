package org.touchpaper.lab.network;

import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * Calculates when a packet that enters a path now leaves it, or that it is lost. One direction;
 * used by one thread.
 */
final class PacketDepartureCalculator {

  /** Preamble, check sequence and gap of an Ethernet frame. */
  private static final int OVERHEAD_BYTES = 24;

  private final PathSettings settings;
  private final RandomGenerator random;
  private final double nanosPerByte;
  private long freeAt;
  private long lastDue;

  PacketDepartureCalculator(PathSettings settings, RandomGenerator random, long now) {
    this.settings = settings;
    this.random = random;
    this.nanosPerByte = 8e3 / settings.mbps();
    this.freeAt = now;
    this.lastDue = now;
  }

  /**
   * The time at which the packet leaves, empty if it is lost or the queue is full.
   *
   * @param now in nanoseconds, never less than before
   */
  OptionalLong leave(long now, int bytes) {
    var waiting = Math.max(0, freeAt - now) / nanosPerByte;
    if (waiting + bytes > settings.queueBytes()
        || random.nextDouble() * 100 < settings.lossPercent()) {
      return OptionalLong.empty();
    }
    freeAt = Math.max(now, freeAt) + (long) ((bytes + OVERHEAD_BYTES) * nanosPerByte);
    var delay = settings.delayMs();
    if (settings.jitterMs() > 0) {
      delay = Math.max(0, delay + settings.jitterMs() * random.nextGaussian());
    }
    var due = freeAt + (long) (delay * 1e6);
    lastDue = settings.reorders() ? due : Math.max(due, lastDue);
    return OptionalLong.of(lastDue);
  }
}

package org.touchpaper.segment.element;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Polls until a condition holds: an element's COMPLD is an acceptance, and the accepted change
 * takes time.
 *
 * @param maxAttempts at least one
 * @param interval between two attempts
 */
public record PollPolicy(int maxAttempts, Duration interval) {

  /** Ten attempts, a second apart, as clients of photonic switches do. */
  public static final PollPolicy OPTICAL_POWER = new PollPolicy(10, Duration.ofSeconds(1));

  /** The same for signalling between two ends, whose far end may be configured a moment later. */
  public static final PollPolicy PEER_SIGNALLING = new PollPolicy(10, Duration.ofSeconds(1));

  public boolean pollUntil(BooleanSupplier condition) {
    for (var attempt = 1; attempt < maxAttempts; attempt++) {
      if (condition.getAsBoolean()) {
        return true;
      }
      LockSupport.parkNanos(interval.toNanos());
    }
    return condition.getAsBoolean();
  }
}

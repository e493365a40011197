package org.touchpaper.bar.coallocation;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How often a booking is tried, and how long apart: long enough that what two rivals took from each
 * other is let go, and differently long, so that they do not meet again. Nothing is lost with a
 * pause that a crash cuts short: the acceptors tell the refusal again, and the same follows from
 * it.
 *
 * @param most all in all
 * @param pause the least after the first; it grows with each, and is up to three times as long
 */
record Attempts(int most, Duration pause) {

  Attempts {
    if (most < 1 || pause.isNegative()) {
      throw new IllegalArgumentException(
          "touchpaper.bar.attempts is at least 1 and attempt-pause no less than 0, not "
              + most
              + " and "
              + pause);
    }
  }

  /** Pauses after so many were refused; false, at once, if there were enough. */
  boolean pauseAfter(int refused) {
    if (refused >= most) {
      return false;
    }
    try {
      var least = pause.toMillis() * refused;
      Thread.sleep(least == 0 ? 0 : ThreadLocalRandom.current().nextLong(least, 3 * least));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

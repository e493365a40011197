package org.touchpaper.bar.coallocation;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How often a booking is tried, and how long apart: long enough that what two rivals took from each
 * other is let go, which takes them as long as it took us to be refused, and differently long, so
 * that they do not meet again. Nothing is lost with a pause that a crash cuts short: the acceptors
 * tell the refusal again, and the same follows from it.
 *
 * @param most all in all
 * @param pause the least after the first; it grows with each, and is up to three times as long
 */
record Attempts(int most, Duration pause) {

  /** However long it took: somebody is waiting. */
  private static final Duration LONGEST = Duration.ofSeconds(1);

  Attempts {
    if (most < 1 || pause.isNegative()) {
      throw new IllegalArgumentException(
          "touchpaper.bar.attempts is at least 1 and attempt-pause no less than 0, not "
              + most
              + " and "
              + pause);
    }
  }

  /**
   * Pauses after so many were refused; false, at once, if there were enough.
   *
   * @param took how long the last of them was under way
   */
  boolean pauseAfter(int refused, Duration took) {
    if (refused >= most) {
      return false;
    }
    try {
      var known = Math.min(took.toMillis() / 2, LONGEST.toMillis());
      var least = Math.max(pause.toMillis() * refused, known);
      Thread.sleep(least == 0 ? 0 : ThreadLocalRandom.current().nextLong(least, 3 * least));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

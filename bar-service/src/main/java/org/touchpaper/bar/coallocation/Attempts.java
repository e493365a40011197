package org.touchpaper.bar.coallocation;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How often a booking is tried, and how long apart: long enough that what two rivals took from each
 * other is let go, which takes them as long as it took us to be refused, and differently long, so
 * that they do not meet again.
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
   * How long to pause after so many were refused; empty if there were enough.
   *
   * @param took how long the last of them was under way
   */
  Optional<Duration> pauseAfter(int refused, Duration took) {
    if (refused >= most) {
      return Optional.empty();
    }
    var known = Math.clamp(took.toMillis() / 2, 0, LONGEST.toMillis());
    var least = Math.max(pause.toMillis() * refused, known);
    return Optional.of(
        Duration.ofMillis(least == 0 ? 0 : ThreadLocalRandom.current().nextLong(least, 3 * least)));
  }
}

package org.touchpaper.bar.coallocation.transaction;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How often a booking is tried, and the pauses between. A pause is at least as long as competing
 * attempts take to release their holds, which is about as long as this attempt took; it is random,
 * so that competitors do not collide again.
 *
 * @param maxAttempts the total number of attempts
 * @param minPause the minimum after the first attempt; it grows with each, and a pause is up to
 *     three times as long
 */
public record RetryPolicy(int maxAttempts, Duration minPause) {

  /** The attempt duration that counts at most, because a user is waiting. */
  private static final Duration MAX_KNOWN_DURATION = Duration.ofSeconds(1);

  public RetryPolicy {
    if (maxAttempts < 1 || minPause.isNegative()) {
      throw new IllegalArgumentException(
          "touchpaper.bar.attempts must be at least 1 and touchpaper.bar.attempt-pause not"
              + " negative, not "
              + maxAttempts
              + " and "
              + minPause);
    }
  }

  /**
   * Returns the pause after a number of refused attempts; empty if there are no more.
   *
   * @param duration the duration of the last attempt
   */
  Optional<Duration> delayAfter(int refusedCount, Duration duration) {
    if (refusedCount >= maxAttempts) {
      return Optional.empty();
    }
    var halfDuration = Math.clamp(duration.toMillis() / 2, 0, MAX_KNOWN_DURATION.toMillis());
    var minMillis = Math.max(minPause.toMillis() * refusedCount, halfDuration);
    return Optional.of(
        Duration.ofMillis(
            minMillis == 0 ? 0 : ThreadLocalRandom.current().nextLong(minMillis, 3 * minMillis)));
  }
}

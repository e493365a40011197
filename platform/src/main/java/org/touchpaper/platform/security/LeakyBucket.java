package org.touchpaper.platform.security;

import java.time.Duration;
import java.time.Instant;

/**
 * Counts events within a limit: each adds one, and the count drains at a constant rate (ITU-T I.371
 * annex A, continuous-state leaky bucket). So a burst up to the limit passes, and in the long run
 * as many in each window. The count is kept as the time in which it drains.
 *
 * @param window how long a full bucket takes to drain
 * @param interval how long one event takes to drain
 * @param fill how long its content takes to drain; more than the window if it was exceeded
 * @param at when it was that full
 */
public record LeakyBucket(Duration window, Duration interval, Duration fill, Instant at) {

  /**
   * Creates an empty bucket.
   *
   * @param limit how many events fill it
   */
  public static LeakyBucket empty(int limit, Duration window) {
    return new LeakyBucket(window, window.dividedBy(limit), Duration.ZERO, Instant.EPOCH);
  }

  public LeakyBucket plusOne(Instant now) {
    return new LeakyBucket(window, interval, fillAt(now).plus(interval), now);
  }

  /** How long until there is room for one more; zero if there is. */
  public Duration waitAt(Instant now) {
    return positive(fillAt(now).plus(interval).minus(window));
  }

  /** A clock that was set back drains nothing. */
  private Duration fillAt(Instant now) {
    return positive(fill.minus(positive(Duration.between(at, now))));
  }

  private static Duration positive(Duration duration) {
    return duration.isNegative() ? Duration.ZERO : duration;
  }
}

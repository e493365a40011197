package org.touchpaper.harc.protocol;

import java.time.Duration;
import java.util.Objects;

/**
 * Exponential backoff with jitter: each pause is twice the previous one, up to a limit. The jitter
 * differs by waiter and attempt, so that callers refused together do not retry together.
 *
 * @param first the first pause
 * @param longest the longest pause before jitter is added
 * @param jitterPercent how much longer a pause may become, in percent of itself
 */
public record Backoff(Duration first, Duration longest, int jitterPercent) {

  public Backoff {
    if (!first.isPositive() || longest.compareTo(first) < 0 || jitterPercent < 0) {
      throw new IllegalArgumentException(
          "backoff needs first > 0, longest >= first and jitterPercent >= 0, not %s, %s, %d"
              .formatted(first, longest, jitterPercent));
    }
  }

  /** Pauses that grow to eight times the first, with up to 25 % jitter. */
  public static Backoff from(Duration first) {
    return new Backoff(first, first.multipliedBy(8), 25);
  }

  /** The pause that follows {@code previous}, without jitter; the first one if that is zero. */
  public Duration nextAfter(Duration previous) {
    if (previous.isZero()) {
      return first;
    }
    var doubled = previous.multipliedBy(2);
    return doubled.compareTo(longest) < 0 ? doubled : longest;
  }

  /**
   * Adds jitter to a pause. It is a hash of the seeds, because state machines draw no random
   * numbers.
   *
   * @param seeds the subject, the waiter, and something that differs between attempts
   */
  public Duration withJitter(Duration pause, Object... seeds) {
    var share = Math.floorMod(Objects.hash(seeds) * 0x9E3779B9, 1000) * (long) jitterPercent;
    return pause.plus(pause.multipliedBy(share).dividedBy(100_000));
  }
}

package org.touchpaper.bar.coallocation.transaction;

import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import org.touchpaper.segment.connection.Refusal;

/**
 * After which refusals and how often a booking is tried, and the pauses between. A pause outlasts a
 * rival's attempt, whose holds would refuse the next attempt too. Rivals that refused each other
 * pause for different times, whole attempts apart, and more so after each refusal (truncated binary
 * exponential backoff, IEEE 802.3 section 4.2.3.2.5). The times follow from the booking's id, so
 * that they are the same after a restart and in a test.
 *
 * @param maxAttempts the total number of attempts
 * @param minPause the shortest pause; zero for none at all
 */
public record RetryPolicy(int maxAttempts, Duration minPause) {

  /** The attempt duration that counts at most, because a user is waiting. */
  private static final Duration MAX_KNOWN_DURATION = Duration.ofSeconds(1);

  private static final int MAX_DOUBLINGS = 4;

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

  /** Returns true if no other time would help. An abandoned transaction may be retried. */
  public static boolean isPermanent(Refusal refusal) {
    return refusal.code().isPermanent() && refusal.code() != Refusal.Code.GIVEN_UP;
  }

  /**
   * Returns true if another booking held the resource at that moment, so that a retry may succeed.
   */
  public static boolean isTemporary(Refusal refusal) {
    return switch (refusal.code()) {
      case CAPACITY_BUSY, PORT_BUSY, LABEL_BUSY, ADDRESS_BUSY, NODES_BUSY -> true;
      case UNKNOWN_STP,
          NO_PATH,
          ABOVE_CAPACITY,
          BAD_SCHEDULE,
          BEYOND_HORIZON,
          LABEL_NOT_ALLOWED,
          MORE_THAN_MACHINE,
          UNKNOWN_APPLICATION,
          BAD_ARGUMENT,
          RUN_ACTIVE,
          LAUNCH_UNAVAILABLE,
          NOT_ALLOWED,
          GIVEN_UP,
          CUT,
          UNREACHABLE ->
          false;
    };
  }

  /**
   * Returns the pause after a number of refused attempts; empty if there are no more.
   *
   * @param longestAttempt the duration of the longest recent attempt of any booking
   */
  Optional<Duration> delayAfter(UUID booking, int refusedCount, Duration longestAttempt) {
    if (refusedCount >= maxAttempts) {
      return Optional.empty();
    }
    var seed = booking.getMostSignificantBits() ^ booking.getLeastSignificantBits();
    var turns = new SplittableRandom(seed + refusedCount);
    var turn = turns.nextInt(1 << Math.min(refusedCount, MAX_DOUBLINGS));
    return Optional.of(attemptDuration(longestAttempt).multipliedBy(1L + turn));
  }

  /**
   * Returns the pause before a slot that is still taken is looked at once more: a rival that was
   * refused as well may have tried again meanwhile.
   */
  Duration delayBeforeLastLook(Duration longestAttempt) {
    return attemptDuration(longestAttempt).multipliedBy(2);
  }

  private Duration attemptDuration(Duration longestAttempt) {
    if (minPause.isZero()) {
      return minPause;
    }
    var known =
        longestAttempt.compareTo(MAX_KNOWN_DURATION) < 0 ? longestAttempt : MAX_KNOWN_DURATION;
    return known.compareTo(minPause) < 0 ? minPause : known;
  }
}

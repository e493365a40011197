package org.touchpaper.bar.coallocation;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When a co-allocation is to be looked at again: often around its start and end. */
final class Attention {

  private static final Duration SOON = Duration.ofMillis(200);
  private static final Duration CALM = Duration.ofSeconds(5);
  private static final Duration RETRY = Duration.ofSeconds(2);

  private static final Duration CALL = Duration.ofSeconds(10);

  /** What has not been cleaned up an hour after the end is the operators' to look at. */
  private static final Duration PATIENCE = Duration.ofHours(1);

  private Attention() {}

  /** Until then the thread of the call that began a transaction looks after it. */
  static Instant whenTheCallGaveUp(Instant begun) {
    return begun.plus(CALL);
  }

  /** The next instant, or null once nothing can be learnt any more. */
  static @Nullable Instant of(CoAllocation booking, Instant now) {
    if (!booking.attempt().isDecided()) {
      return now.plus(RETRY);
    }
    var schedule = booking.schedule();
    return switch (booking.state()) {
      case UNDECIDED -> now.plus(RETRY);
      case REFUSED -> null;
      case COMMITTED ->
          now.isBefore(schedule.startTime())
              ? earlier(now.plus(CALM), schedule.startTime())
              : now.plus(SOON);
      case ACTIVE -> earlier(now.plus(CALM), schedule.endTime());
      case ENDED, CANCELLED, FAILED ->
          booking.isReleased() || now.isAfter(schedule.endTime().plus(PATIENCE))
              ? null
              : now.plus(SOON);
    };
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}

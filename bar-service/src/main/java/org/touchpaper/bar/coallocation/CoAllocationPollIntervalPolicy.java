package org.touchpaper.bar.coallocation;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.BookingPhase;

/**
 * Decides when a co-allocation is checked next. Segments report changes of lightpaths themselves;
 * polling is the fallback. It is frequent while a change is due and rare otherwise, so that 100,000
 * future bookings cost little.
 */
public final class CoAllocationPollIntervalPolicy {

  private static final Duration OVERDUE_INTERVAL = Duration.ofMillis(200);
  private static final Duration UNDECIDED_INTERVAL = Duration.ofSeconds(2);
  private static final Duration QUIET_INTERVAL = Duration.ofSeconds(15);

  /** How often a run is looked at while it is queued or runs. */
  private static final Duration RUN_INTERVAL = Duration.ofSeconds(1);

  private static final Duration MAX_INTERVAL = Duration.ofHours(1);

  /** The longest interval between outcome queries. */
  private static final Duration MAX_UNDECIDED_INTERVAL = Duration.ofMinutes(1);

  /** The longest interval between repeats of a cancellation that was not answered. */
  private static final Duration MAX_CANCEL_INTERVAL = Duration.ofMinutes(5);

  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(10);

  /** After this time clean-up that is not verified is checked at the longest interval. */
  private static final Duration CLEANUP_GRACE = Duration.ofHours(1);

  private CoAllocationPollIntervalPolicy() {}

  /** Returns until when the calling thread drives the transaction it began. */
  public static Instant callDeadline(Instant startedAt) {
    return startedAt.plus(CALL_TIMEOUT);
  }

  /**
   * Returns when the poller checks an attempt that a thread has written and begins itself: soon,
   * because the vote deadline would be too late; now, if the thread has no time left.
   */
  public static Instant firstCheckAfterBegin(Instant now, Instant patienceEnds) {
    return patienceEnds.isAfter(now) ? earlier(now.plus(UNDECIDED_INTERVAL), patienceEnds) : now;
  }

  /**
   * Returns the time of the next check; null if none is needed.
   *
   * @param unchangedChecks the number of checks without a change since a change was due
   */
  static @Nullable Instant nextCheck(CoAllocation booking, int unchangedChecks, Instant now) {
    if (!booking.attempt().isDecided()) {
      return now.plus(undecidedDelay(booking.attempt().request().record().voteBy(), now));
    }
    if (booking.isCancelPending() && !booking.hasEnded(now)) {
      return now.plus(pendingCancelDelay(booking.attempt().number()));
    }
    var schedule = booking.schedule();
    if (isIdle(booking, now)) {
      return booking.state() == BookingPhase.ACTIVE
          ? earlier(
              now.plus(parts(booking).hasLiveRun() ? RUN_INTERVAL : QUIET_INTERVAL),
              schedule.endTime())
          : earlier(now.plus(delayUntilHalfway(now, schedule.startTime())), schedule.startTime());
    }
    return switch (booking.state()) {
      case UNDECIDED -> now.plus(UNDECIDED_INTERVAL);
      case REFUSED -> null;
      case COMMITTED, ACTIVE -> {
        var check = now.plus(overdueDelay(unchangedChecks));
        yield parts(booking).hasLiveRun() && !now.isBefore(schedule.startTime())
            ? earlier(check, now.plus(RUN_INTERVAL))
            : check;
      }
      case ENDED, CANCELLED, FAILED -> untilReleased(booking, unchangedChecks, now);
    };
  }

  /** Each repeat is a transaction of its own, so the delay grows. */
  private static Duration pendingCancelDelay(int transactionNo) {
    var delay = UNDECIDED_INTERVAL.multipliedBy((long) transactionNo * transactionNo);
    return delay.compareTo(MAX_CANCEL_INTERVAL) < 0 ? delay : MAX_CANCEL_INTERVAL;
  }

  /** A resource manager may free the nodes of a run shortly before it reports the run's end. */
  private static @Nullable Instant untilReleased(
      CoAllocation booking, int unchangedChecks, Instant now) {
    var isLate = now.isAfter(booking.schedule().endTime().plus(CLEANUP_GRACE));
    var isDone = booking.isReleased() && !parts(booking).hasLiveRun();
    return isDone || (isLate && parts(booking).isSettled())
        ? null
        : now.plus(isLate ? MAX_INTERVAL : overdueDelay(unchangedChecks));
  }

  private static CoAllocationParts parts(CoAllocation booking) {
    return new CoAllocationParts(booking.parts());
  }

  /** Returns true while no change is due. An ordered run is submitted at once. */
  static boolean isIdle(CoAllocation booking, Instant now) {
    return switch (booking.state()) {
      case COMMITTED -> now.isBefore(booking.schedule().startTime()) && !parts(booking).awaitsRun();
      case ACTIVE -> now.isBefore(booking.schedule().endTime());
      case UNDECIDED, REFUSED, ENDED, CANCELLED, FAILED -> false;
    };
  }

  /**
   * Backs off as the vote deadline recedes, because acceptors may be unavailable with thousands
   * pending.
   */
  private static Duration undecidedDelay(Instant voteBy, Instant now) {
    var overdue = Duration.between(voteBy, now).dividedBy(4);
    return overdue.compareTo(UNDECIDED_INTERVAL) < 0
        ? UNDECIDED_INTERVAL
        : overdue.compareTo(MAX_UNDECIDED_INTERVAL) > 0 ? MAX_UNDECIDED_INTERVAL : overdue;
  }

  private static Duration delayUntilHalfway(Instant now, Instant start) {
    var half = Duration.between(now, start).dividedBy(2);
    return half.compareTo(QUIET_INTERVAL) < 0
        ? QUIET_INTERVAL
        : half.compareTo(MAX_INTERVAL) > 0 ? MAX_INTERVAL : half;
  }

  private static Duration overdueDelay(int unchangedChecks) {
    var delay = OVERDUE_INTERVAL.multipliedBy(1 + unchangedChecks / 5);
    return delay.compareTo(QUIET_INTERVAL) < 0 ? delay : QUIET_INTERVAL;
  }

  private static Instant earlier(Instant first, Instant second) {
    return first.isBefore(second) ? first : second;
  }
}

package org.touchpaper.bar.coallocation;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.Phase;

/**
 * When a co-allocation is to be looked at again. A lightpath's news comes by itself; asking is the
 * net, cast often where something should be happening and seldom where nothing is, so that a
 * hundred thousand bookings for next month cost next to nothing.
 */
final class Attention {

  private static final Duration SOON = Duration.ofMillis(200);
  private static final Duration RETRY = Duration.ofSeconds(2);
  private static final Duration CALM = Duration.ofSeconds(15);
  private static final Duration LONGEST = Duration.ofHours(1);

  /** The acceptors are asked no more seldom what became of something. */
  private static final Duration SELDOM = Duration.ofMinutes(1);

  private static final Duration CALL = Duration.ofSeconds(10);

  /** What has not been cleaned up by then is looked at seldom, until somebody repairs it. */
  private static final Duration PATIENCE = Duration.ofHours(1);

  private Attention() {}

  /** Until then the thread of the call that began a transaction looks after it. */
  static Instant whenTheCallGaveUp(Instant begun) {
    return begun.plus(CALL);
  }

  /**
   * Soon after a thread wrote an attempt that it begins itself; by when the votes are due it would
   * be too late. At once where the thread has no patience left to begin it.
   */
  static Instant onceBegun(Instant now, Instant patienceEnds) {
    return patienceEnds.isAfter(now) ? earlier(now.plus(RETRY), patienceEnds) : now;
  }

  /**
   * The next instant, or null once nothing can be learnt any more.
   *
   * @param looks how often it was looked at in vain since something should have happened
   */
  static @Nullable Instant of(CoAllocation booking, int looks, Instant now) {
    if (!booking.attempt().isDecided()) {
      return now.plus(undecided(booking.attempt().request().record().voteBy(), now));
    }
    var schedule = booking.schedule();
    if (isQuiet(booking, now)) {
      return booking.state() == Phase.ACTIVE
          ? earlier(now.plus(CALM), schedule.endTime())
          : earlier(beforeTheStart(booking, now), schedule.startTime());
    }
    return switch (booking.state()) {
      case UNDECIDED -> now.plus(RETRY);
      case REFUSED -> null;
      case COMMITTED, ACTIVE -> now.plus(soon(looks));
      case ENDED, CANCELLED, FAILED -> beforeItIsClean(booking, looks, now);
    };
  }

  /** Before its start nodes that somebody disowned trouble nobody, and may stay so for weeks. */
  private static @Nullable Instant beforeItIsClean(CoAllocation booking, int looks, Instant now) {
    var parts = new Parts(booking.parts());
    var start = booking.schedule().startTime();
    var isLate = now.isAfter(booking.schedule().endTime().plus(PATIENCE));
    if (booking.isReleased() || (isLate && parts.areSettled())) {
      return null;
    }
    if (now.isBefore(start) && (parts.areSettled() || parts.areLostByDoubt())) {
      return earlier(now.plus(seldom(looks)), start);
    }
    return now.plus(isLate ? LONGEST : soon(looks));
  }

  /** True while nothing is expected to happen to it. */
  static boolean isQuiet(CoAllocation booking, Instant now) {
    return switch (booking.state()) {
      case COMMITTED -> now.isBefore(booking.schedule().startTime());
      case ACTIVE -> now.isBefore(booking.schedule().endTime());
      case UNDECIDED, REFUSED, ENDED, CANCELLED, FAILED -> false;
    };
  }

  /** The longer it is overdue, the later: acceptors may be away with thousands. */
  private static Duration undecided(Instant voteBy, Instant now) {
    var overdue = Duration.between(voteBy, now).dividedBy(4);
    return overdue.compareTo(RETRY) < 0 ? RETRY : overdue.compareTo(SELDOM) > 0 ? SELDOM : overdue;
  }

  /** What may have failed is asked about again as soon as that can be said. */
  private static Instant beforeTheStart(CoAllocation booking, Instant now) {
    var usual = now.plus(untilHalfway(now, booking.schedule().startTime()));
    return new Parts(booking.parts()).areInDoubt()
        ? earlier(usual, now.plus(Standing.DOUBTED))
        : usual;
  }

  private static Duration untilHalfway(Instant now, Instant start) {
    var half = Duration.between(now, start).dividedBy(2);
    return half.compareTo(CALM) < 0 ? CALM : half.compareTo(LONGEST) > 0 ? LONGEST : half;
  }

  private static Duration soon(int looks) {
    var later = SOON.multipliedBy(1 + looks / 5);
    return later.compareTo(CALM) < 0 ? later : CALM;
  }

  private static Duration seldom(int looks) {
    var later = SELDOM.multipliedBy(1 + looks);
    return later.compareTo(LONGEST) < 0 ? later : LONGEST;
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}

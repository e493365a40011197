package org.touchpaper.bar.coallocation.transaction;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPollIntervalPolicy;
import org.touchpaper.bar.coallocation.TransactionPurpose;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.TransactionResult;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * Runs a booking's attempts until it is decided: has the acceptors decide the current one, applies
 * the result, and searches another slot after a lost race. A pause is a due time in the booking's
 * row, at which the {@code NextCheckScheduler} continues; no thread sleeps.
 */
@Component
public class AttemptSequenceRunner {

  private final CoAllocationStore store;
  private final CommitProtocolPort harc;
  private final TransactionPlanner planner;
  private final SlotFinder slotFinder;
  private final RetryPolicy retryPolicy;
  private final RecentAttemptDurations recentAttemptDurations = new RecentAttemptDurations();
  private final Clock clock;

  public AttemptSequenceRunner(
      CoAllocationStore store,
      CommitProtocolPort harc,
      TransactionPlanner planner,
      SlotFinder slotFinder,
      RetryPolicy retryPolicy,
      Clock clock) {
    this.store = store;
    this.harc = harc;
    this.planner = planner;
    this.slotFinder = slotFinder;
    this.retryPolicy = retryPolicy;
    this.clock = clock;
  }

  /** Advances until the decision, a pause, or the timeout. */
  public CoAllocation advance(UUID id, Duration patience) {
    return advance(store.get(id), clock.instant().plus(patience));
  }

  /** Like {@link #advance}, but also continues after a pause. */
  public CoAllocation resume(UUID id, Duration patience) {
    var deadline = clock.instant().plus(patience);
    var booking = store.get(id);
    return advance(booking.hasLostRace() ? retryOrRefuse(booking, deadline) : booking, deadline);
  }

  private CoAllocation advance(CoAllocation initial, Instant deadline) {
    var booking = initial;
    var remaining = Duration.between(clock.instant(), deadline);
    while (remaining.isPositive() && canAdvance(booking)) {
      var previousAttempt = booking.attempt();
      booking =
          booking.hasLostRace() ? retryOrRefuse(booking, deadline) : runAttempt(booking, remaining);
      if (booking.attempt().number() == previousAttempt.number()
          && !booking.attempt().isDecided()) {
        break;
      }
      remaining = Duration.between(clock.instant(), deadline);
    }
    return booking;
  }

  private boolean canAdvance(CoAllocation booking) {
    return booking.hasLostRace() ? booking.isDue(clock.instant()) : !booking.attempt().isDecided();
  }

  private CoAllocation runAttempt(CoAllocation snapshot, Duration patience) {
    var booking = markBegin(snapshot);
    if (booking.attempt().number() != snapshot.attempt().number()
        || booking.attempt().isDecided()) {
      return booking;
    }
    var startedAt = clock.instant();
    var result = harc.begin(booking.attempt().request(), booking.requestFields(), patience);
    if (result instanceof TransactionResult.Commit || result instanceof TransactionResult.Abort) {
      recentAttemptDurations.add(Duration.between(startedAt, clock.instant()));
    }
    return applyResult(booking, result);
  }

  private CoAllocation markBegin(CoAllocation snapshot) {
    return store.change(
        snapshot.id(),
        booking -> {
          if (!booking.attempt().isDecided()) {
            booking.countBegin();
          }
        });
  }

  private CoAllocation applyResult(CoAllocation snapshot, TransactionResult result) {
    var pause = retryPause(snapshot, result);
    var alternatives = pause.isEmpty() ? alternatives(snapshot, result) : List.<Schedule>of();
    return store.change(
        snapshot.id(),
        booking -> {
          var number = snapshot.attempt().number();
          if (booking.attempt().number() == number && applyResult(booking, result, pause)) {
            store.recordHistory(booking, "harc", "transaction " + number + ": " + result.summary());
            if (!alternatives.isEmpty()) {
              booking.offerAlternatives(alternatives);
            }
            if (!booking.hasLostRace()) {
              store.publishChanged(booking);
            }
          }
        });
  }

  private boolean applyResult(
      CoAllocation booking, TransactionResult result, Optional<Duration> pause) {
    var now = clock.instant();
    if (result instanceof TransactionResult.Abort(var refusals) && pause.isPresent()) {
      return booking.loseRace(refusals, now.plus(pause.get()));
    }
    return booking.applyResult(result, now);
  }

  /** Returns the pause before the next attempt; empty if there is none. */
  private Optional<Duration> retryPause(CoAllocation booking, TransactionResult result) {
    if (result instanceof TransactionResult.Abort(var refusals)
        && booking.attempt().isMake()
        && !refusals.isEmpty()
        && refusals.stream().allMatch(RetryPolicy::isTemporary)) {
      return retryPolicy.delayAfter(
          booking.id(),
          booking.slotSearch().allTriedSlots().size(),
          recentAttemptDurations.longest());
    }
    return Optional.empty();
  }

  /** Searches alternatives, if a resource manager refused this time and another might fit. */
  private List<Schedule> alternatives(CoAllocation booking, TransactionResult result) {
    if (result instanceof TransactionResult.Abort(var refusals)
        && refusals.stream().noneMatch(RetryPolicy::isPermanent)
        && (refusals.isEmpty()
            || refusals.stream().anyMatch(refusal -> refusal.code() != Refusal.Code.UNREACHABLE))) {
      return switch (booking.attempt().purpose()) {
        case TransactionPurpose.Make _ -> slotFinder.findNext(booking).alternatives();
        case TransactionPurpose.Modify modify -> slotFinder.findAlternatives(booking, modify);
        case TransactionPurpose.Cancel _ -> List.of();
      };
    }
    return List.of();
  }

  /**
   * Retries or refuses after a lost race. The timetables are queried after the pause, when
   * competing holds are released. They do not tell a rival's hold from a booking, so a slot that is
   * still taken is looked at twice.
   */
  private CoAllocation retryOrRefuse(CoAllocation snapshot, Instant deadline) {
    var nextSlots = slotFinder.findNext(snapshot);
    return store.change(
        snapshot.id(),
        booking -> {
          if (booking.attempt().number() == snapshot.attempt().number() && booking.hasLostRace()) {
            nextSlots
                .nextSlot()
                .ifPresentOrElse(
                    slot -> retry(booking, slot, deadline),
                    () -> lookAgainOrRefuse(booking, nextSlots));
          }
        });
  }

  private void lookAgainOrRefuse(CoAllocation booking, SlotFinder.NextSlots nextSlots) {
    if (booking.looksForSlot() == 0) {
      var pause = retryPolicy.delayBeforeLastLook(recentAttemptDurations.longest());
      booking.lookAgainAt(clock.instant().plus(pause));
    } else {
      booking.refuse(nextSlots.alternatives());
      store.publishChanged(booking);
    }
  }

  private void retry(CoAllocation booking, Schedule slot, Instant deadline) {
    var now = clock.instant();
    booking.retryMake(
        planner.retry(booking, slot),
        CoAllocationPollIntervalPolicy.firstCheckAfterBegin(now, deadline));
    store.recordHistory(booking, "broker", booking.attemptSummary());
    store.publishChanged(booking);
  }
}

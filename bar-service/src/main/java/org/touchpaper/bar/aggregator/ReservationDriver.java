package org.touchpaper.bar.aggregator;

import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.SegmentCaller.DueCall;
import org.touchpaper.bar.aggregator.SegmentCaller.Reply;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.segments.SegmentCall;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.SegmentUnreachableException;

/**
 * Advances a reservation: makes all its due calls side by side, stores their results in one
 * transaction, which also tells what is due then, and so on until nothing is due or a segment does
 * not answer. Concurrent runs are harmless, because calls are idempotent and results that are not
 * awaited have no effect.
 */
@Component
class ReservationDriver {

  private static final Logger LOG = LoggerFactory.getLogger(ReservationDriver.class);

  private final ReservationStore store;
  private final SegmentCaller segmentCaller;
  private final Clock clock;

  ReservationDriver(ReservationStore store, SegmentCaller segmentCaller, Clock clock) {
    this.store = store;
    this.segmentCaller = segmentCaller;
    this.clock = clock;
  }

  /**
   * A reservation after a transaction.
   *
   * @param value what the caller wants to know of it
   * @param due the calls that are due now
   * @param failure why a segment did not answer, if one did not; a fault of this broker comes first
   */
  record Step<T>(T value, List<DueCall> due, @Nullable RuntimeException failure) {

    static <T> Step<T> of(Reservation reservation, T value) {
      return new Step<>(value, dueCalls(reservation), null);
    }

    private Step<T> failedBy(List<RuntimeException> failures) {
      return new Step<>(
          value,
          due,
          failures.stream()
              .filter(failure -> !(failure instanceof SegmentUnreachableException))
              .findFirst()
              .or(() -> failures.stream().findFirst())
              .orElse(null));
    }

    /**
     * Returns the value.
     *
     * @throws SegmentUnreachableException if a segment did not answer
     */
    T orThrow() {
      if (failure != null) {
        throw failure;
      }
      return value;
    }
  }

  /**
   * Makes each due call once. A segment that is unreachable or refuses does not delay the others;
   * one that did not answer is asked no further, so that it does not delay the caller twice.
   *
   * @throws SegmentUnreachableException if a segment did not answer; the retry is scheduled in the
   *     row
   */
  void advance(ConnectionId id) {
    store
        .read(id, reservation -> Step.of(reservation, id))
        .ifPresent(begun -> advance(id, begun).orThrow());
  }

  /** Like the other method, for a reservation just changed; the step tells what failed. */
  <T> Step<T> advance(ConnectionId id, Step<T> begun) {
    return advance(id, begun, _ -> begun.value());
  }

  /**
   * Advances it from the calls that the last transaction found due.
   *
   * @param follow run in each transaction that stores results; may decide and returns the value
   */
  <T> Step<T> advance(ConnectionId id, Step<T> begun, Function<Reservation, T> follow) {
    var attempts = new Attempts(new HashSet<>(), new HashSet<>());
    var failures = new ArrayList<RuntimeException>();
    var step = begun;
    while (true) {
      var wave = attempts.begin(step.due());
      if (wave.isEmpty()) {
        return step.failedBy(failures);
      }
      var replies = segmentCaller.callAll(id, wave);
      replies.forEach(reply -> addFailure(id, reply, failures));
      attempts.end(replies);
      step = recordReplies(id, replies, attempts, !failures.isEmpty(), follow);
    }
  }

  /** The calls of a run; the row's next check makes those that it leaves. */
  private record Attempts(Set<SegmentCall> made, Set<ConnectionId> silent) {

    /** Returns the calls that are to be made now. */
    List<DueCall> begin(List<DueCall> due) {
      var next = due.stream().filter(call -> !isOver(call.call())).toList();
      next.forEach(call -> made.add(call.call()));
      return next;
    }

    void end(List<Reply> replies) {
      for (var reply : replies) {
        if (!(reply instanceof Reply.Answered)) {
          silent.add(reply.call().segment());
        }
      }
    }

    boolean isOver(SegmentCall call) {
      return made.contains(call) || silent.contains(call.segment());
    }
  }

  /**
   * Like {@link #advance}, for a stored decision; unanswered calls are retried later. A fault of
   * this broker is thrown once the other calls are made.
   */
  void advanceSafely(ConnectionId id, Step<?> begun) {
    try {
      advance(id, begun).orThrow();
    } catch (SegmentUnreachableException e) {
      LOG.debug("connection={}", id, e);
    }
  }

  private static void addFailure(ConnectionId id, Reply reply, List<RuntimeException> failures) {
    switch (reply) {
      case Reply.Answered _ -> {}
      case Reply.Unanswered(_, var cause) -> {
        LOG.warn("segment call failed connection={}: {}; will be retried", id, cause.toString());
        failures.add(cause);
      }
      case Reply.Failed(var call, var cause) -> {
        LOG.error("segment call failed connection={} call={}", id, call, cause);
        failures.add(cause);
      }
    }
  }

  private <T> Step<T> recordReplies(
      ConnectionId id,
      List<Reply> replies,
      Attempts attempts,
      boolean hasFailed,
      Function<Reservation, T> follow) {
    LOG.debug("segment calls connection={} replies={}", id, replies);
    return store
        .change(
            id,
            reservation -> {
              var now = clock.instant();
              var answered = new ArrayList<SegmentCall>();
              for (var reply : replies) {
                if (reply instanceof Reply.Answered(var call, var result)) {
                  reservation.segments().applyResult(call, result, now);
                  answered.add(call);
                }
              }
              var step = Step.of(reservation, follow.apply(reservation));
              var stillDue = step.due().stream().map(DueCall::call).toList();
              if (!answered.isEmpty()) {
                reservation.reschedule(!stillDue.containsAll(answered), now);
              }
              if (hasFailed && stillDue.stream().allMatch(attempts::isOver)) {
                reservation.reschedule(false, now);
              }
              return step;
            })
        .orElseThrow();
  }

  private static List<DueCall> dueCalls(Reservation reservation) {
    return reservation.segments().dueCalls().stream()
        .map(call -> new DueCall(call, reservation.revisionOf(call), reservation.requesterOf(call)))
        .toList();
  }
}

package org.touchpaper.bar.aggregator;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.segments.SegmentCall;
import org.touchpaper.bar.reservation.segments.SegmentCallResult;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.SegmentUnreachableException;

/**
 * Advances a reservation: makes its due calls and stores their results until none is due or a
 * segment does not answer. Concurrent runs are harmless, because calls are idempotent and results
 * that are not awaited have no effect.
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

  private record DueCall(SegmentCall call, int revision, Requester requester) {}

  /**
   * Makes each due call once. A segment that is unreachable or refuses does not delay the others.
   *
   * @throws SegmentUnreachableException if a segment did not answer; the retry is scheduled in the
   *     row
   */
  void advance(ConnectionId id) {
    var attempted = new HashSet<SegmentCall>();
    var unreachable = new ArrayDeque<SegmentUnreachableException>();
    for (var due = nextUntried(id, attempted); due.isPresent(); due = nextUntried(id, attempted)) {
      attempted.add(due.get().call());
      callSegment(id, due.get(), unreachable);
    }
    if (!unreachable.isEmpty()) {
      store.update(id, reservation -> reservation.reschedule(false, clock.instant()));
      throw unreachable.getFirst();
    }
  }

  private Optional<DueCall> nextUntried(ConnectionId id, Set<SegmentCall> attempted) {
    return store.read(id, ReservationDriver::dueCalls).orElse(List.of()).stream()
        .filter(due -> !attempted.contains(due.call()))
        .findFirst();
  }

  /** Like {@link #advance}, for a stored decision; failed calls are retried later. */
  void advanceSafely(ConnectionId id) {
    try {
      advance(id);
    } catch (SegmentUnreachableException e) {
      LOG.warn("segment call failed connection={}: {}; will be retried", id, e.getMessage());
    }
  }

  private void callSegment(
      ConnectionId id, DueCall due, Deque<SegmentUnreachableException> unreachable) {
    try {
      recordResult(
          id, due.call(), segmentCaller.call(due.call(), id, due.revision(), due.requester()));
    } catch (SegmentUnreachableException e) {
      unreachable.add(e);
    }
  }

  private void recordResult(ConnectionId id, SegmentCall call, SegmentCallResult answer) {
    LOG.debug("segment call connection={} call={} result={}", id, call, answer);
    store.update(
        id,
        reservation -> {
          reservation.segments().applyResult(call, answer, clock.instant());
          var hasProgressed = !reservation.segments().dueCalls().contains(call);
          reservation.reschedule(hasProgressed, clock.instant());
        });
  }

  private static List<DueCall> dueCalls(Reservation reservation) {
    return reservation.segments().dueCalls().stream()
        .map(call -> new DueCall(call, reservation.revisionOf(call), reservation.requesterOf(call)))
        .toList();
  }
}

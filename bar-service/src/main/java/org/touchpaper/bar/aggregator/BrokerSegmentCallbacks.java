package org.touchpaper.bar.aggregator;

import java.time.Clock;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.segments.SegmentHold;
import org.touchpaper.bar.reservation.segments.SegmentHoldRepository;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentHolder;

/**
 * The BAR as the holder of its segments: answers their outcome queries and takes their
 * notifications.
 */
@Component
public class BrokerSegmentCallbacks implements SegmentHolder {

  private static final Logger LOG = LoggerFactory.getLogger(BrokerSegmentCallbacks.class);

  private final SegmentHoldRepository holdRepository;
  private final ReservationStore store;
  private final TransactionTemplate readTransaction;
  private final Clock clock;

  BrokerSegmentCallbacks(
      SegmentHoldRepository holdRepository,
      ReservationStore store,
      PlatformTransactionManager transactions,
      Clock clock) {
    this.holdRepository = holdRepository;
    this.store = store;
    this.readTransaction = new TransactionTemplate(transactions);
    this.clock = clock;
  }

  private record HeldSegment(ConnectionId connection, String peer) {}

  /** A missing row means abort, because a row is written before its segment is first called. */
  @Override
  public Outcome outcome(RequesterIdentity requester, ConnectionId segment, int version) {
    var heldSegment = findHeldSegment(requester, segment);
    var outcome =
        heldSegment
            .flatMap(held ->
                store.read(held.connection(), reservation -> reservation.outcome(segment, version)))
            .orElse(Outcome.ABORT);
    LOG.info(
        "outcome query peer={} segment={} version={} outcome={}",
        requester.peer(),
        segment,
        version,
        outcome);
    return outcome;
  }

  @Override
  public void notify(RequesterIdentity requester, Notification notification) {
    LOG.info("notification peer={} {}", requester.peer(), notification);
    findHeldSegment(requester, notification.connection())
        .ifPresent(held ->
            store.update(
                held.connection(), reservation -> applyNotification(reservation, notification)));
  }

  private void applyNotification(Reservation reservation, Notification notification) {
    var now = clock.instant();
    var segment = notification.connection();
    switch (notification) {
      case Notification.DataPlaneChanged(_, _, var dataPlane, var detail) ->
          reservation
              .segments()
              .applyDataPlaneChange(segment, dataPlane, detail.isEmpty() ? null : detail, now);
      case Notification.Alarm(_, _, var detail) ->
          reservation.segments().applyAlarm(segment, detail, now);
      case Notification.ForcedEnd(_, _, var reason, var cut) ->
          reservation.segments().applyForcedEnd(segment, reason, cut, now);
    }
    reservation.checkNow(now);
  }

  private Optional<HeldSegment> findHeldSegment(RequesterIdentity requester, ConnectionId segment) {
    var heldSegment =
        Optional.ofNullable(
                readTransaction.execute(_ -> holdRepository.listBySegment(segment.value())))
            .flatMap(holds -> holds.stream().findFirst())
            .map(BrokerSegmentCallbacks::toHeldSegment);
    if (heldSegment.map(held -> !held.peer().equals(requester.peer())).orElse(false)) {
      throw new SegmentFaultException(
          SegmentFaultException.Code.NOT_ALLOWED,
          segment,
          segment + " is not a segment of " + requester.peer());
    }
    return heldSegment;
  }

  private static HeldSegment toHeldSegment(SegmentHold hold) {
    return new HeldSegment(hold.connection(), hold.peer());
  }
}

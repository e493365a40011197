package org.touchpaper.bar.aggregator;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.Revision;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.reservation.HolderClientRegistry;

/**
 * Checks a reservation: makes due calls, queries its holder's decision, polls its segments, and
 * sends notifications.
 */
@Component
class ReservationCheckService {

  private static final Logger LOG = LoggerFactory.getLogger(ReservationCheckService.class);

  private final ReservationStore store;
  private final ReservationDriver driver;
  private final SegmentCaller segmentCaller;
  private final HolderClientRegistry holders;
  private final TransactionOutcomeReader transactionOutcomeReader;
  private final Clock clock;

  ReservationCheckService(
      ReservationStore store,
      ReservationDriver driver,
      SegmentCaller segmentCaller,
      HolderClientRegistry holders,
      TransactionOutcomeReader transactionOutcomeReader,
      Clock clock) {
    this.store = store;
    this.driver = driver;
    this.segmentCaller = segmentCaller;
    this.holders = holders;
    this.transactionOutcomeReader = transactionOutcomeReader;
    this.clock = clock;
  }

  private record UndecidedVersion(int version, Holder holder) {}

  private record MonitoredSegment(String peer, ConnectionId segment, RequesterIdentity requester) {}

  void reconcile(ConnectionId id) {
    var startedAt = clock.instant(); // so that an event during the check is not missed
    var due = store.read(id, Reservation::dueAt).flatMap(at -> at);
    store
        .read(id, Reservation::undecidedRevision)
        .flatMap(revision -> revision)
        .flatMap(ReservationCheckService::undecidedVersion)
        .ifPresent(undecided -> applyOutcome(id, undecided));
    driver.advance(id);
    var hasChanged = monitor(id);
    store.update(id, reservation -> reservation.operations().passEnd(clock.instant()));
    notifyHolder(id);
    store.update(id, reservation -> reservation.rescheduleAfterCheck(due, hasChanged, startedAt));
  }

  private static Optional<UndecidedVersion> undecidedVersion(Revision revision) {
    return revision.holder().map(holder -> new UndecidedVersion(revision.version(), holder));
  }

  private void applyOutcome(ConnectionId id, UndecidedVersion undecided) {
    var outcome = queryHolder(id, undecided);
    LOG.info(
        "outcome from holder connection={} version={} outcome={}",
        id,
        undecided.version(),
        outcome);
    store.update(
        id,
        reservation -> {
          var now = clock.instant();
          switch (outcome) {
            case COMMIT -> {
              if (reservation.answer(undecided.version()).isPresent()) {
                reservation.operations().commit(undecided.version(), "its holder", now);
              }
            }
            case ABORT -> reservation.operations().abort(undecided.version(), "its holder", now);
            case UNDECIDED -> {}
          }
        });
  }

  private Outcome queryHolder(ConnectionId id, UndecidedVersion undecided) {
    var requesterOfBooking =
        store.read(id, reservation -> reservation.origin().requester()).orElseThrow();
    var requester = segmentCaller.asSelf(requesterOfBooking);
    try {
      return switch (undecided.holder()) {
        case Holder.PeerService asker ->
            holders.clientFor(asker).outcome(requester, id, undecided.version());
        case Holder.Transaction(var transaction, var acceptors) ->
            transactionOutcomeReader.outcome(transaction, acceptors);
        case Holder.ExternalRequester(var instant) ->
            clock.instant().isBefore(instant) ? Outcome.UNDECIDED : Outcome.ABORT;
      };
    } catch (RuntimeException e) {
      LOG.warn("connection={}: its holder does not answer: {}", id, e.toString());
      return Outcome.UNDECIDED;
    }
  }

  private boolean monitor(ConnectionId id) {
    var segments = store.read(id, this::monitoredSegments).orElse(List.of());
    var hasChanged = false;
    for (var segment : segments) {
      hasChanged |= monitor(id, segment);
    }
    return hasChanged;
  }

  /**
   * Segments are polled from the start on, before it while the data plane is active, and after the
   * end until clean-up is verified.
   */
  private List<MonitoredSegment> monitoredSegments(Reservation reservation) {
    var hasStarted = reservation.startTime().map(at -> !clock.instant().isBefore(at)).orElse(false);
    var hasEnded = !reservation.lifecycle().isAlive();
    var isUp = reservation.dataPlaneStatus().dataPlane() != DataPlaneState.INACTIVE;
    if (reservation.bindingVersion() == 0
        || reservation.dataPlaneStatus().isReleased()
        || !(hasStarted || hasEnded || isUp)) {
      return List.of();
    }
    return reservation.inCircuitOrder().stream()
        .map(hold ->
            new MonitoredSegment(hold.peer(), hold.segment(), reservation.origin().requester()))
        .toList();
  }

  private boolean monitor(ConnectionId id, MonitoredSegment segment) {
    var requester = segmentCaller.asSelf(segment.requester());
    try {
      var report = segmentCaller.segments().get(segment.peer()).query(requester, segment.segment());
      return store
          .change(id, reservation -> applyReport(reservation, segment, report))
          .orElse(false);
    } catch (SegmentUnreachableException e) {
      LOG.warn("segment query failed connection={}: {}", id, e.getMessage());
      return false;
    }
  }

  private boolean applyReport(
      Reservation reservation, MonitoredSegment segment, ConnectionReport report) {
    var now = clock.instant();
    return switch (report) {
      case ConnectionReport.Unknown _ ->
          reservation
              .segments()
              .applyObservation(segment.segment(), DataPlaneState.INACTIVE, null, true, now);
      case ConnectionReport.Known known -> {
        if (known.lifecycle() == LifecycleState.FAILED) {
          var reason = Optional.ofNullable(known.problem()).orElse("ended by " + segment.peer());
          reservation.segments().applyForcedEnd(segment.segment(), reason, known.cut(), now);
        }
        yield reservation
            .segments()
            .applyObservation(
                segment.segment(), known.dataPlane(), known.problem(), known.released(), now);
      }
    };
  }

  private void notifyHolder(ConnectionId id) {
    var pending = store.read(id, this::pendingNotification).flatMap(notification -> notification);
    pending.ifPresent(notification -> {
      try {
        holders
            .clientFor(notification.holder())
            .notify(notification.requester(), notification.notification());
        store.update(id, reservation -> reservation.markNotified(notification.notification()));
      } catch (RuntimeException e) {
        LOG.warn("connection={}: its holder cannot be notified: {}", id, e.toString());
      }
    });
  }

  private record PendingNotification(
      Holder.PeerService holder, RequesterIdentity requester, Notification notification) {}

  private Optional<PendingNotification> pendingNotification(Reservation reservation) {
    var originalRequester = reservation.origin().requester();
    var requester = segmentCaller.asSelf(originalRequester);
    return reservation
        .pendingNotification(clock.instant())
        .map(notification ->
            new PendingNotification(
                reservation.notificationTarget().orElseThrow(), requester, notification));
  }
}

package org.touchpaper.bar.aggregator;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.event.BookingChangeRecorder;
import org.touchpaper.bar.history.BookingOrderAuditEvent;
import org.touchpaper.bar.history.HistoryRepository;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.ReservationRepository;
import org.touchpaper.bar.schedule.NextCheckScheduler;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.CutNotice;
import org.touchpaper.segment.connection.RequesterIdentity;

/**
 * The transactional store of reservations and their history. Each step is one short transaction
 * that locks the connection. No remote call is made inside.
 */
@Component
class ReservationStore {

  private final ReservationRepository repository;
  private final HistoryRepository historyRepository;
  private final BookingChangeRecorder changeRecorder;
  private final TransactionTemplate writeTransaction;
  private final TransactionTemplate readTransaction;
  private final ApplicationEventPublisher publisher;
  private final NextCheckScheduler checks;
  private final NextCheckScheduler pathChecks;
  private final CurrentNetworkDirectory directory;
  private final Clock clock;

  ReservationStore(
      ReservationRepository repository,
      HistoryRepository historyRepository,
      BookingChangeRecorder changeRecorder,
      PlatformTransactionManager transactions,
      ApplicationEventPublisher publisher,
      NextCheckScheduler reservationChecks,
      NextCheckScheduler pathChecks,
      CurrentNetworkDirectory directory,
      Clock clock) {
    this.repository = repository;
    this.historyRepository = historyRepository;
    this.changeRecorder = changeRecorder;
    this.writeTransaction = new TransactionTemplate(transactions);
    this.readTransaction = new TransactionTemplate(transactions);
    this.readTransaction.setReadOnly(true);
    this.publisher = publisher;
    this.checks = reservationChecks;
    this.pathChecks = pathChecks;
    this.directory = directory;
    this.clock = clock;
  }

  /** Changes a reservation, creating it if it does not exist. */
  <T> T changeOrCreate(
      ConnectionId id,
      RequesterIdentity requester,
      String description,
      String bodyDigest,
      Function<Reservation, T> step) {
    return runInTransaction(
        id,
        Optional.of(Reservation.of(id, requester, description, bodyDigest, clock.instant())),
        found -> step.apply(found.orElseThrow()));
  }

  /** Changes a reservation; empty if there is none. */
  <T> Optional<T> change(ConnectionId id, Function<Reservation, T> step) {
    return runInTransaction(id, Optional.empty(), found -> found.map(step));
  }

  /** Changes a reservation; false if there is none. */
  boolean update(ConnectionId id, Consumer<Reservation> step) {
    return change(
            id,
            reservation -> {
              step.accept(reservation);
              return true;
            })
        .isPresent();
  }

  /** Records an order of a person for security officers; within a step. */
  void recordOrder(BookingOrderAuditEvent.Kind kind, ConnectionId id, String who, String detail) {
    publisher.publishEvent(new BookingOrderAuditEvent(kind, id.value(), who, detail));
  }

  /** Whatever taught this broker of the cut: its own order, a notification, a query, a refusal. */
  private void recordCut(Reservation reservation, CutNotice cut) {
    recordOrder(
        BookingOrderAuditEvent.Kind.CUT, reservation.connection(), cut.by(), cut.sentence());
  }

  /** Checks all reservations after a start, because decisions and reports may have been missed. */
  @EventListener(ApplicationReadyEvent.class)
  void checkAll() {
    var now = clock.instant();
    writeTransaction.executeWithoutResult(_ -> {
      // in the order of runInTransaction, or the two could deadlock
      repository.makeAllTasksDue(ReservationTaskConfiguration.CHECK, now);
      repository.makeAllDue(now);
    });
  }

  /** Passes when a reservation is due to an action, in a transaction that locks it. */
  void lockAndRun(
      ConnectionId id,
      Function<Reservation, Optional<Instant>> dueAt,
      Consumer<Optional<Instant>> action) {
    runInTransaction(
        id,
        Optional.empty(),
        found -> {
          action.accept(found.flatMap(dueAt));
          return true;
        });
  }

  <T> Optional<T> read(ConnectionId id, Function<Reservation, T> query) {
    return Optional.ofNullable(
            readTransaction.execute(_ -> repository.findById(id.value()).map(query)))
        .flatMap(answer -> answer);
  }

  private <T> T runInTransaction(
      ConnectionId id,
      Optional<Reservation> newReservation,
      Function<Optional<Reservation>, T> step) {
    var events = new ArrayList<ReservationChanged>();
    var result =
        writeTransaction.execute(_ -> {
          events.clear();
          repository.acquireAdvisoryLock(id.toString());
          var stored = repository.findById(id.value());
          var subject = stored.or(() -> newReservation);
          var previousSnapshot = stored.map(this::snapshot);
          var before =
              stored.map(reservation ->
                  ReservationEventSnapshotMapper.beforeStep(reservation, clock.instant()));
          var previousDueAt = stored.flatMap(Reservation::dueAt);
          var previousCut = stored.flatMap(found -> found.lifecycle().cut());
          var previousPathCheckAt = stored.flatMap(found -> found.pathCheck().dueAt());
          var stepResult = step.apply(subject);
          subject.ifPresent(reservation -> {
            reservation.recordPhase(clock.instant(), directory.get()::productionAddresses);
            if (stored.isEmpty()) {
              repository.save(reservation);
            }
            reservation
                .lifecycle()
                .cut()
                .filter(cut -> !previousCut.equals(Optional.of(cut)))
                .ifPresent(cut -> recordCut(reservation, cut));
            var history = reservation.drainHistory();
            historyRepository.saveAll(history);
            var after =
                ReservationEventSnapshotMapper.afterStep(reservation, history, clock.instant());
            changeRecorder.record(before.orElseGet(after::asRequested), after);
            checks.update(id.value(), previousDueAt, reservation.dueAt());
            pathChecks.update(id.value(), previousPathCheckAt, reservation.pathCheck().dueAt());
            if (!previousSnapshot.equals(Optional.of(snapshot(reservation)))) {
              events.add(toEvent(reservation));
            }
          });
          return stepResult;
        });
    events.forEach(publisher::publishEvent);
    if (result == null) {
      throw new IllegalStateException("the transaction on " + id + " returned null");
    }
    return result;
  }

  private List<Object> snapshot(Reservation reservation) {
    return List.of(
        reservation.phase(clock.instant()),
        reservation.dataPlaneStatus().dataPlane(),
        reservation.problem(),
        reservation.reason(),
        reservation.pathCheck().result(),
        reservation.dataPlaneStatus().isReleased());
  }

  private ReservationChanged toEvent(Reservation reservation) {
    var now = clock.instant();
    return new ReservationChanged(
        reservation.connection(),
        reservation.origin().requester().correlationId(),
        reservation.origin().owner(),
        reservation.phase(now),
        now,
        reservation.reason().or(reservation::problem).orElse(""));
  }
}

package org.touchpaper.harc.rm.booking;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.harc.client.model.RunStatus;
import org.touchpaper.harc.rm.run.RunService;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.DurableTimer;
import org.touchpaper.harc.rm.scheduler.LocalScheduler;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.PrepareResult.ActionRefusal;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Refused;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import tools.jackson.databind.json.JsonMapper;

/**
 * The scheduler of a {@link Backend}. Each operation first records the intention in one database
 * transaction; the {@link BackendSynchronizer} then changes the backend, with no database
 * transaction open. Only a prepare waits for the backend: decisions are applied as soon as it
 * answers.
 */
public final class BackendResourceScheduler implements LocalScheduler {
  /** How long before its start a booking's nodes matter: there is time to repair one before. */
  private static final Duration OBSERVATION_LEAD = Duration.ofMinutes(10);

  private final Backend backend;
  private final BookingRepository bookings;
  private final TransactionResultRepository transactionResultRepository;
  private final BackendSynchronizer synchronizer;
  private final TransactionOperations database;
  private final DurableTimer timer;
  private final Clock clock;

  public BackendResourceScheduler(
      Backend backend,
      JdbcClient jdbc,
      JsonMapper json,
      TransactionOperations database,
      DurableTimer timer,
      Clock clock) {
    this(backend, jdbc, json, new BookingLocks(), database, timer, clock);
  }

  /** With its own locks. */
  public BackendResourceScheduler(
      Backend backend,
      JdbcClient jdbc,
      JsonMapper json,
      BookingLocks locks,
      TransactionOperations database,
      DurableTimer timer,
      Clock clock) {
    this.backend = backend;
    this.bookings = new BookingRepository(jdbc, backend.projection(), backend.assignments());
    this.transactionResultRepository = new TransactionResultRepository(jdbc, json, clock);
    this.synchronizer = new BackendSynchronizer(backend, bookings, locks, database, timer, clock);
    this.database = database;
    this.timer = timer;
    this.clock = clock;
  }

  public BackendSynchronizer synchronizer() {
    return synchronizer;
  }

  /**
   * Checks the settings after a restart, and schedules a check of every booking that may be due.
   *
   * @throws IllegalStateException if the settings contradict the bookings
   */
  public void resume() {
    database.executeWithoutResult(_ -> {
      bookings.lock(backend.resource());
      backend.verifySettings();
    });
    if (bookings.projection() == BackendPresenceMode.FROM_START) {
      scheduleUnfinished();
    }
    backend.runs().ifPresent(RunService::resume);
  }

  private void scheduleUnfinished() {
    bookings.listUnfinished().forEach(bookingId -> timer.schedule(bookingId, clock.instant()));
  }

  /**
   * Prepares; until the vote each repetition verifies the hold, which a third party may have taken.
   */
  @Override
  public PrepareResult prepare(Transaction transaction) {
    var result = recordedResult(transaction);
    if (result.isEmpty() && bookings.listByTransaction(transaction.id()).isEmpty()) {
      result = recordIntent(transaction);
    }
    return result
        .filter(recorded -> !isProjectedFromHold() || recorded instanceof Refused)
        .orElseGet(() -> hold(transaction));
  }

  private boolean isProjectedFromHold() {
    return bookings.projection() == BackendPresenceMode.FROM_HOLD;
  }

  private Optional<PrepareResult> recordedResult(Transaction transaction) {
    return transactionResultRepository.findResult(
        transaction, backend.resource(), () -> heldStatuses(transaction));
  }

  /** Records what is to be held; returns the result, if there is one already. */
  private Optional<PrepareResult> recordIntent(Transaction transaction) {
    var evaluator = backend.evaluator(transaction);
    return database.execute(status -> {
      bookings.lock(backend.resource());
      var recorded = recordedResult(transaction);
      if (recorded.isEmpty() && bookings.listByTransaction(transaction.id()).isEmpty()) {
        recordIntent(transaction, evaluator, status);
        return recordedResult(transaction);
      }
      return recorded;
    });
  }

  private void recordIntent(
      Transaction transaction, Backend.Evaluator evaluator, TransactionStatus status) {
    var savepoint = status.createSavepoint();
    var refusals =
        new TransactionHoldCreator(backend, evaluator, bookings, transaction, clock.instant())
            .hold();
    if (!refusals.isEmpty()) {
      status.rollbackToSavepoint(savepoint);
      transactionResultRepository.addRefused(transaction, refusals);
      return;
    }
    bookings.ownership().recordOwner(transaction);
    if (!isProjectedFromHold() || bookings.listByTransaction(transaction.id()).isEmpty()) {
      transactionResultRepository.addHeld(transaction); // The backend has nothing to hold.
    }
  }

  /** Has the backend hold what was recorded. */
  private PrepareResult hold(Transaction transaction) {
    for (var booking : bookings.listByTransaction(transaction.id())) {
      var refusal = synchronizer.hold(booking.bookingId());
      if (refusal.isPresent()) {
        return releaseAndRefuse(transaction, booking, refusal.get());
      }
    }
    return database.execute(_ -> {
      bookings.lock(backend.resource());
      transactionResultRepository.addHeld(transaction);
      return recordedResult(transaction).orElseThrow();
    });
  }

  /** Refuses because the backend itself refused, for example after a concurrent reservation. */
  private PrepareResult releaseAndRefuse(Transaction transaction, Booking booking, String reason) {
    var refusal = new Refusal(backend.busyCode(), backend.resource(), "Nodes", reason, null);
    database.executeWithoutResult(_ -> {
      bookings.lock(backend.resource());
      transactionResultRepository.overwriteWithRefusal(
          transaction, List.of(new ActionRefusal(booking.rootBookingId(), refusal)));
      releaseHold(transaction);
    });
    checkMade(transaction);
    return recordedResult(transaction).orElseThrow();
  }

  @Override
  public void commit(Transaction transaction) {
    database.executeWithoutResult(_ -> {
      bookings.lock(backend.resource());
      transactionResultRepository.commit(transaction.id());
      var made = bookings.listByTransaction(transaction.id());
      made.forEach(booking -> bookings.recordDecision(booking, booking.commit()));
      bookings
          .listChangedBy(transaction.id())
          .forEach(booking -> applyChange(transaction, booking, made));
      backend.runs().ifPresent(runs -> runs.commit(transaction));
      transaction.actions().forEach(action -> scheduleCheck(action.bookingId()));
    });
    if (isProjectedFromHold()) {
      transaction.actions().forEach(action -> check(action.bookingId()));
      bookings.listByTransaction(transaction.id()).stream()
          .filter(Booking::isPiece)
          .forEach(piece -> check(piece.bookingId()));
    }
  }

  /** Applies a change. A modification whose piece a third party took fails the booking. */
  private void applyChange(Transaction transaction, Booking booking, List<Booking> made) {
    var amendment = bookings.findAmendment(booking.bookingId(), transaction.id());
    var takenPiece =
        made.stream()
            .filter(piece ->
                piece.state() == BookingState.TAKEN
                    && piece.rootBookingId().equals(booking.bookingId()))
            .findFirst();
    if (amendment.isEmpty()) {
      cancel(booking);
    } else if (booking.hasFailed()) {
      bookings.dropChange(booking.bookingId());
    } else if (takenPiece.isPresent()) {
      bookings.dropChange(booking.bookingId());
      bookings.recordDecision(
          booking, booking.takenAway(String.valueOf(takenPiece.get().problem())));
    } else {
      bookings.saveModified(booking.modify(amendment.get()));
    }
  }

  /**
   * Cancels. A booking that has already ended or failed keeps its state, and no change of it is
   * held any longer.
   */
  private void cancel(Booking booking) {
    var now = clock.instant();
    var cancelled = booking.dueAt(now).cancel();
    bookings.recordDecision(booking, cancelled);
    if (cancelled.currentBooking(now).state() != ActionStatusDetails.State.CANCELLED) {
      bookings.dropChange(booking.bookingId());
    }
  }

  /** A check at a time by which the booking may be due. */
  private void scheduleCheck(String bookingId) {
    switch (bookings.projection()) {
      case NONE -> {}
      case FROM_START ->
          bookings
              .find(bookingId)
              .flatMap(booking -> booking.nextCheck(Instant.EPOCH, Duration.ZERO))
              .ifPresent(time -> timer.schedule(bookingId, time));
      case FROM_HOLD -> timer.schedule(bookingId, clock.instant());
    }
  }

  @Override
  public void abort(Transaction transaction) {
    database.executeWithoutResult(_ -> {
      bookings.lock(backend.resource());
      transactionResultRepository.abort(transaction);
      releaseHold(transaction);
    });
    checkMade(transaction);
  }

  private void releaseHold(Transaction transaction) {
    for (var booking : bookings.listByTransaction(transaction.id())) {
      bookings.recordDecision(booking, booking.abort());
      scheduleCheck(booking.bookingId());
    }
    bookings
        .listChangedBy(transaction.id())
        .forEach(booking -> bookings.dropChange(booking.bookingId()));
    backend.runs().ifPresent(runs -> runs.abort(transaction.id()));
  }

  private void checkMade(Transaction transaction) {
    if (isProjectedFromHold()) {
      bookings.listByTransaction(transaction.id()).forEach(booking -> check(booking.bookingId()));
    }
  }

  /** Checks at once, in addition to the scheduled check, so that the client sees the effect. */
  private void check(String bookingId) {
    synchronizer.check(bookingId).ifPresent(time -> timer.schedule(bookingId, time));
  }

  /** The statuses of the held actions; for a modification, with what it holds. */
  private List<ActionStatusDetails> heldStatuses(Transaction transaction) {
    return TransactionResultRepository.statusOfEach(
        transaction,
        bookingId ->
            bookings
                .find(bookingId)
                .map(booking -> {
                  var held =
                      bookings
                          .findAmendment(bookingId, transaction.id())
                          .orElse(booking.allocation());
                  return ActionStatusDetails.held(
                      bookingId, backend.reference(booking, held), held.items());
                }));
  }

  @Override
  public List<ActionStatusDetails> queryStatuses(Transaction transaction) {
    var now = clock.instant();
    return transactionResultRepository.listStatuses(
        transaction, bookingId -> bookings.find(bookingId).map(booking -> status(booking, now)));
  }

  private ActionStatusDetails status(Booking booking, Instant now) {
    return observed(booking, now)
        .actionStatus(
            now, backend.reference(booking, booking.allocation()), findRun(booking.bookingId()));
  }

  private Booking observed(Booking booking, Instant now) {
    return booking.problem() == null && isNeededBy(booking, now.plus(OBSERVATION_LEAD))
        ? booking.withProblem(backend.observedProblem(booking).orElse(null))
        : booking;
  }

  private static boolean isNeededBy(Booking booking, Instant soon) {
    return !booking.isOver()
        && booking.state().publicState() != ActionStatusDetails.State.HELD
        && booking.hasBegun(soon);
  }

  private @Nullable RunStatus findRun(String bookingId) {
    var runs = backend.runs();
    return runs.isEmpty() ? null : runs.get().findStatus(bookingId);
  }

  @Override
  public List<RegisteredApplication> listApplications(String resource, Person person) {
    return backend
        .runs()
        .filter(_ -> resource.equals(backend.resource()))
        .map(runs -> runs.listApplications(person))
        .orElse(List.of());
  }

  @Override
  public void purgeEndedBefore(Instant cutoff) {
    database.executeWithoutResult(_ -> {
      bookings.lock(backend.resource());
      bookings.purge(cutoff, clock.instant());
      transactionResultRepository.purge(cutoff);
    });
  }

  @Override
  public ResourceAvailability queryAvailability(ResourceAvailabilityQuery query) {
    return backend.queryAvailability(query);
  }
}

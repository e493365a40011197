package org.touchpaper.harc.rm.backend.units;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.rm.backend.units.UnitBooking.State;
import org.touchpaper.harc.rm.booking.PreparedTransactions;
import org.touchpaper.harc.rm.scheduler.ActionStatus;
import org.touchpaper.harc.rm.scheduler.LocalScheduler;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.PrepareResult.ActionRefusal;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.Window;

/** Books amounts of a facility's units. Every operation is one database transaction. */
public final class UnitScheduler implements LocalScheduler {
  private final Facility facility;
  private final UnitBookingRepository bookings;
  private final PreparedTransactions preparedTransactions;
  private final TransactionOperations database;
  private final Clock clock;

  public UnitScheduler(
      Facility facility,
      JdbcClient jdbc,
      PreparedTransactions preparedTransactions,
      TransactionOperations database,
      Clock clock) {
    this.facility = facility;
    this.bookings = new UnitBookingRepository(jdbc);
    this.preparedTransactions = preparedTransactions;
    this.database = database;
    this.clock = clock;
  }

  /**
   * Stores the configured capacities; call it before the first booking.
   *
   * @throws IllegalStateException if more is booked than a configured capacity
   */
  public void recordCapacities() {
    database.executeWithoutResult(_ -> {
      bookings.lock();
      new UnitSettingsGuard(bookings, clock.instant()).verify(facility);
      bookings.recordCapacities(facility);
    });
  }

  @Override
  public PrepareResult prepare(Transaction transaction) {
    return database.execute(status -> {
      bookings.lock();
      return preparedTransactions.prepareOnce(
          transaction,
          facility.name(),
          () -> hold(transaction, status),
          () -> heldStatuses(transaction));
    });
  }

  private List<ActionRefusal> hold(Transaction transaction, TransactionStatus status) {
    var savepoint = status.createSavepoint();
    var refusals =
        new UnitPrepareEvaluation(facility, bookings, transaction, clock.instant()).hold();
    if (refusals.isEmpty()) {
      bookings.ownership().recordOwner(transaction);
    } else {
      status.rollbackToSavepoint(savepoint);
    }
    return refusals;
  }

  @Override
  public void commit(Transaction transaction) {
    var id = transaction.id();
    database.executeWithoutResult(_ -> {
      bookings.lock();
      preparedTransactions.commit(id);
      bookings.listByTransaction(id).stream()
          .filter(booking -> booking.state() == State.HELD)
          .forEach(booking -> bookings.updateState(booking.bookingId(), State.COMMITTED));
      bookings.listChangedBy(id).forEach(booking -> applyChange(id, booking));
    });
  }

  /**
   * Applies a modification or cancellation. A booking that ended before its cancellation was
   * decided stays ended.
   */
  private void applyChange(String transaction, UnitBooking booking) {
    bookings
        .findModification(booking.bookingId(), transaction)
        .ifPresentOrElse(
            request -> bookings.applyModification(booking.bookingId(), transaction, request),
            () -> {
              if (booking.isOver(clock.instant())) {
                bookings.dropModification(booking.bookingId(), transaction);
              } else {
                bookings.end(booking.bookingId(), State.CANCELLED);
              }
            });
  }

  @Override
  public void abort(Transaction transaction) {
    var id = transaction.id();
    database.executeWithoutResult(_ -> {
      bookings.lock();
      preparedTransactions.abort(transaction);
      bookings
          .listByTransaction(id)
          .forEach(booking -> bookings.end(booking.bookingId(), State.ABORTED));
      bookings
          .listChangedBy(id)
          .forEach(booking -> bookings.dropModification(booking.bookingId(), id));
    });
  }

  /** The statuses of the held actions; for a change, with the held request. */
  private List<ActionStatus> heldStatuses(Transaction transaction) {
    return PreparedTransactions.statusOfEach(
        transaction,
        bookingId ->
            bookings
                .find(bookingId)
                .map(booking ->
                    bookings
                        .findModification(bookingId, transaction.id())
                        .orElse(booking.request()))
                .map(request ->
                    ActionStatus.held(bookingId, request.reference(), List.of(request.unit()))));
  }

  @Override
  public List<ActionStatus> queryStatuses(Transaction transaction) {
    var now = clock.instant();
    return preparedTransactions.listStatuses(
        transaction,
        bookingId -> bookings.find(bookingId).map(booking -> booking.actionStatus(now)));
  }

  @Override
  public void purgeEndedBefore(Instant cutoff) {
    database.executeWithoutResult(_ -> {
      bookings.lock();
      bookings.purge(cutoff);
      preparedTransactions.purge(cutoff);
    });
  }

  /** The resource is {@code facility/unit}. */
  @Override
  public ResourceAvailability queryAvailability(ResourceAvailabilityQuery query) {
    var unit = unitOf(query.resource());
    var window = query.window();
    var length = query.duration() == null ? Duration.ZERO : query.duration();
    var windowEnd = window.endTime().plus(length);
    var capacity =
        UnitCapacity.of(
            facility.capacityOf(unit),
            bookings.listOtherAllocations("", unit, window.startTime(), windowEnd));
    var steps =
        capacity.timetable().freeSteps(UnitCapacity.window(window)).steps().stream()
            .map(step ->
                new ResourceAvailability.Step(
                    new Schedule(step.window().start(), step.window().end()),
                    (int) Math.max(0, step.amount())))
            .toList();
    var startRanges =
        query.amount() == null || query.duration() == null
            ? List.<ResourceAvailability.StartRange>of()
            : capacity
                .timetable()
                .startRanges(new Window(window.startTime(), windowEnd), query.amount(), length)
                .ranges()
                .stream()
                .map(range -> new ResourceAvailability.StartRange(range.first(), range.last()))
                .toList();
    return new ResourceAvailability(unit, steps, startRanges);
  }

  private String unitOf(String resource) {
    var prefix = facility.name() + "/";
    var unit = resource.startsWith(prefix) ? resource.substring(prefix.length()) : "";
    if (facility.capacityOf(unit) == 0) {
      throw new IllegalArgumentException(
          "the resource must be " + prefix + "<unit>, not " + resource);
    }
    return unit;
  }
}

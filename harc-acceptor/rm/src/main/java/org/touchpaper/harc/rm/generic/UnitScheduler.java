package org.touchpaper.harc.rm.generic;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.rm.answer.Answers;
import org.touchpaper.harc.rm.generic.UnitBooking.State;
import org.touchpaper.harc.rm.local.FreeTime;
import org.touchpaper.harc.rm.local.FreeTimeQuestion;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.HoldAnswer.Reason;
import org.touchpaper.harc.rm.local.LocalScheduler;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.Window;

/** Promises amounts of a facility's units. Every verb is one database transaction. */
public final class UnitScheduler implements LocalScheduler {
  private final Facility facility;
  private final UnitBookings bookings;
  private final Answers answers;
  private final TransactionOperations database;
  private final Clock clock;

  public UnitScheduler(
      Facility facility,
      JdbcClient jdbc,
      Answers answers,
      TransactionOperations database,
      Clock clock) {
    this.facility = facility;
    this.bookings = new UnitBookings(jdbc);
    this.answers = answers;
    this.database = database;
    this.clock = clock;
  }

  /**
   * Tells the database what there is; to be called before anything is booked.
   *
   * @throws IllegalStateException if more is promised than there is
   */
  public void open() {
    database.executeWithoutResult(_ -> {
      bookings.lock();
      new UnitsOnRecord(bookings, clock.instant()).expect(facility);
      bookings.record(facility);
    });
  }

  @Override
  public HoldAnswer prepare(Transaction transaction) {
    return database.execute(status -> {
      bookings.lock();
      return answers.once(
          transaction, facility.name(), () -> hold(transaction, status), () -> held(transaction));
    });
  }

  private List<Reason> hold(Transaction transaction, TransactionStatus status) {
    var before = status.createSavepoint();
    var reasons = new UnitHolding(facility, bookings, transaction, clock.instant()).hold();
    if (reasons.isEmpty()) {
      bookings.owners().record(transaction);
    } else {
      status.rollbackToSavepoint(before);
    }
    return reasons;
  }

  @Override
  public void commit(Transaction transaction) {
    var id = transaction.id();
    database.executeWithoutResult(_ -> {
      bookings.lock();
      answers.commit(id);
      bookings.listOf(id).stream()
          .filter(made -> made.state() == State.HELD)
          .forEach(made -> bookings.become(made.ident(), State.COMMITTED));
      bookings.listChangedBy(id).forEach(changed -> change(id, changed));
    });
  }

  /** What ended before its cancellation was decided has ended. */
  private void change(String transaction, UnitBooking changed) {
    bookings
        .findAmendment(changed.ident(), transaction)
        .ifPresentOrElse(
            wanted -> bookings.amend(changed.ident(), transaction, wanted),
            () -> {
              if (changed.isOver(clock.instant())) {
                bookings.drop(changed.ident(), transaction);
              } else {
                bookings.end(changed.ident(), State.CANCELLED);
              }
            });
  }

  @Override
  public void abort(Transaction transaction) {
    var id = transaction.id();
    database.executeWithoutResult(_ -> {
      bookings.lock();
      answers.abort(transaction);
      bookings.listOf(id).forEach(made -> bookings.end(made.ident(), State.ABORTED));
      bookings.listChangedBy(id).forEach(held -> bookings.drop(held.ident(), id));
    });
  }

  /** Of a change, what it is about to get. */
  private List<Part> held(Transaction transaction) {
    return Answers.each(
        transaction,
        ident ->
            bookings
                .find(ident)
                .map(booking ->
                    bookings.findAmendment(ident, transaction.id()).orElse(booking.wanted()))
                .map(wanted -> Part.held(ident, wanted.reference(), List.of(wanted.unit()))));
  }

  @Override
  public List<Part> query(Transaction transaction) {
    var now = clock.instant();
    return answers.query(
        transaction, ident -> bookings.find(ident).map(booking -> booking.part(now)));
  }

  @Override
  public void forget(Instant before) {
    database.executeWithoutResult(_ -> {
      bookings.lock();
      bookings.forget(before);
      answers.forget(before);
    });
  }

  /** Asked of {@code facility/unit}. */
  @Override
  public FreeTime timetable(FreeTimeQuestion question) {
    var unit = unit(question.resource());
    var window = question.window();
    var length = question.duration() == null ? Duration.ZERO : question.duration();
    var to = window.endTime().plus(length);
    var room =
        Room.of(facility.capacityOf(unit), bookings.listTakenBut("", unit, window.startTime(), to));
    var steps =
        room.timetable().freeSteps(Room.window(window)).steps().stream()
            .map(step ->
                new FreeTime.Step(
                    new Schedule(step.during().start(), step.during().end()),
                    (int) Math.max(0, step.amount())))
            .toList();
    var starts =
        question.amount() == null || question.duration() == null
            ? List.<FreeTime.StartRange>of()
            : room
                .timetable()
                .starts(new Window(window.startTime(), to), question.amount(), length)
                .ranges()
                .stream()
                .map(range -> new FreeTime.StartRange(range.first(), range.last()))
                .toList();
    return new FreeTime(unit, steps, starts);
  }

  private String unit(String resource) {
    var prefix = facility.name() + "/";
    var unit = resource.startsWith(prefix) ? resource.substring(prefix.length()) : "";
    if (facility.capacityOf(unit) == 0) {
      throw new IllegalArgumentException(
          "what is asked about is " + prefix + " and one of its units, not " + resource);
    }
    return unit;
  }
}

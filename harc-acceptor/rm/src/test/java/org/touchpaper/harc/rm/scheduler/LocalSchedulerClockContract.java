package org.touchpaper.harc.rm.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails.State;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Refused;
import org.touchpaper.segment.connection.Schedule;

/**
 * The contract tests for local schedulers with a settable clock: a decision may come before or
 * after any start and any end. Until then a booking keeps its state and schedule; then it becomes
 * what was decided, at once if its time has come, and never fails by itself. Each scenario runs on
 * its own day, in minutes after nine, with a crash at every write in turn.
 */
public abstract class LocalSchedulerClockContract extends LocalSchedulerContract {

  /** As {@link #small(String)}, at that time. */
  protected abstract BookingAction.Make small(String bookingId, Schedule schedule);

  /** As {@link #large(String)}, at that time. */
  protected abstract BookingAction.Make large(String bookingId, Schedule schedule);

  /** Sets the clock and does what is due by then. */
  protected abstract void turnTo(Instant instant);

  /**
   * Whether the owner has access now, as the backend itself shows it; empty if it cannot show it.
   */
  protected abstract Optional<Boolean> isOpen(String bookingId);

  @Test
  void aBookingCommittedAfterItsStartStartsAtOnce() {
    forEachDay(day -> {
      day.prepare(day.make);
      day.turnTo(5);
      day.expect(State.HELD);
      day.commit(day.make);
      day.turnTo(5);
      day.expect(State.ACTIVE);
      day.turnTo(60);
      day.expect(State.ENDED);
    });
  }

  @Test
  void aBookingCommittedAfterItsEndHasEnded() {
    forEachDay(day -> {
      day.prepare(day.make);
      day.turnTo(61);
      day.expect(State.HELD);
      day.commit(day.make);
      day.turnTo(61);
      day.expect(State.ENDED);
    });
  }

  /** An active booking is closed, and opened again at its new time. */
  @ParameterizedTest
  @CsvSource({"120, 180", "30, 90", "60, 120"})
  void aStartedBookingThatIsMovedWaitsForItsNewStart(int from, int to) {
    forEachDay(day -> {
      day.book();
      var move = day.modify(from, to);
      day.prepare(move);
      day.turnTo(10);
      day.expect(State.ACTIVE);
      day.commit(move);
      day.turnTo(10);
      day.expect(State.COMMITTED);
      day.turnTo(from - 1);
      day.expect(State.COMMITTED);
      day.turnTo(from);
      day.expect(State.ACTIVE);
      day.turnTo(to);
      day.expect(State.ENDED);
      day.expectCapacityUntil(180);
    });
  }

  @ParameterizedTest
  @CsvSource({"120, 180", "30, 90"})
  void anEndedBookingThatIsMovedStartsAgainAtItsNewTime(int from, int to) {
    forEachDay(day -> {
      day.book();
      var move = day.modify(from, to);
      day.prepare(move);
      day.turnTo(10);
      day.turnTo(70);
      day.expect(State.ENDED);
      day.commit(move);
      day.turnTo(70);
      day.expect(from > 70 ? State.COMMITTED : State.ACTIVE);
      day.turnTo(from > 70 ? from : 71);
      day.expect(State.ACTIVE);
      day.turnTo(to);
      day.expect(State.ENDED);
    });
  }

  @Test
  void anEndedBookingThatIsExtendedIsActiveAgainAtOnce() {
    forEachDay(day -> {
      day.book();
      day.turnTo(10);
      var prolong = day.modify(0, 90);
      day.prepare(prolong);
      day.turnTo(61);
      day.expect(State.ENDED);
      day.commit(prolong);
      day.turnTo(61);
      day.expect(State.ACTIVE);
      day.turnTo(90);
      day.expect(State.ENDED);
    });
  }

  /** The scheduler's process was down from before the old end until after the decision. */
  @Test
  void anExtensionDecidedInTimeAndAppliedLateIsActive() {
    forEachDay(day -> {
      day.book();
      day.turnTo(10);
      var prolong = day.modify(0, 90);
      day.prepare(prolong);
      day.setClock(61);
      day.commit(prolong);
      day.turnTo(61);
      day.expect(State.ACTIVE);
      day.turnTo(90);
      day.expect(State.ENDED);
    });
  }

  @ParameterizedTest
  @CsvSource({"0, 90, 91", "0, 30, 40", "120, 180, 181"})
  void aBookingModifiedAfterItsNewEndHasEnded(int from, int to, int decided) {
    forEachDay(day -> {
      day.book();
      var modify = day.modify(from, to);
      day.prepare(modify);
      day.turnTo(10);
      day.expect(State.ACTIVE);
      day.turnTo(decided);
      day.commit(modify);
      day.turnTo(decided);
      day.expect(State.ENDED);
      day.expectCapacityUntil(180);
    });
  }

  @ParameterizedTest
  @CsvSource({"10", "61"})
  void aLateAbortOfAModificationLeavesTheBookingItsSchedule(int givenUp) {
    forEachDay(day -> {
      day.book();
      var move = day.modify(120, 180);
      day.prepare(move);
      day.turnTo(givenUp);
      var before = givenUp < 60 ? State.ACTIVE : State.ENDED;
      day.expect(before);
      repeatAcrossCrash(() -> newScheduler().abort(move));
      day.turnTo(givenUp);
      day.expect(before);
      day.turnTo(61);
      day.expect(State.ENDED);
      day.expectCapacityUntil(180);
    });
  }

  @ParameterizedTest
  @CsvSource({"10, CANCELLED", "61, ENDED"})
  void aLateCancelEndsTheRestOfTheBooking(int decided, State end) {
    forEachDay(day -> {
      day.book();
      var cancel =
          TestRequests.transaction("t.x" + day.bookingId, new BookingAction.Cancel(day.bookingId));
      day.prepare(cancel);
      day.turnTo(10);
      day.expect(State.ACTIVE);
      day.turnTo(decided);
      day.commit(cancel);
      day.turnTo(decided);
      day.expect(end);
      day.expectCapacityUntil(60);
    });
  }

  /** A client that lost its record of the first cancellation repeats it in another transaction. */
  @Test
  void aBookingThatEndedBeforeItsCancelWasDecidedCanBeCancelledAgain() {
    forEachDay(day -> {
      day.book();
      var cancel =
          TestRequests.transaction("t.x" + day.bookingId, new BookingAction.Cancel(day.bookingId));
      day.prepare(cancel);
      day.turnTo(61);
      day.commit(cancel);
      day.turnTo(61);
      var again =
          TestRequests.transaction("t.y" + day.bookingId, new BookingAction.Cancel(day.bookingId));
      day.prepare(again);
      day.commit(again);
      day.commit(cancel);
      day.turnTo(61);
      day.expect(State.ENDED);
    });
  }

  @Test
  void aCancelOfAnEndedBookingIsAccepted() {
    forEachDay(day -> {
      day.book();
      day.turnTo(61);
      var cancel =
          TestRequests.transaction("t.x" + day.bookingId, new BookingAction.Cancel(day.bookingId));
      day.prepare(cancel);
      day.commit(cancel);
      day.turnTo(61);
      day.expect(State.ENDED);
    });
  }

  /** Otherwise the booking would be active again although its cancellation was accepted. */
  @Test
  void aCancelOfAnEndedBookingWithAHeldExtensionIsRefused() {
    forEachDay(day -> {
      day.book();
      day.turnTo(10);
      day.prepare(day.modify(0, 90));
      day.turnTo(61);
      var cancel =
          TestRequests.transaction("t.x" + day.bookingId, new BookingAction.Cancel(day.bookingId));
      repeatAcrossCrash(
          () -> assertThat(newScheduler().prepare(cancel)).isInstanceOf(Refused.class));
    });
  }

  /** A purged transaction is unknown. */
  @Test
  void purgesEndedBookingsAndNothingElse() {
    forEachDay(day -> {
      day.book();
      var prolong = day.modify(0, 90);
      day.prepare(prolong);
      day.commit(prolong);
      var undecided =
          TestRequests.transaction(
              "t.u" + day.bookingId, small(day.otherBookingId(), day.at(0, 60)));
      day.prepare(undecided);
      var refused =
          TestRequests.transaction("t.n" + day.bookingId, small(day.bookingId, day.at(0, 60)));
      repeatAcrossCrash(
          () -> assertThat(newScheduler().prepare(refused)).isInstanceOf(Refused.class));
      day.turnTo(91);
      repeatAcrossCrash(() -> newScheduler().purgeEndedBefore(day.at(90)));
      day.expect(State.ENDED);
      assertThat(newScheduler().queryStatuses(prolong)).isNotEmpty();
      repeatAcrossCrash(() -> newScheduler().purgeEndedBefore(day.at(91)));
      assertThat(newScheduler().queryStatuses(day.make)).isEmpty();
      assertThat(newScheduler().queryStatuses(prolong)).isEmpty();
      assertThat(newScheduler().queryStatuses(refused)).isEmpty();
      assertThat(newScheduler().queryStatuses(undecided))
          .extracting(ActionStatusDetails::state)
          .containsExactly(State.HELD);
      repeatAcrossCrash(() -> newScheduler().abort(undecided));
      day.turnTo(91);
    });
  }

  /** The daily work takes as long after years as in the first week. */
  @Test
  void noQueryScansATable() {
    assertThat(ResourceManagerDatabase.tablesScannedBy(this::runOneDay)).isEmpty();
  }

  private void runOneDay(DataSource database) {
    var scheduler = startOn(database);
    var schedule = TestRequests.minutes(0, 60);
    for (var n = 1; n <= 2; n++) {
      var make = TestRequests.transaction("t.c" + n, small(bookingId(n), schedule));
      scheduler.prepare(make);
      scheduler.commit(make);
      scheduler.prepare(TestRequests.transaction("t.n" + n, large(bookingId(n + 10), schedule)));
      var aborted = TestRequests.transaction("t.g" + n, small(bookingId(n + 20), schedule));
      scheduler.prepare(aborted);
      scheduler.abort(aborted);
      var modify =
          TestRequests.transaction(
              "t.m" + n, new BookingAction.Modify(bookingId(n), TestRequests.minutes(0, 90), null));
      scheduler.prepare(modify);
      scheduler.commit(modify);
      scheduler.queryStatuses(modify);
      runDueWork(database);
    }
    var cancel = TestRequests.transaction("t.x", new BookingAction.Cancel(bookingId(1)));
    scheduler.prepare(cancel);
    scheduler.commit(cancel);
    runDueWork(database);
    scheduler.queryStatuses(cancel);
    scheduler.purgeEndedBefore(TestRequests.NINE_O_CLOCK.plus(Duration.ofDays(1)));
  }

  /** As {@link #newScheduler()}, on another database. */
  protected abstract LocalScheduler startOn(DataSource database);

  /** Runs the due work, on that database. */
  protected abstract void runDueWork(DataSource database);

  private void forEachDay(Consumer<Day> scenario) {
    crashAtEveryWrite(n -> scenario.accept(new Day(n)));
  }

  /** One day with one booking from nine to ten. */
  private final class Day {
    private final int number;
    private final String bookingId;
    private final Transaction make;
    private int minute;

    Day(int number) {
      this.number = number;
      this.bookingId = bookingId(number);
      this.make = TestRequests.transaction("t.c" + bookingId, small(bookingId, at(0, 60)));
      turnTo(-10);
    }

    private Instant at(int minute) {
      return TestRequests.NINE_O_CLOCK.plus(Duration.ofDays(number)).plusSeconds(60L * minute);
    }

    private Schedule at(int from, int to) {
      return new Schedule(at(from), at(to));
    }

    void setClock(int minute) {
      LocalSchedulerClockContract.this.setClock(at(minute));
    }

    void turnTo(int newMinute) {
      minute = newMinute;
      repeatAcrossCrash(() -> LocalSchedulerClockContract.this.turnTo(at(newMinute)));
    }

    void prepare(Transaction transaction) {
      repeatAcrossCrash(
          () -> assertThat(newScheduler().prepare(transaction)).isInstanceOf(Held.class));
    }

    void commit(Transaction transaction) {
      repeatAcrossCrash(() -> newScheduler().commit(transaction));
    }

    void book() {
      prepare(make);
      commit(make);
    }

    Transaction modify(int from, int to) {
      return TestRequests.transaction(
          "t.m" + bookingId, new BookingAction.Modify(bookingId, at(from, to), null));
    }

    String otherBookingId() {
      return LocalSchedulerClockContract.this.bookingId(50_000 + number);
    }

    void expect(State state) {
      var part = newScheduler().queryStatuses(make).getFirst();
      assertThat(part.state()).isEqualTo(state);
      assertThat(part.problem()).isNull();
      assertThat(part.released()).isEqualTo(state == State.ENDED || state == State.CANCELLED);
      isOpen(bookingId).ifPresent(open -> assertThat(open).isEqualTo(state == State.ACTIVE));
    }

    /** Verifies that nothing of it is unavailable to others until then and some minutes more. */
    void expectCapacityUntil(int until) {
      var large = large(bookingId(100_000 + number), at(minute, until + 10));
      var probe = TestRequests.transaction("t.r" + bookingId, large);
      prepare(probe);
      LocalSchedulerClockContract.this.repeatAcrossCrash(() -> newScheduler().abort(probe));
    }
  }

  /** Sets the clock only, as while the process is down. */
  protected abstract void setClock(Instant instant);
}

package org.touchpaper.harc.rm.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;
import org.touchpaper.harc.rm.local.HoldAnswer.Refused;
import org.touchpaper.harc.rm.local.Part.State;
import org.touchpaper.segment.connection.Schedule;

/**
 * What every local scheduler must pass whose clock can be turned: a decision may come before or
 * after any start and any end. Until it does a booking is what it was, and runs and ends as that;
 * then it is what was decided, at once if its time has come, and nothing fails by itself. Each
 * story is told on a day of its own, in minutes after nine, with a kill at every write in turn.
 */
public abstract class LocalSchedulerClockContract extends LocalSchedulerContract {

  /** As {@link #modest(String)}, at that time. */
  protected abstract Action.Make modest(String ident, Schedule schedule);

  /** As {@link #greedy(String)}, at that time. */
  protected abstract Action.Make greedy(String ident, Schedule schedule);

  /** Turns the clock and does what has come due by then. */
  protected abstract void turnTo(Instant instant);

  /** Whether its holder is let in at this moment, as the backend itself shows it, if it does. */
  protected abstract Optional<Boolean> isOpen(String ident);

  @Test
  void whatIsDecidedAfterItsStartStartsAtOnce() {
    everyDay(day -> {
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
  void whatIsDecidedAfterItsEndHasEnded() {
    everyDay(day -> {
      day.prepare(day.make);
      day.turnTo(61);
      day.expect(State.HELD);
      day.commit(day.make);
      day.turnTo(61);
      day.expect(State.ENDED);
    });
  }

  /** What was opened is closed, and opened again at its new time. */
  @ParameterizedTest
  @CsvSource({"120, 180", "30, 90", "60, 120"})
  void whatIsMovedAfterItBeganWaitsForItsNewStart(int from, int to) {
    everyDay(day -> {
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
      day.expectRoom(180);
    });
  }

  @ParameterizedTest
  @CsvSource({"120, 180", "30, 90"})
  void whatIsMovedAfterItEndedBeginsAgainInItsNewTime(int from, int to) {
    everyDay(day -> {
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
  void whatIsProlongedAfterItsEndIsUpAgainAtOnce() {
    everyDay(day -> {
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

  /** The scheduler's process was away from before the old end until after the decision. */
  @Test
  void whatIsProlongedInTimeAndCarriedOutLateIsUp() {
    everyDay(day -> {
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
  void whatIsModifiedAfterItsNewEndHasEnded(int from, int to, int decided) {
    everyDay(day -> {
      day.book();
      var modify = day.modify(from, to);
      day.prepare(modify);
      day.turnTo(10);
      day.expect(State.ACTIVE);
      day.turnTo(decided);
      day.commit(modify);
      day.turnTo(decided);
      day.expect(State.ENDED);
      day.expectRoom(180);
    });
  }

  @ParameterizedTest
  @CsvSource({"10", "61"})
  void aModificationGivenUpLateLeavesTheBookingItsTime(int givenUp) {
    everyDay(day -> {
      day.book();
      var move = day.modify(120, 180);
      day.prepare(move);
      day.turnTo(givenUp);
      var before = givenUp < 60 ? State.ACTIVE : State.ENDED;
      day.expect(before);
      until(() -> start().abort(move));
      day.turnTo(givenUp);
      day.expect(before);
      day.turnTo(61);
      day.expect(State.ENDED);
      day.expectRoom(180);
    });
  }

  @ParameterizedTest
  @CsvSource({"10, CANCELLED", "61, ENDED"})
  void aCancelDecidedLateEndsWhatIsLeft(int decided, State end) {
    everyDay(day -> {
      day.book();
      var cancel = Ask.transaction("t.x" + day.ident, new Action.Cancel(day.ident));
      day.prepare(cancel);
      day.turnTo(10);
      day.expect(State.ACTIVE);
      day.turnTo(decided);
      day.commit(cancel);
      day.turnTo(decided);
      day.expect(end);
      day.expectRoom(60);
    });
  }

  /** Whoever lost the books of the first cancel asks under another number. */
  @Test
  void whatEndedBeforeItsCancelWasDecidedCanBeCancelledAgain() {
    everyDay(day -> {
      day.book();
      var cancel = Ask.transaction("t.x" + day.ident, new Action.Cancel(day.ident));
      day.prepare(cancel);
      day.turnTo(61);
      day.commit(cancel);
      day.turnTo(61);
      var again = Ask.transaction("t.y" + day.ident, new Action.Cancel(day.ident));
      day.prepare(again);
      day.commit(again);
      day.commit(cancel);
      day.turnTo(61);
      day.expect(State.ENDED);
    });
  }

  @Test
  void aCancelOfWhatHasEndedIsAgreedTo() {
    everyDay(day -> {
      day.book();
      day.turnTo(61);
      var cancel = Ask.transaction("t.x" + day.ident, new Action.Cancel(day.ident));
      day.prepare(cancel);
      day.commit(cancel);
      day.turnTo(61);
      day.expect(State.ENDED);
    });
  }

  /** It would be up again, though its cancel was agreed to. */
  @Test
  void aCancelOfWhatHasEndedAndMayYetBeProlongedIsRefused() {
    everyDay(day -> {
      day.book();
      day.turnTo(10);
      day.prepare(day.modify(0, 90));
      day.turnTo(61);
      var cancel = Ask.transaction("t.x" + day.ident, new Action.Cancel(day.ident));
      until(() -> assertThat(start().prepare(cancel)).isInstanceOf(Refused.class));
    });
  }

  /** Of what is forgotten nothing is known, not even that it was asked for. */
  @Test
  void forgetsWhatEndedAndNothingElse() {
    everyDay(day -> {
      day.book();
      var prolong = day.modify(0, 90);
      day.prepare(prolong);
      day.commit(prolong);
      var undecided = Ask.transaction("t.u" + day.ident, modest(day.other(), day.at(0, 60)));
      day.prepare(undecided);
      var refused = Ask.transaction("t.n" + day.ident, modest(day.ident, day.at(0, 60)));
      until(() -> assertThat(start().prepare(refused)).isInstanceOf(Refused.class));
      day.turnTo(91);
      until(() -> start().forget(day.at(90)));
      day.expect(State.ENDED);
      assertThat(start().query(prolong)).isNotEmpty();
      until(() -> start().forget(day.at(91)));
      assertThat(start().query(day.make)).isEmpty();
      assertThat(start().query(prolong)).isEmpty();
      assertThat(start().query(refused)).isEmpty();
      assertThat(start().query(undecided)).extracting(Part::state).containsExactly(State.HELD);
      until(() -> start().abort(undecided));
      day.turnTo(91);
    });
  }

  /** So a day's work takes as long after years as in the first week. */
  @Test
  void noQueryReadsAWholeTable() {
    assertThat(Store.readWhole(this::aDaysWork)).isEmpty();
  }

  private void aDaysWork(DataSource database) {
    var scheduler = startOn(database);
    var schedule = Ask.minutes(0, 60);
    for (var n = 1; n <= 2; n++) {
      var make = Ask.transaction("t.c" + n, modest(ident(n), schedule));
      scheduler.prepare(make);
      scheduler.commit(make);
      scheduler.prepare(Ask.transaction("t.n" + n, greedy(ident(n + 10), schedule)));
      var given = Ask.transaction("t.g" + n, modest(ident(n + 20), schedule));
      scheduler.prepare(given);
      scheduler.abort(given);
      var modify =
          Ask.transaction("t.m" + n, new Action.Modify(ident(n), Ask.minutes(0, 90), null));
      scheduler.prepare(modify);
      scheduler.commit(modify);
      scheduler.query(modify);
      lookAround(database);
    }
    var cancel = Ask.transaction("t.x", new Action.Cancel(ident(1)));
    scheduler.prepare(cancel);
    scheduler.commit(cancel);
    lookAround(database);
    scheduler.query(cancel);
    scheduler.forget(Ask.NINE.plus(Duration.ofDays(1)));
  }

  /** As {@link #start()}, on another database. */
  protected abstract LocalScheduler startOn(DataSource database);

  /** Does what it does by itself, there. */
  protected abstract void lookAround(DataSource database);

  private void everyDay(Consumer<Day> story) {
    killedEverywhere(n -> story.accept(new Day(n)));
  }

  /** One day, one booking from nine to ten. */
  private final class Day {
    private final int number;
    private final String ident;
    private final Transaction make;
    private int minute;

    Day(int number) {
      this.number = number;
      this.ident = ident(number);
      this.make = Ask.transaction("t.c" + ident, modest(ident, at(0, 60)));
      turnTo(-10);
    }

    private Instant at(int minute) {
      return Ask.NINE.plus(Duration.ofDays(number)).plusSeconds(60L * minute);
    }

    private Schedule at(int from, int to) {
      return new Schedule(at(from), at(to));
    }

    void setClock(int minute) {
      LocalSchedulerClockContract.this.setClock(at(minute));
    }

    void turnTo(int then) {
      minute = then;
      until(() -> LocalSchedulerClockContract.this.turnTo(at(then)));
    }

    void prepare(Transaction transaction) {
      until(() -> assertThat(start().prepare(transaction)).isInstanceOf(Held.class));
    }

    void commit(Transaction transaction) {
      until(() -> start().commit(transaction));
    }

    void book() {
      prepare(make);
      commit(make);
    }

    Transaction modify(int from, int to) {
      return Ask.transaction("t.m" + ident, new Action.Modify(ident, at(from, to), null));
    }

    String other() {
      return LocalSchedulerClockContract.this.ident(50_000 + number);
    }

    void expect(State state) {
      var part = start().query(make).getFirst();
      assertThat(part.state()).isEqualTo(state);
      assertThat(part.problem()).isNull();
      assertThat(part.released()).isEqualTo(state == State.ENDED || state == State.CANCELLED);
      isOpen(ident).ifPresent(open -> assertThat(open).isEqualTo(state == State.ACTIVE));
    }

    /** Nothing of it is kept from others until then, and some minutes more. */
    void expectRoom(int until) {
      var all = greedy(ident(100_000 + number), at(minute, until + 10));
      var other = Ask.transaction("t.r" + ident, all);
      prepare(other);
      LocalSchedulerClockContract.this.until(() -> start().abort(other));
    }
  }

  /** Turns the clock alone: the process is down. */
  protected abstract void setClock(Instant instant);
}

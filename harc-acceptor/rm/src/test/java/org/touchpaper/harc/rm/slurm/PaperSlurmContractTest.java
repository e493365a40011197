package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Crashes;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;
import org.touchpaper.harc.rm.local.LocalScheduler;
import org.touchpaper.harc.rm.local.LocalSchedulerClockContract;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Schedule;

/** Bookings in a Slurm as time goes by; the real one's clock cannot be turned. */
class PaperSlurmContractTest extends LocalSchedulerClockContract {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final Crashes crashes = new Crashes();
  private final SettableClock clock = SettableClock.at(Ask.NINE.minusSeconds(3600));
  private final PaperSlurm paper = new PaperSlurm(clock);
  private final PaperSlurm elsewhere = new PaperSlurm(clock);
  private final SlurmUnderTest slurm =
      new SlurmUnderTest(
          "man", crashes.around(STORE.database()), new KillableSlurm(paper, crashes), clock);

  /** Whatever became of it: Slurm has what the calendar calls for, and nothing else of ours. */
  @AfterEach
  void slurmSaysWhatTheCalendarSays() {
    slurm.patrol().look();
    assertThat(paper.listReservations())
        .extracting(SlurmReservation::name)
        .containsExactlyInAnyOrderElementsOf(
            slurm.unfinished().stream()
                .filter(booking -> clock.instant().isBefore(booking.schedule().endTime()))
                .map(Booking::reservation)
                .toList());
  }

  @Override
  protected LocalScheduler start() {
    return slurm.start();
  }

  @Override
  protected Action.Make modest(String ident) {
    return modest(ident, Ask.minutes(0, 60));
  }

  @Override
  protected Action.Make greedy(String ident) {
    return greedy(ident, Ask.minutes(0, 60));
  }

  @Override
  protected Action.Make modest(String ident, Schedule schedule) {
    return slurm.nodes(ident, 1, schedule);
  }

  @Override
  protected Action.Make greedy(String ident, Schedule schedule) {
    return slurm.nodes(ident, PaperSlurm.NODES.size(), schedule);
  }

  @Override
  protected void setClock(Instant instant) {
    clock.set(instant);
  }

  @Override
  protected void turnTo(Instant instant) {
    slurm.turnTo(instant);
  }

  @Override
  protected void restarted() {
    slurm.restart();
  }

  @Override
  protected Optional<Boolean> isOpen(String ident) {
    return Optional.of(
        paper
            .find(slurm.cluster.reservationOf(ident))
            .filter(SlurmReservation::isActive)
            .filter(is -> is.isOnlyFor(SlurmUnderTest.ANNES))
            .isPresent());
  }

  @Override
  protected String ident(int n) {
    return "run-" + n;
  }

  @Override
  protected LocalScheduler startOn(DataSource database) {
    return on(database).start();
  }

  @Override
  protected void lookAround(DataSource database) {
    on(database).restart();
  }

  private SlurmUnderTest on(DataSource database) {
    return new SlurmUnderTest("man", database, elsewhere, clock);
  }

  @Override
  protected Store store() {
    return STORE;
  }

  @Override
  protected Crashes crashes() {
    return crashes;
  }

  private final Transaction run = Ask.transaction("t.1", modest("run", Ask.minutes(0, 60)));

  /** Slurm deletes nothing in which jobs run: what is moved away from them ends them. */
  @Test
  void theJobsOfWhatIsMovedAfterItBeganAreEnded() {
    var move = Ask.transaction("t.2", new Action.Modify("run", Ask.minutes(120, 180), null));
    commit(run);
    slurm.start().prepare(move);
    slurm.turnTo(Ask.NINE.plusSeconds(60));
    paper.jobs.add(part().reference());
    slurm.start().commit(move);
    assertThat(part().state()).isEqualTo(Part.State.COMMITTED);
    slurm.turnTo(Ask.NINE.plusSeconds(62));
    assertThat(part().problem()).isNull();
    assertThat(paper.find(part().reference()).orElseThrow().schedule())
        .isEqualTo(Ask.minutes(120, 180));
  }

  /** We have deleted nothing yet: Slurm would not, or was not even asked. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatSomebodyDeletesWhileItIsBeingMovedHasFailed(boolean isAsked) {
    var move = Ask.transaction("t.2", new Action.Modify("run", Ask.minutes(120, 180), null));
    commit(run);
    slurm.start().prepare(move);
    slurm.turnTo(Ask.NINE.plusSeconds(60));
    var name = part().reference();
    var asked = new AskedSlurm();
    asked.meanwhile =
        question -> {
          if (!isAsked && question.startsWith("delete")) {
            throw new TurnedAway("what it was asked before it has not answered yet");
          }
        };
    var now = new SlurmUnderTest("man", STORE.database(), asked.before(paper), clock);
    for (var repeat = 0; repeat < 2; repeat++) {
      paper.jobs.add(name);
      now.start().commit(move);
      assertThat(part().problem()).contains("it is being closed, to be opened later");
    }
    assertThat(paper.jobs).as("they are ended").isEmpty();
    paper.delete(name);
    slurm.turnTo(Ask.NINE.plusSeconds(62));
    assertThat(part().state()).isEqualTo(Part.State.FAILED);
    assertThat(part().problem()).contains(name + " was deleted by somebody on man");
  }

  /** Slurm keeps from everybody else what a booking has left, until it is told. */
  @Test
  void whatABookingLeavesIsPromisedToNobodyBeforeSlurmIsTold() {
    commit(Ask.transaction("t.1", slurm.nodes("run", 2, Ask.minutes(0, 60))));
    var less = Ask.transaction("t.2", new Action.Modify("run", null, new Work.Compute("man", 1)));
    slurm.start().prepare(less);
    crashes.arm(2, false);
    assertThatThrownBy(() -> slurm.start().commit(less)).hasMessage("before change");
    crashes.disarm();
    assertThat(nodesOf(slurm.start().prepare(one("t.3")))).containsExactly("man3");
    restarted();
    slurm.turnTo(clock.instant());
    assertThat(nodesOf(slurm.start().prepare(one("t.4")))).containsExactly("man2");
  }

  private Transaction one(String transaction) {
    return Ask.transaction(transaction, modest("of " + transaction, Ask.minutes(0, 60)));
  }

  private static List<String> nodesOf(HoldAnswer answer) {
    return ((Held) answer).parts().getFirst().path();
  }

  /** What is gone at its old end was deleted by nobody. */
  @Test
  void whatIsProlongedInTimeWhileSlurmIsSilentIsMadeAnew() {
    var prolong = Ask.transaction("t.2", new Action.Modify("run", Ask.minutes(0, 120), null));
    commit(run);
    slurm.turnTo(Ask.NINE.plusSeconds(60));
    slurm.start().prepare(prolong);
    var unheard = new SlurmUnderTest("man", STORE.database(), SilentSlurm.controller(), clock);
    unheard.start().commit(prolong);
    assertThat(part().state()).isEqualTo(Part.State.COMMITTED);
    assertThat(part().problem()).contains("silent");
    slurm.turnTo(Ask.NINE.plusSeconds(3700));
    assertThat(part().problem()).isNull();
    assertThat(part().state()).isEqualTo(Part.State.ACTIVE);
  }

  /**
   * What its modification needs is gone: the part has failed, and nothing of it is left. What
   * slurmctld lost when it was killed reads like what was deleted, and never as another's.
   */
  @ParameterizedTest
  @CsvSource({
    "true, deleted, runs on",
    "false, deleted, runs on",
    "true, changed, runs on",
    "false, changed, runs on",
    "true, changed, slurmctld restarted",
    "false, changed, slurmctld restarted"
  })
  void aModificationOfWhichAPieceWasTakenFailsOnceItIsDecided(
      boolean isSeenBefore, String how, String then) {
    var prolong = Ask.transaction("t.2", new Action.Modify("run", Ask.minutes(0, 120), null));
    commit(run);
    slurm.start().prepare(prolong);
    var piece = slurm.bookings().listOf("t.2").getFirst().reservation();
    if (how.equals("deleted")) {
      paper.delete(piece);
    } else {
      paper.handOver(piece, "root");
    }
    var given = paper.find(piece);
    if (then.equals("slurmctld restarted")) {
      paper.lose("nothing");
    }
    var now = new SlurmUnderTest("man", STORE.database(), paper, clock);
    if (isSeenBefore) {
      now.patrol().look();
      assertThat(part().state()).as("until it is decided").isEqualTo(Part.State.COMMITTED);
    }
    for (var repeat = 0; repeat < 2; repeat++) {
      now.start().commit(prolong);
      assertThat(part().state()).isEqualTo(Part.State.FAILED);
      assertThat(part().problem()).contains(piece + " was " + how + " by somebody on man");
    }
    now.patrol().look();
    assertThat(part().released()).isTrue();
    assertThat(paper.find(piece)).isEqualTo(given);
    if (how.equals("changed")) {
      assertThat(paper.lets(piece)).as("others' nodes are not widened over").isFalse();
      paper.delete(piece);
    }
    assertThat(paper.listReservations()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"deleted", "changed"})
  void aModificationOfWhichAPieceWasTakenCanBeGivenUp(String how) {
    var prolong = Ask.transaction("t.2", new Action.Modify("run", Ask.minutes(0, 120), null));
    commit(run);
    slurm.start().prepare(prolong);
    var piece = slurm.bookings().listOf("t.2").getFirst().reservation();
    if (how.equals("deleted")) {
      paper.delete(piece);
    } else {
      paper.handOver(piece, "root");
    }
    slurm.patrol().look();
    slurm.start().abort(prolong);
    assertThat(part().state()).isEqualTo(Part.State.COMMITTED);
    assertThat(part().problem()).isNull();
    if (how.equals("changed")) {
      assertThat(paper.find(piece).orElseThrow().users()).containsExactly("root");
      paper.delete(piece);
    }
    assertThat(paper.listReservations()).hasSize(1);
  }

  private void commit(Transaction transaction) {
    slurm.start().prepare(transaction);
    slurm.start().commit(transaction);
  }

  private Part part() {
    return slurm.start().query(run).getFirst();
  }
}

package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.FreeTimeQuestion;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/** What only a Slurm can do to a booking, on a real one. */
@Tag("slurm")
class SlurmSchedulerTest extends SlurmStory {
  @Test
  void holdsForAnAccountThatNobodyUsesAndHandsOverWhenDecided() {
    var transaction = make("run-1", 2);
    assertThat(prepared(transaction)).isInstanceOf(Held.class);
    assertThat(reservation(transaction))
        .isEqualTo(
            new SlurmReservation(
                reservation(transaction).name(),
                List.of("man1", "man2"),
                slurm.tomorrow(0, 60),
                List.of(SlurmUnderTest.HOLD),
                false));
    slurm.start().commit(transaction);
    slurm.start().commit(transaction);
    assertThat(reservation(transaction).users()).containsExactly(SlurmUnderTest.ANNES);
    assertThat(part(transaction).path()).containsExactly("man1", "man2");
  }

  @Test
  void promisesNoNodeThatIsDrained() {
    cluster.admin("scontrol", "update", "NodeName=man2", "State=DRAIN", "Reason=disk State=IDLE");
    try {
      var reason = refused(make("run-1", 4));
      assertThat(reason.code()).isEqualTo(Refusal.Code.NODES_BUSY);
      assertThat(reason.reason()).contains("1 of 4 are down or drained");
      assertThat(reason.nextFit()).isNull();
      var rest = make("run-2", 3);
      prepared(rest);
      assertThat(part(rest).path()).containsExactly("man1", "man3", "man4");
    } finally {
      cluster.admin("scontrol", "update", "NodeName=man2", "State=RESUME");
    }
  }

  @Test
  void saysWhenItFitsBesideWhatOthersReserved() {
    maintenance(slurm.tomorrow(-30, 30), "ALL");
    var reason = refused(make("run-1", 1));
    assertThat(reason.reason()).contains("only 0 of man's 4 nodes are free");
    assertThat(reason.nextFit()).isEqualTo(slurm.tomorrow(30, 90));
    var free =
        slurm
            .start()
            .timetable(
                new FreeTimeQuestion(
                    Ask.ANNE, "man", slurm.tomorrow(-60, 60), 4, Duration.ofMinutes(30)));
    assertThat(free.steps())
        .extracting(step -> step.free())
        .as("before, during, after")
        .containsExactly(4, 0, 4);
    assertThat(free.starts()).hasSize(2);
  }

  /**
   * Slurm itself would let it be made: it minds no maintenance, and of a later week none at all.
   */
  @Test
  void promisesNoNodeForAMaintenanceThatComesAgain() {
    maintenance(slurm.tomorrow(0, 60), "man[1-3]", "Flags=MAINT,WEEKLY");
    var nextWeek =
        new Schedule(
            slurm.tomorrow(0, 60).startTime().plus(Duration.ofDays(7)),
            slurm.tomorrow(0, 60).endTime().plus(Duration.ofDays(7)));
    assertThat(refused(Ask.transaction("t.1", slurm.nodes("run-1", 2, nextWeek))).reason())
        .contains("only 1 of man's 4 nodes are free");
    var one = Ask.transaction("t.2", slurm.nodes("run-2", 1, nextWeek));
    assertThat(prepared(one)).isInstanceOf(Held.class);
    assertThat(part(one).path()).containsExactly("man4");
  }

  @Test
  void aRunningJobWithoutALimitLeavesItsNodeToItself() {
    submit("--nodelist=man1", "--time=UNLIMITED");
    var transaction = make("run-1", 3);
    assertThat(refused(make("run-2", 4)).nextFit()).isNull();
    assertThat(prepared(transaction)).isInstanceOf(Held.class);
    assertThat(part(transaction).path()).containsExactly("man2", "man3", "man4");
  }

  @Test
  void refusesAnAccountThatSlurmDoesNotKnowBeforeItIsTooLate() {
    for (var name : List.of("zoe", SlurmUnderTest.HOLD)) {
      var stranger =
          new Transaction(
              "t." + name,
              List.of(),
              new Person(name, "manchester", List.of(), "scientist"),
              "c",
              List.of(slurm.nodes("run-" + name, 1, slurm.tomorrow(0, 60))));
      assertThat(refused(stranger).reason()).contains(name + " is no account");
    }
    assertThat(cluster.controller().listReservations()).isEmpty();
  }

  @Test
  void isUpAtItsStartAndACancelEndsItsJobs() {
    var now = slurm.clock.instant();
    var transaction =
        Ask.transaction(
            "t.1",
            slurm.nodes("run-1", 1, new Schedule(now.minusSeconds(1), now.plusSeconds(3600))));
    prepared(transaction);
    slurm.start().commit(transaction);
    assertThat(part(transaction).state()).isEqualTo(Part.State.ACTIVE);
    submit("--reservation=" + part(transaction).reference(), "--time=5");
    var cancel = Ask.transaction("t.2", new Action.Cancel("run-1"));
    prepared(cancel);
    slurm.start().commit(cancel);
    assertThat(part(transaction).state()).isEqualTo(Part.State.CANCELLED);
    assertThat(part(transaction).released()).as("a job runs in it").isFalse();
    await()
        .atMost(PATIENCE)
        .until(() -> slurm.keeper().look("run-1").isEmpty() && part(transaction).released());
    assertThat(cluster.controller().listReservations()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {50, 86_400})
  void aRunThatIsMovedToNowStartsNow(int ahead) {
    var now = slurm.clock.instant();
    var later = new Schedule(now.plusSeconds(ahead), now.plusSeconds(ahead + 3600));
    var transaction = Ask.transaction("t.1", slurm.nodes("run-1", 1, later));
    prepared(transaction);
    slurm.start().commit(transaction);
    var atOnce = new Schedule(now.minusSeconds(1), now.plusSeconds(3600));
    var move = Ask.transaction("t.2", new Action.Modify("run-1", atOnce, null));
    prepared(move);
    slurm.start().commit(move);
    slurm.start().commit(move);
    assertThat(part(transaction).problem()).isNull();
    assertThat(part(transaction).state()).isEqualTo(Part.State.ACTIVE);
    assertThat(reservation(transaction).isActive()).isTrue();
    assertThat(reservation(transaction).schedule().endTime()).isEqualTo(atOnce.endTime());
  }

  /** Decided late: what goes on is closed, its jobs are ended, and it opens at its new time. */
  @Test
  void aRunThatIsMovedAwayAfterItBeganIsMadeAnew() {
    var now = slurm.clock.instant();
    var soon = new Schedule(now.plusSeconds(15), now.plusSeconds(3600));
    var later = slurm.tomorrow(0, 60);
    var transaction = Ask.transaction("t.1", slurm.nodes("run-1", 1, soon));
    prepared(transaction);
    slurm.start().commit(transaction);
    var move = Ask.transaction("t.2", new Action.Modify("run-1", later, null));
    prepared(move);
    await().atMost(PATIENCE).until(() -> reservation(transaction).isActive());
    slurm.clock.set(soon.startTime().plusSeconds(1));
    slurm.patrol().look();
    assertThat(part(transaction).state()).isEqualTo(Part.State.ACTIVE);
    submit("--reservation=" + part(transaction).reference(), "--time=5");
    slurm.start().commit(move);
    await()
        .atMost(PATIENCE)
        .until(() -> {
          slurm.keeper().look("run-1");
          return part(transaction).problem() == null;
        });
    slurm.patrol().look();
    assertThat(part(transaction).state()).isEqualTo(Part.State.COMMITTED);
    assertThat(reservation(transaction).schedule()).isEqualTo(later);
    assertThat(reservation(transaction).users()).containsExactly(SlurmUnderTest.ANNES);
    assertThat(cluster.controller().listReservations()).hasSize(1);
  }

  @Test
  void nothingIsLeftOfItAfterItsEnd() {
    var transaction = committed("run-1", 1);
    slurm.clock.set(slurm.tomorrow(60, 61).startTime());
    assertThat(part(transaction).state()).isEqualTo(Part.State.ENDED);
    slurm.keeper().look("run-1");
    assertThat(part(transaction).released()).isTrue();
    assertThat(cluster.controller().listReservations()).isEmpty();
  }

  @Test
  void twoClustersKnowNothingOfEachOther() {
    try (var other = voice.up("ucl");
        var farStore = Store.fresh()) {
      var far = before(other, farStore);
      var here = committed("run-1", 4);
      var there = Ask.transaction("t.run-1", far.nodes("run-1", 4, far.tomorrow(0, 60)));
      assertThat(far.start().prepare(there)).isInstanceOf(Held.class);
      assertThat(far.start().query(there).getFirst().reference())
          .isNotEqualTo(part(here).reference());
      far.start().abort(there);
      assertThat(other.controller().listReservations()).isEmpty();
      assertThat(cluster.controller().listReservations()).hasSize(1);
    }
  }
}

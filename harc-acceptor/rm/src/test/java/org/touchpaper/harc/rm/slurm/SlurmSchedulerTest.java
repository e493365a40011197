package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.FreeTimeQuestion;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;
import org.touchpaper.harc.rm.local.HoldAnswer.Refused;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/** What only a Slurm can do to a booking, on a real one. */
@Tag("slurm")
class SlurmSchedulerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<AutoCloseable> opened = new ArrayList<>();
  private static Store store;
  private static Voice voice;
  private static SlurmCluster cluster;

  @BeforeAll
  static void open(TestInfo test) {
    store = Store.fresh();
    opened.add(store);
    voice = Voice.of(test);
    cluster = voice.up("man");
    opened.add(cluster);
  }

  @AfterAll
  static void close() throws Exception {
    for (var each : opened) {
      each.close();
    }
    opened.clear();
  }

  private SlurmUnderTest slurm;

  @BeforeEach
  void fresh() {
    store.empty();
    cluster.empty();
    slurm = before(cluster, store);
  }

  private static SlurmUnderTest before(SlurmCluster cluster, Store store) {
    return new SlurmUnderTest(cluster.name(), store.database(), cluster.controller());
  }

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

  /** Slurm says yes first and saves up to five seconds later. */
  @Test
  void putsBackWhatSlurmctldLostWhenItWasKilledBeforeItSaved() throws Exception {
    var longer = slurm.tomorrow(0, 90);
    var first = make("run-1", 1);
    var before = cluster.savedAt();
    prepared(first);
    await().atMost(PATIENCE).until(() -> cluster.savedAt() > before);
    var second = make("run-2", 1);
    prepared(second);
    slurm.start().commit(first);
    var grow = new Action.Modify("run-1", longer, null);
    prepared(Ask.transaction("t.grow", grow));
    slurm.start().commit(Ask.transaction("t.grow", grow));
    assertThat(reservation(first).schedule()).isEqualTo(longer);
    var patrol = slurm.patrol();
    slurm.clock.set(patrol.look());
    cluster.kill();
    cluster.restart();
    assertThat(cluster.controller().find(part(second).reference())).as("it was lost").isEmpty();
    slurm.clock.set(patrol.look());
    slurm.clock.advance(Duration.ofMinutes(1));
    patrol.look();
    assertThat(reservation(second).users()).containsExactly(SlurmUnderTest.HOLD);
    assertThat(part(first).state()).isEqualTo(Part.State.COMMITTED);
    assertThat(reservation(first).users()).containsExactly(SlurmUnderTest.ANNES);
    assertThat(reservation(first).schedule()).isEqualTo(longer);
    slurm.start().commit(second);
    assertThat(reservation(second).users()).containsExactly(SlurmUnderTest.ANNES);
  }

  @Test
  void respectsWhatAnAdministratorDeleted() {
    var transaction = committed("run-1", 4);
    cluster.admin("scontrol", "delete", "ReservationName=" + part(transaction).reference());
    slurm.patrol().look();
    slurm.patrol().look();
    assertThat(part(transaction).state()).isEqualTo(Part.State.FAILED);
    assertThat(part(transaction).problem()).contains("was deleted by somebody on man");
    assertThat(part(transaction).released()).isTrue();
    assertThat(cluster.controller().listReservations()).isEmpty();
    assertThat(prepared(make("run-2", 4))).as("its nodes are free again").isInstanceOf(Held.class);
  }

  /** A vote that was given is not taken back: it fails when it is decided, and not before. */
  @Test
  void aHoldThatAnAdministratorDeletedFailsOnceItIsDecided() {
    var transaction = make("run-1", 1);
    prepared(transaction);
    cluster.admin("scontrol", "delete", "ReservationName=" + part(transaction).reference());
    slurm.patrol().look();
    assertThat(part(transaction).state()).isEqualTo(Part.State.HELD);
    assertThat(part(transaction).problem()).contains("was deleted by somebody");
    slurm.start().commit(transaction);
    assertThat(part(transaction).state()).isEqualTo(Part.State.FAILED);
  }

  @Test
  void lessThanWasPromisedIsAFailureAndMoreIsNot() {
    var generous = committed("run-1", 1);
    var name = "ReservationName=" + part(generous).reference();
    cluster.admin(
        "scontrol", "update", name, "EndTime=" + slurmTime(slurm.tomorrow(0, 90).endTime()));
    slurm.patrol().look();
    assertThat(part(generous).state()).isEqualTo(Part.State.COMMITTED);
    cluster.admin("scontrol", "update", name, "Users=root");
    slurm.patrol().look();
    assertThat(part(generous).state()).isEqualTo(Part.State.FAILED);
    assertThat(part(generous).problem()).contains("was changed by somebody on man");
    assertThat(cluster.controller().listReservations()).isEmpty();
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
  void aModificationOfWhichAPieceWasDeletedFailsOnceItIsDecided() {
    var transaction = committed("run-1", 1);
    var grow = Ask.transaction("t.2", new Action.Modify("run-1", slurm.tomorrow(0, 90), null));
    prepared(grow);
    var piece = slurm.bookings().listOf("t.2").getFirst().reservation();
    cluster.admin("scontrol", "delete", "ReservationName=" + piece);
    slurm.start().commit(grow);
    assertThat(part(transaction).state()).isEqualTo(Part.State.FAILED);
    assertThat(part(transaction).problem()).contains(piece + " was deleted by somebody on man");
    slurm.patrol().look();
    assertThat(part(transaction).released()).isTrue();
    assertThat(cluster.controller().listReservations()).isEmpty();
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

  /** A command that was given up may be carried out all the same. */
  @Test
  void deletesWhatBearsItsNameAndIsNobodys() {
    var transaction = make("run-1", 1);
    prepared(transaction);
    var left = reservation(transaction);
    slurm.start().abort(transaction);
    cluster.controller().create(left);
    maintenance(slurm.tomorrow(90, 120), "man1");
    slurm.patrol().look();
    assertThat(cluster.controller().listReservations())
        .extracting(SlurmReservation::name)
        .containsExactly("maintenance");
  }

  @Test
  void whatIsDecidedWhileSlurmctldIsDownIsDoneWhenItIsBack() throws Exception {
    var transaction = make("run-1", 1);
    var before = cluster.savedAt();
    prepared(transaction);
    await().atMost(PATIENCE).until(() -> cluster.savedAt() > before);
    cluster.kill();
    try {
      var impatient = new SlurmUnderTest(cluster.name(), store.database(), cluster.impatient());
      assertThatThrownBy(() -> impatient.start().prepare(make("run-2", 1)))
          .isInstanceOf(SchedulerUnreachable.class);
      impatient.start().commit(transaction);
      assertThat(part(transaction).state()).isEqualTo(Part.State.COMMITTED);
      assertThat(part(transaction).problem()).contains("no answer within 300 ms");
      assertThat(impatient.agenda).containsKey("run-1");
    } finally {
      cluster.restart();
    }
    slurm.keeper().look("run-1");
    assertThat(part(transaction).problem()).isNull();
    assertThat(reservation(transaction).users()).containsExactly(SlurmUnderTest.ANNES);
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

  private Transaction make(String ident, int count) {
    return Ask.transaction("t." + ident, slurm.nodes(ident, count, slurm.tomorrow(0, 60)));
  }

  private Transaction committed(String ident, int count) {
    var transaction = make(ident, count);
    prepared(transaction);
    slurm.start().commit(transaction);
    return transaction;
  }

  private HoldAnswer prepared(Transaction transaction) {
    var answer = slurm.start().prepare(transaction);
    assertThat(slurm.start().prepare(transaction)).isEqualTo(answer);
    return answer;
  }

  private Refusal refused(Transaction transaction) {
    var refused = (Refused) prepared(transaction);
    return refused.reasons().getFirst().refusal();
  }

  private Part part(Transaction transaction) {
    return slurm.start().query(transaction).getFirst();
  }

  private SlurmReservation reservation(Transaction transaction) {
    return cluster.controller().find(part(transaction).reference()).orElseThrow();
  }

  private static void maintenance(Schedule during, String nodes) {
    cluster.admin(
        "scontrol",
        "create",
        "reservation",
        "ReservationName=maintenance",
        "StartTime=" + slurmTime(during.startTime()),
        "EndTime=" + slurmTime(during.endTime()),
        "Nodes=" + nodes,
        "Users=root");
  }

  private static String slurmTime(Instant instant) {
    return instant.toString().replace("Z", "");
  }

  private static void submit(String where, String limit) {
    cluster.admin(
        "sbatch",
        "--uid=" + SlurmUnderTest.ANNES,
        "--chdir=/",
        "--output=/dev/null",
        where,
        limit,
        "--wrap=sleep 600");
    await().atMost(PATIENCE).until(() -> !cluster.controller().listRunningJobs().isEmpty());
  }
}

package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.platform.time.SettableClock;

/** What the patrol deletes of a Slurm, and what it leaves there. */
class PatrolTest {
  @RegisterExtension private static final Store STORE = Store.fresh();
  @RegisterExtension private static final Store OTHERS = Store.fresh();

  private final SettableClock clock = SettableClock.at(Ask.NINE.minusSeconds(3600));
  private final PaperSlurm paper = new PaperSlurm(clock);
  private final SlurmUnderTest slurm = of("rm-man", STORE);
  private final Transaction run =
      Ask.transaction("t.1", slurm.nodes("run-1", 1, Ask.minutes(0, 60)));
  private final Transaction cancel = Ask.transaction("t.2", new Action.Cancel("run-1"));

  private SlurmUnderTest of(String prefix, Store store) {
    return new SlurmUnderTest(
        SlurmUnderTest.cluster("man", prefix), store.database(), paper, clock);
  }

  /** They were given one prefix by mistake: neither touches what the other has promised. */
  @Test
  void twoResourceManagersOfOnePrefixLeaveEachOtherBe() {
    var other = of("rm-man", OTHERS);
    commit(slurm, run);
    var theirs = Ask.transaction("t.9", other.nodes("run-9", 1, Ask.minutes(0, 60)));
    assertThat(other.start().prepare(theirs)).isInstanceOf(Held.class);
    var here = slurm.patrol();
    here.look();
    other.patrol().look();
    assertThat(paper.listReservations()).as("one decided, one held").hasSize(2);
    assertThat(here.drift().orElseThrow())
        .contains(
            other.cluster.reservationOf("run-9") + " for " + SlurmUnderTest.HOLD,
            "touchpaper.rm.slurm.prefix (rm-man)",
            "scontrol delete");
    other.start().commit(theirs);
    assertThat(other.start().query(theirs).getFirst().state()).isEqualTo(Part.State.COMMITTED);
    assertThat(part().state()).isEqualTo(Part.State.COMMITTED);
  }

  @Test
  void aFreshDatabaseDeletesNothingAndCountsItAsTaken() {
    commit(slurm, run);
    STORE.empty();
    var patrol = slurm.patrol();
    walk(patrol);
    assertThat(paper.find(slurm.cluster.reservationOf("run-1")).orElseThrow().users())
        .containsExactly(SlurmUnderTest.ANNES);
    assertThat(patrol.drift().orElseThrow()).contains(slurm.cluster.reservationOf("run-1"));
    var next = Ask.transaction("t.3", slurm.nodes("run-3", 3, Ask.minutes(0, 60)));
    commit(slurm, next);
    assertThat(slurm.start().query(next).getFirst().path()).containsExactly("man2", "man3", "man4");
    paper.delete(slurm.cluster.reservationOf("run-1"));
    walk(patrol);
    assertThat(patrol.drift()).as("an administrator saw to it").isEmpty();
  }

  /** A slurmctld that is killed forgets that it was told to delete it. */
  @Test
  void whatComesBackOfWhatIsOverIsDeletedUnlessSomebodyElseHasItNow() {
    commit(slurm, run);
    var was = paper.find(slurm.cluster.reservationOf("run-1")).orElseThrow();
    commit(slurm, cancel);
    assertThat(paper.listReservations()).isEmpty();
    paper.create(was);
    var patrol = slurm.patrol();
    walk(patrol);
    assertThat(paper.listReservations()).isEmpty();

    paper.create(was);
    paper.handOver(was.name(), "zoe");
    walk(patrol);
    assertThat(paper.find(was.name())).isPresent();
    assertThat(patrol.drift().orElseThrow()).contains(was.name() + " for zoe");
  }

  /** Both books were read before: what is in them may be otherwise when it is acted on. */
  @Test
  void whatBeginsAgainWhileThePatrolWalksIsNotDeleted() {
    var ends = List.of("run-1", "run-2");
    for (var ident : ends) {
      commit(slurm, Ask.transaction("make " + ident, slurm.nodes(ident, 1, Ask.minutes(0, 60))));
      assertThat(slurm.start().prepare(prolong(ident))).isInstanceOf(Held.class);
    }
    slurm.turnTo(Ask.minutes(60, 61).startTime());
    var nodes = List.of("man3", "man4").iterator();
    for (var ident : ends) {
      paper.create(
          new SlurmReservation(
              slurm.cluster.reservationOf(ident),
              List.of(nodes.next()),
              Ask.minutes(60, 120),
              List.of(SlurmUnderTest.ANNES),
              false));
    }
    var asked = new AskedSlurm();
    var again = new ArrayList<String>();
    asked.meanwhile =
        question -> {
          if (question.startsWith("delete") && again.isEmpty()) {
            var other = question.contains(slurm.cluster.reservationOf("run-1")) ? "run-2" : "run-1";
            again.add(other);
            slurm.start().commit(prolong(other));
          }
        };
    var patrol =
        new SlurmUnderTest(slurm.cluster, STORE.database(), asked.before(paper), clock).patrol();
    walk(patrol);
    walk(patrol);
    var ident = again.getFirst();
    assertThat(paper.find(slurm.cluster.reservationOf(ident)).orElseThrow().schedule().endTime())
        .isEqualTo(Ask.minutes(60, 120).endTime());
    var part = slurm.start().query(prolong(ident)).getFirst();
    assertThat(part.problem()).isNull();
    assertThat(part.state()).isEqualTo(Part.State.ACTIVE);
    assertThat(ends)
        .as("what is over is deleted")
        .filteredOn(each -> paper.find(slurm.cluster.reservationOf(each)).isPresent())
        .containsExactly(ident);
  }

  private static Transaction prolong(String ident) {
    return Ask.transaction("prolong " + ident, new Action.Modify(ident, Ask.minutes(0, 120), null));
  }

  /** As long as the site lets it (ResvOverRun): Slurm reserves its nodes for nobody. */
  @Test
  void theNodesOfAJobThatOutlastsItsBookingAreTaken() {
    commit(slurm, run);
    slurm.turnTo(Ask.minutes(61, 62).startTime());
    assertThat(part().state()).isEqualTo(Part.State.ENDED);
    paper.running.add(
        new SlurmJob(slurm.cluster.reservationOf("run-1"), List.of("man1"), Ask.minutes(0, 90)));
    var next = Ask.transaction("t.3", slurm.nodes("run-3", 1, Ask.minutes(62, 80)));
    commit(slurm, next);
    assertThat(slurm.start().query(next).getFirst().path()).containsExactly("man2");
  }

  /** Whatever is due for the booking: it fails, and whoever has its nodes now keeps them. */
  @ParameterizedTest
  @CsvSource({
    "seen, FAILED",
    "slurmctld restarted, FAILED",
    "moved, FAILED",
    "cancelled, CANCELLED"
  })
  void whatAnAdministratorGaveToOthersIsLeftToThem(String how, Part.State state) {
    commit(slurm, run);
    paper.handOver(slurm.cluster.reservationOf("run-1"), "zoe");
    var given = paper.find(slurm.cluster.reservationOf("run-1")).orElseThrow();
    switch (how) {
      case "slurmctld restarted" -> paper.lose("nothing");
      case "moved" ->
          commit(
              slurm,
              Ask.transaction("t.2", new Action.Modify("run-1", Ask.minutes(120, 180), null)));
      case "cancelled" -> commit(slurm, cancel);
      default -> {}
    }
    var patrol = slurm.patrol();
    walk(patrol);
    walk(patrol);
    assertThat(part().state()).isEqualTo(state);
    assertThat(part().released()).isTrue();
    assertThat(paper.listReservations()).containsExactly(given);
    assertThat(patrol.drift().orElseThrow()).contains(given.name() + " for zoe");
    if (state == Part.State.FAILED) {
      assertThat(part().problem()).endsWith("was changed by somebody on man");
    }
    var next = Ask.transaction("t.3", slurm.nodes("run-3", 3, Ask.minutes(0, 60)));
    commit(slurm, next);
    assertThat(slurm.start().query(next).getFirst().path()).containsExactly("man2", "man3", "man4");
  }

  /** On the nodes and at the time that it was given with, which our calendar knows nothing of. */
  @Test
  void nodesOfWhatIsOthersNowAreNotPromised() {
    commit(slurm, run);
    var name = slurm.cluster.reservationOf("run-1");
    paper.delete(name);
    paper.create(
        new SlurmReservation(name, List.of("man2"), Ask.minutes(0, 60), List.of("zoe"), false));
    var next = Ask.transaction("t.3", slurm.nodes("run-3", 1, Ask.minutes(0, 60)));
    commit(slurm, next);
    assertThat(slurm.start().query(next).getFirst().path()).containsExactly("man3");
  }

  /** The setting may change while something is undecided; what an older build held says nothing. */
  @ParameterizedTest
  @CsvSource({
    "on record, runs on",
    "on record, slurmctld restarted",
    "of an older build, runs on",
    "of an older build, slurmctld restarted"
  })
  void whatWasHeldUnderAnotherHoldAccountIsOursAllTheSame(String how, String then) {
    var second = Ask.transaction("t.2", slurm.nodes("run-2", 1, Ask.minutes(0, 60)));
    assertThat(slurm.start().prepare(run)).isInstanceOf(Held.class);
    assertThat(slurm.start().prepare(second)).isInstanceOf(Held.class);
    if (how.equals("of an older build")) {
      JdbcClient.create(STORE.database())
          .sql("update slurm_booking set hold_account = null")
          .update();
      paper
          .listReservations()
          .forEach(is -> paper.handOver(is.name(), "nobody")); // The default once was.
    }
    var was = paper.listReservations();
    var now = withHoldAccount("sys");
    if (then.equals("slurmctld restarted")) {
      paper.lose("nothing");
    }
    walk(now.patrol());
    assertThat(paper.listReservations()).containsExactlyInAnyOrderElementsOf(was);
    now.start().abort(run);
    now.start().commit(second);
    assertThat(now.start().query(run).getFirst().state()).isEqualTo(Part.State.ABORTED);
    assertThat(now.start().query(second).getFirst().state()).isEqualTo(Part.State.COMMITTED);
    assertThat(now.start().query(second).getFirst().problem()).isNull();
    assertThat(paper.listReservations())
        .extracting(SlurmReservation::name, SlurmReservation::users)
        .containsExactly(
            tuple(slurm.cluster.reservationOf("run-2"), List.of(SlurmUnderTest.ANNES)));
  }

  /** What slurmctld lost is made out to whom it was: its reading is the same as before. */
  @Test
  void whatIsHeldIsPutBackUnderItsOwnHoldAccount() {
    assertThat(slurm.start().prepare(run)).isInstanceOf(Held.class);
    var was = paper.listReservations();
    paper.lose(slurm.cluster.reservationOf("run-1"));
    walk(withHoldAccount("sys").patrol());
    assertThat(paper.listReservations()).isEqualTo(was);
  }

  private SlurmUnderTest withHoldAccount(String account) {
    var cluster = new Cluster("man", "", "rm-man", account, slurm.cluster.accounts());
    return new SlurmUnderTest(cluster, STORE.database(), paper, clock);
  }

  /** The prefix may be set, or follow the resource manager's name after an upgrade. */
  @Test
  void aBookingKeepsTheNameItWasMadeUnder() {
    commit(of("touchpaper", STORE), run);
    var name = part().reference();
    assertThat(name).startsWith("touchpaper-");
    var patrol = slurm.patrol();
    walk(patrol);
    assertThat(paper.find(name)).isPresent();
    assertThat(patrol.drift()).isEmpty();

    var grow = new Action.Modify("run-1", Ask.minutes(0, 90), new Work.Compute("man", 4));
    commit(slurm, Ask.transaction("t.2", grow));
    slurm.patrol().look();
    assertThat(paper.listReservations()).extracting(SlurmReservation::name).containsExactly(name);
    assertThat(paper.find(name).orElseThrow().nodes())
        .containsExactlyInAnyOrderElementsOf(PaperSlurm.NODES);
    assertThat(part().state()).isEqualTo(Part.State.COMMITTED);

    var was = paper.listReservations();
    commit(slurm, Ask.transaction("t.3", new Action.Cancel("run-1")));
    was.forEach(paper::create);
    slurm.patrol().look();
    assertThat(paper.listReservations()).as("left over, under its old name").isEmpty();
  }

  @Test
  void otherPeoplesReservationsAreNoneOfItsBusiness() {
    paper.create(
        new SlurmReservation(
            "touchpaper-0123456789abcdef",
            List.of("man1"),
            Ask.minutes(0, 60),
            List.of("root"),
            false));
    var patrol = slurm.patrol();
    walk(patrol);
    assertThat(paper.listReservations()).hasSize(1);
    assertThat(patrol.drift()).isEmpty();
  }

  /** When it is time again. */
  private void walk(Patrol patrol) {
    clock.advance(Duration.ofMinutes(1));
    patrol.look();
  }

  private static void commit(SlurmUnderTest on, Transaction transaction) {
    assertThat(on.start().prepare(transaction)).isInstanceOf(Held.class);
    on.start().commit(transaction);
  }

  private Part part() {
    return slurm.start().query(run).getFirst();
  }
}

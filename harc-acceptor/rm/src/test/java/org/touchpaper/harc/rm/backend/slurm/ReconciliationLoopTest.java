package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmJob;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.platform.time.SettableClock;

/** What the reconciliation loop deletes in Slurm, and what it keeps. */
class ReconciliationLoopTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  @RegisterExtension
  private static final ResourceManagerDatabase OTHERS = ResourceManagerDatabase.fresh();

  private final SettableClock clock =
      SettableClock.at(TestRequests.NINE_O_CLOCK.minusSeconds(3600));
  private final SimulatedSlurm simulatedSlurm = new SimulatedSlurm(clock);
  private final SlurmUnderTest slurm = fixture("rm-man", STORE);
  private final Transaction run =
      TestRequests.transaction("t.1", slurm.nodes("run-1", 1, TestRequests.minutes(0, 60)));
  private final Transaction cancel =
      TestRequests.transaction("t.2", new BookingAction.Cancel("run-1"));

  private SlurmUnderTest fixture(String prefix, ResourceManagerDatabase store) {
    return new SlurmUnderTest(
        SlurmUnderTest.cluster("man", prefix), store.database(), simulatedSlurm, clock);
  }

  /** They have the same prefix by mistake: neither touches the other's reservations. */
  @Test
  void twoResourceManagersWithOnePrefixDoNotTouchEachOther() {
    var modifiedId = fixture("rm-man", OTHERS);
    commit(slurm, run);
    var theirs =
        TestRequests.transaction("t.9", modifiedId.nodes("run-9", 1, TestRequests.minutes(0, 60)));
    assertThat(modifiedId.newScheduler().prepare(theirs)).isInstanceOf(Held.class);
    var here = slurm.reconciliationLoop();
    here.check();
    modifiedId.reconciliationLoop().check();
    assertThat(simulatedSlurm.listReservations()).as("one committed, one held").hasSize(2);
    assertThat(here.describeDrift().orElseThrow())
        .contains(
            modifiedId.cluster.reservationNameOf("run-9") + " for " + SlurmUnderTest.HOLD_ACCOUNT,
            "touchpaper.rm.slurm.prefix=rm-man",
            "scontrol delete");
    modifiedId.newScheduler().commit(theirs);
    assertThat(modifiedId.newScheduler().queryStatuses(theirs).getFirst().state())
        .isEqualTo(ActionStatusDetails.State.COMMITTED);
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
  }

  @Test
  void aFreshDatabaseDeletesNothingAndCountsItAsTaken() {
    commit(slurm, run);
    STORE.empty();
    var loop = slurm.reconciliationLoop();
    checkAll(loop);
    assertThat(simulatedSlurm.find(slurm.cluster.reservationNameOf("run-1")).orElseThrow().users())
        .containsExactly(SlurmUnderTest.ANNES_ACCOUNT);
    assertThat(loop.describeDrift().orElseThrow())
        .contains(slurm.cluster.reservationNameOf("run-1"));
    var next =
        TestRequests.transaction("t.3", slurm.nodes("run-3", 3, TestRequests.minutes(0, 60)));
    commit(slurm, next);
    assertThat(slurm.newScheduler().queryStatuses(next).getFirst().path())
        .containsExactly("man2", "man3", "man4");
    simulatedSlurm.delete(slurm.cluster.reservationNameOf("run-1"));
    checkAll(loop);
    assertThat(loop.describeDrift()).as("an administrator deleted it").isEmpty();
  }

  /** A slurmctld that is killed may forget a deletion. */
  @Test
  void aReappearingReservationOfAFinishedBookingIsDeletedUnlessItBelongsToOthers() {
    commit(slurm, run);
    var before = simulatedSlurm.find(slurm.cluster.reservationNameOf("run-1")).orElseThrow();
    commit(slurm, cancel);
    assertThat(simulatedSlurm.listReservations()).isEmpty();
    simulatedSlurm.create(before);
    var loop = slurm.reconciliationLoop();
    checkAll(loop);
    assertThat(simulatedSlurm.listReservations()).isEmpty();

    simulatedSlurm.create(before);
    simulatedSlurm.handOver(before.name(), "zoe");
    checkAll(loop);
    assertThat(simulatedSlurm.find(before.name())).isPresent();
    assertThat(loop.describeDrift().orElseThrow()).contains(before.name() + " for zoe");
  }

  /** Both were read before: bookings and reservations may differ when the check acts. */
  @Test
  void aBookingThatRestartsDuringAFullCheckIsNotDeleted() {
    var ends = List.of("run-1", "run-2");
    for (var bookingId : ends) {
      commit(
          slurm,
          TestRequests.transaction(
              "make " + bookingId, slurm.nodes(bookingId, 1, TestRequests.minutes(0, 60))));
      assertThat(slurm.newScheduler().prepare(prolong(bookingId))).isInstanceOf(Held.class);
    }
    slurm.turnTo(TestRequests.minutes(60, 61).startTime());
    var nodes = List.of("man3", "man4").iterator();
    for (var bookingId : ends) {
      simulatedSlurm.create(
          new SlurmReservation(
              slurm.cluster.reservationNameOf(bookingId),
              List.of(nodes.next()),
              TestRequests.minutes(60, 120),
              List.of(SlurmUnderTest.ANNES_ACCOUNT),
              false));
    }
    var recording = new RecordingSlurm();
    var modifiedIds = new ArrayList<String>();
    recording.meanwhile =
        question -> {
          if (question.startsWith("delete") && modifiedIds.isEmpty()) {
            var modifiedId =
                question.contains(slurm.cluster.reservationNameOf("run-1")) ? "run-2" : "run-1";
            modifiedIds.add(modifiedId);
            slurm.newScheduler().commit(prolong(modifiedId));
          }
        };
    var loop =
        new SlurmUnderTest(slurm.cluster, STORE.database(), recording.wrap(simulatedSlurm), clock)
            .reconciliationLoop();
    checkAll(loop);
    checkAll(loop);
    var bookingId = modifiedIds.getFirst();
    assertThat(
            simulatedSlurm
                .find(slurm.cluster.reservationNameOf(bookingId))
                .orElseThrow()
                .schedule()
                .endTime())
        .isEqualTo(TestRequests.minutes(60, 120).endTime());
    var part = slurm.newScheduler().queryStatuses(prolong(bookingId)).getFirst();
    assertThat(part.problem()).isNull();
    assertThat(part.state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
    assertThat(ends)
        .as("the reservation of a finished booking is deleted")
        .filteredOn(
            endedId -> simulatedSlurm.find(slurm.cluster.reservationNameOf(endedId)).isPresent())
        .containsExactly(bookingId);
  }

  private static Transaction prolong(String bookingId) {
    return TestRequests.transaction(
        "prolong " + bookingId,
        new BookingAction.Modify(bookingId, TestRequests.minutes(0, 120), null));
  }

  /** As long as the site allows (ResvOverRun); Slurm reserves its nodes for no other job. */
  @Test
  void nodesOfAJobThatOutlastsItsBookingAreTaken() {
    commit(slurm, run);
    slurm.turnTo(TestRequests.minutes(61, 62).startTime());
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ENDED);
    simulatedSlurm.running.add(
        new SlurmJob(
            slurm.cluster.reservationNameOf("run-1"),
            List.of("man1"),
            TestRequests.minutes(0, 90)));
    var next =
        TestRequests.transaction("t.3", slurm.nodes("run-3", 1, TestRequests.minutes(62, 80)));
    commit(slurm, next);
    assertThat(slurm.newScheduler().queryStatuses(next).getFirst().path()).containsExactly("man2");
  }

  /** Whatever is due for the booking: it fails, and the new user keeps the nodes. */
  @ParameterizedTest
  @CsvSource({
    "seen, FAILED",
    "slurmctld restarted, FAILED",
    "moved, FAILED",
    "cancelled, CANCELLED"
  })
  void aReservationGivenToOthersIsKept(String how, ActionStatusDetails.State state) {
    commit(slurm, run);
    simulatedSlurm.handOver(slurm.cluster.reservationNameOf("run-1"), "zoe");
    var handedOver = simulatedSlurm.find(slurm.cluster.reservationNameOf("run-1")).orElseThrow();
    switch (how) {
      case "slurmctld restarted" -> simulatedSlurm.loseReservation("nothing");
      case "moved" ->
          commit(
              slurm,
              TestRequests.transaction(
                  "t.2", new BookingAction.Modify("run-1", TestRequests.minutes(120, 180), null)));
      case "cancelled" -> commit(slurm, cancel);
      default -> {}
    }
    var loop = slurm.reconciliationLoop();
    checkAll(loop);
    checkAll(loop);
    assertThat(part().state()).isEqualTo(state);
    assertThat(part().released()).isTrue();
    assertThat(simulatedSlurm.listReservations()).containsExactly(handedOver);
    assertThat(loop.describeDrift().orElseThrow()).contains(handedOver.name() + " for zoe");
    if (state == ActionStatusDetails.State.FAILED) {
      assertThat(part().problem()).endsWith("was changed by a third party on man");
    }
    var next =
        TestRequests.transaction("t.3", slurm.nodes("run-3", 3, TestRequests.minutes(0, 60)));
    commit(slurm, next);
    assertThat(slurm.newScheduler().queryStatuses(next).getFirst().path())
        .containsExactly("man2", "man3", "man4");
  }

  /** On the nodes and at the time that the administrator chose, which our records do not have. */
  @Test
  void nodesOfAReservationGivenToOthersAreNotBooked() {
    commit(slurm, run);
    var name = slurm.cluster.reservationNameOf("run-1");
    simulatedSlurm.delete(name);
    simulatedSlurm.create(
        new SlurmReservation(
            name, List.of("man2"), TestRequests.minutes(0, 60), List.of("zoe"), false));
    var next =
        TestRequests.transaction("t.3", slurm.nodes("run-3", 1, TestRequests.minutes(0, 60)));
    commit(slurm, next);
    assertThat(slurm.newScheduler().queryStatuses(next).getFirst().path()).containsExactly("man3");
  }

  /** The hold account may be reconfigured while bookings are undecided. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aHoldUnderAPreviousHoldAccountIsStillOurs(boolean isRestarted) {
    var second =
        TestRequests.transaction("t.2", slurm.nodes("run-2", 1, TestRequests.minutes(0, 60)));
    assertThat(slurm.newScheduler().prepare(run)).isInstanceOf(Held.class);
    assertThat(slurm.newScheduler().prepare(second)).isInstanceOf(Held.class);
    var before = simulatedSlurm.listReservations();
    var reconfigured = withHoldAccount("sys");
    if (isRestarted) {
      simulatedSlurm.loseReservation("nothing");
    }
    checkAll(reconfigured.reconciliationLoop());
    assertThat(simulatedSlurm.listReservations()).containsExactlyInAnyOrderElementsOf(before);
    reconfigured.newScheduler().abort(run);
    reconfigured.newScheduler().commit(second);
    assertThat(reconfigured.newScheduler().queryStatuses(run).getFirst().state())
        .isEqualTo(ActionStatusDetails.State.ABORTED);
    assertThat(reconfigured.newScheduler().queryStatuses(second).getFirst().state())
        .isEqualTo(ActionStatusDetails.State.COMMITTED);
    assertThat(reconfigured.newScheduler().queryStatuses(second).getFirst().problem()).isNull();
    assertThat(simulatedSlurm.listReservations())
        .extracting(SlurmReservation::name, SlurmReservation::users)
        .containsExactly(
            tuple(slurm.cluster.reservationNameOf("run-2"), List.of(SlurmUnderTest.ANNES_ACCOUNT)));
  }

  /** A lost reservation is created again for its previous account, with the same content. */
  @Test
  void aLostHoldIsCreatedAgainForItsOwnHoldAccount() {
    assertThat(slurm.newScheduler().prepare(run)).isInstanceOf(Held.class);
    var before = simulatedSlurm.listReservations();
    simulatedSlurm.loseReservation(slurm.cluster.reservationNameOf("run-1"));
    checkAll(withHoldAccount("sys").reconciliationLoop());
    assertThat(simulatedSlurm.listReservations()).isEqualTo(before);
  }

  private SlurmUnderTest withHoldAccount(String account) {
    var cluster = new Cluster("man", "", "rm-man", account, slurm.cluster.accounts());
    return new SlurmUnderTest(cluster, STORE.database(), simulatedSlurm, clock);
  }

  /** The prefix may be reconfigured, or follow a renamed resource manager. */
  @Test
  void aBookingKeepsItsReservationName() {
    commit(fixture("touchpaper", STORE), run);
    var name = part().reference();
    assertThat(name).startsWith("touchpaper-");
    var loop = slurm.reconciliationLoop();
    checkAll(loop);
    assertThat(simulatedSlurm.find(name)).isPresent();
    assertThat(loop.describeDrift()).isEmpty();

    var grow =
        new BookingAction.Modify(
            "run-1", TestRequests.minutes(0, 90), new ResourceRequest.Compute("man", 4));
    commit(slurm, TestRequests.transaction("t.2", grow));
    slurm.reconciliationLoop().check();
    assertThat(simulatedSlurm.listReservations())
        .extracting(SlurmReservation::name)
        .containsExactly(name);
    assertThat(simulatedSlurm.find(name).orElseThrow().nodes())
        .containsExactlyInAnyOrderElementsOf(SimulatedSlurm.NODES);
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.COMMITTED);

    var before = simulatedSlurm.listReservations();
    commit(slurm, TestRequests.transaction("t.3", new BookingAction.Cancel("run-1")));
    before.forEach(simulatedSlurm::create);
    slurm.reconciliationLoop().check();
    assertThat(simulatedSlurm.listReservations()).as("left over, under its old name").isEmpty();
  }

  @Test
  void otherUsersReservationsAreIgnored() {
    simulatedSlurm.create(
        new SlurmReservation(
            "touchpaper-0123456789abcdef",
            List.of("man1"),
            TestRequests.minutes(0, 60),
            List.of("root"),
            false));
    var loop = slurm.reconciliationLoop();
    checkAll(loop);
    assertThat(simulatedSlurm.listReservations()).hasSize(1);
    assertThat(loop.describeDrift()).isEmpty();
  }

  /** Runs a full check once it is due. */
  private void checkAll(ReconciliationLoop loop) {
    clock.advance(Duration.ofMinutes(1));
    loop.check();
  }

  private static void commit(SlurmUnderTest on, Transaction transaction) {
    assertThat(on.newScheduler().prepare(transaction)).isInstanceOf(Held.class);
    on.newScheduler().commit(transaction);
  }

  private ActionStatusDetails part() {
    return slurm.newScheduler().queryStatuses(run).getFirst();
  }
}

package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmJob;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Refused;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.platform.time.SettableClock;

/**
 * Beside which jobs a reservation is created or changed: those that end by its start, and no
 * others.
 */
class ReservationWriterTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private static final List<String> MAN1 = List.of("man1");
  private static final List<String> MAN1_AND_2 = List.of("man1", "man2");

  private final SettableClock clock = SettableClock.at(TestRequests.NINE_O_CLOCK.plusSeconds(60));
  private final SimulatedSlurm simulatedSlurm = new SimulatedSlurm(clock);
  private final RecordingSlurm recording = new RecordingSlurm();
  private final SlurmUnderTest slurm =
      new SlurmUnderTest("man", STORE.database(), recording.wrap(simulatedSlurm), clock);
  private final ReservationWriter writer =
      new ReservationWriter(slurm.cluster, recording.wrap(simulatedSlurm));

  /** The one before, which ends when the next begins. */
  private final SlurmReservation earlier = reservation("run-1", MAN1, 0, 60);

  private final SlurmReservation next = reservation("run-2", MAN1, 60, 120);

  private final Transaction bookOneNode =
      TestRequests.transaction("t.1", slurm.nodes("run-1", 1, TestRequests.minutes(0, 60)));
  private final Transaction growToTwo =
      TestRequests.transaction(
          "t.2", new BookingAction.Modify("run-1", null, new ResourceRequest.Compute("man", 2)));

  private SlurmReservation reservation(String bookingId, List<String> nodes, int from, int to) {
    return new SlurmReservation(
        slurm.cluster.reservationNameOf(bookingId),
        nodes,
        TestRequests.minutes(from, to),
        List.of(SlurmUnderTest.ANNES_ACCOUNT),
        false);
  }

  private void startJob(String reservation, String node, int end) {
    simulatedSlurm.running.add(
        new SlurmJob(reservation, List.of(node), TestRequests.minutes(0, end)));
  }

  /** The job's limit lies up to two minutes after its reservation, with which it ends. */
  @Test
  void nodesOfOurJobCanBeReservedFromTheEndOfItsReservation() {
    simulatedSlurm.create(earlier);
    startJob(earlier.name(), "man1", 62);
    assertThat(writer.create(next)).isEmpty();
    assertThat(simulatedSlurm.find(next.name())).isPresent();
  }

  @Test
  void nodesWithoutJobsAreReservedWithoutFurtherRequests() {
    startJob("", "man2", 90);
    assertThat(writer.create(next)).isEmpty();
    assertThat(recording.calls).hasSize(1);
  }

  /** By its limit or its reservation, or because nothing ends it. */
  @ParameterizedTest
  @CsvSource({
    "'', 61",
    "of-others, 61",
    "ours that ended, 61",
    "ours until the start, 63",
    "ours beyond it, 61"
  })
  void aJobThatMayRunOnAfterTheStartKeepsItsNodes(String job, int limit) {
    var itsReservation =
        switch (job) {
          case "ours that ended" -> slurm.cluster.reservationNameOf("run-9");
          case "ours until the start" -> create(earlier);
          case "ours beyond it" -> create(reservation("run-3", MAN1, 0, 61));
          default -> job;
        };
    simulatedSlurm.allowOverlap(itsReservation);
    startJob(itsReservation, "man1", limit);
    assertThat(writer.create(next)).contains("Requested nodes are busy");
    assertThat(simulatedSlurm.find(next.name())).isEmpty();
    assertThat(recording.calls).noneMatch(call -> call.startsWith("createBesideJobs"));
  }

  private String create(SlurmReservation reservation) {
    assertThat(simulatedSlurm.create(reservation)).isEmpty();
    return reservation.name();
  }

  @Test
  void aReservationIsDeletedIfAJobStartsJustBeforeItIsCreated() {
    simulatedSlurm.create(earlier);
    startJob(earlier.name(), "man1", 62);
    startOtherJobAt("createBesideJobs");
    assertThat(writer.create(next).orElseThrow()).contains("may run beyond", "on man1");
    assertThat(simulatedSlurm.listReservations())
        .extracting(SlurmReservation::name)
        .containsExactly(earlier.name());
  }

  /** A job of the hold account keeps it from being deleted. */
  @Test
  void aHoldThatSlurmDoesNotDeleteBesideAnotherJobIsRefusedAndDeletedLater() {
    var make =
        TestRequests.transaction("t.1", slurm.nodes("run-1", 1, TestRequests.minutes(0, 60)));
    commit(make);
    startJob(earlier.name(), "man1", 62);
    startOtherJobAt("createBesideJobs");
    simulatedSlurm.reservationsWithJobs.add(next.name());
    var hold =
        TestRequests.transaction("t.2", slurm.nodes("run-2", 4, TestRequests.minutes(60, 120)));
    assertThat(slurm.newScheduler().prepare(hold)).isInstanceOf(Refused.class);
    assertThat(simulatedSlurm.find(next.name())).isPresent();

    simulatedSlurm.reservationsWithJobs.clear();
    slurm.turnTo(clock.instant().plusSeconds(60));
    assertThat(simulatedSlurm.find(next.name())).isEmpty();
  }

  @Test
  void aReservationIsChangedBackIfAJobStartsJustBeforeItsChange() {
    var small = reservation("run-1", List.of("man2"), 0, 60);
    simulatedSlurm.create(small);
    startOtherJobAt("change");
    var refused = writer.change(small, reservation("run-1", MAN1_AND_2, 0, 60));
    assertThat(refused.orElseThrow()).contains("may run beyond", "on man1");
    assertThat(simulatedSlurm.find(small.name()).orElseThrow().nodes()).containsExactly("man2");
  }

  private void startOtherJobAt(String request) {
    recording.meanwhile =
        question -> {
          if (question.startsWith(request)) {
            startJob("", "man1", 90);
          }
        };
  }

  /** As after a killed slurmctld, which had not saved that the reservation has more nodes. */
  @ParameterizedTest
  @CsvSource({"man1, 'jobs outside', 1", "man3, '', 2"})
  void aReservationGetsNoNodeOnWhichAnotherJobMayRun(
      String jobsNode, String refusal, int nodesAfterwards) {
    var small = reservation("run-1", List.of("man2"), 0, 60);
    simulatedSlurm.create(small);
    startJob("", jobsNode, 90);
    var refused = writer.change(small, reservation("run-1", MAN1_AND_2, 0, 60));
    assertThat(refused.orElse("")).contains(refusal);
    assertThat(simulatedSlurm.find(small.name()).orElseThrow().nodes()).hasSize(nodesAfterwards);
  }

  @Test
  void aReservationIsExtendedWithTheJobsInIt() {
    simulatedSlurm.create(earlier);
    startJob(earlier.name(), "man1", 62);
    assertThat(writer.change(earlier, reservation("run-1", MAN1, 0, 90))).isEmpty();
    assertThat(simulatedSlurm.find(earlier.name()).orElseThrow().schedule().endTime())
        .isEqualTo(TestRequests.minutes(0, 90).endTime());
  }

  @Test
  void aReservationIsMovedToTheNodesOfOurJobFromTheEndOfItsReservation() {
    simulatedSlurm.create(earlier);
    startJob(earlier.name(), "man1", 62);
    var elsewhere = reservation("run-2", List.of("man3"), 60, 120);
    simulatedSlurm.create(elsewhere);
    assertThat(writer.change(elsewhere, next)).isEmpty();
    assertThat(simulatedSlurm.find(next.name()).orElseThrow().nodes()).isEqualTo(MAN1);
  }

  /** As where a site lets jobs outlast their reservation. */
  @Test
  void aReservationIsReducedWhateverRunsOnItsNodes() {
    var large = reservation("run-1", MAN1_AND_2, 0, 60);
    simulatedSlurm.create(large);
    startJob("", "man1", 90);
    assertThat(writer.change(large, reservation("run-1", MAN1, 0, 50))).isEmpty();
    assertThat(recording.calls).hasSize(1);
    assertThat(simulatedSlurm.find(large.name()).orElseThrow().nodes()).isEqualTo(MAN1);
  }

  /** The resource manager was killed after it had created the hold, and looks when it is asked. */
  @Test
  void aHoldFoundBesideAnotherJobIsDeletedAndRefused() {
    var transaction = interruptAfterCreation();
    startJob("", "man1", 90);
    assertThat(slurm.newScheduler().prepare(transaction)).isInstanceOf(Refused.class);
    assertThat(simulatedSlurm.find(next.name())).isEmpty();
  }

  private Transaction interruptAfterCreation() {
    commit(TestRequests.transaction("t.1", slurm.nodes("run-1", 1, TestRequests.minutes(0, 60))));
    startJob(earlier.name(), "man1", 62);
    var transaction =
        TestRequests.transaction("t.2", slurm.nodes("run-2", 4, TestRequests.minutes(60, 120)));
    recording.meanwhile =
        question -> {
          if (question.startsWith("list") && simulatedSlurm.find(next.name()).isPresent()) {
            throw new IllegalStateException("interrupted");
          }
        };
    assertThatThrownBy(() -> slurm.newScheduler().prepare(transaction))
        .hasMessageContaining("interrupted");
    recording.meanwhile = _ -> {};
    assertThat(simulatedSlurm.find(next.name())).isPresent();
    return transaction;
  }

  @Test
  void aHoldFoundBesideNoOtherJobIsKept() {
    var transaction = interruptAfterCreation();
    assertThat(slurm.newScheduler().prepare(transaction)).isInstanceOf(Held.class);
    assertThat(simulatedSlurm.find(next.name())).isPresent();
  }

  /** slurmctld lost the additional nodes, and another job started there meanwhile. */
  @Test
  void aLostChangeIsRestoredOnceTheOtherJobHasEnded() {
    commit(bookOneNode);
    commit(growToTwo);
    slurm.turnTo(clock.instant().plusSeconds(1));
    var grown = simulatedSlurm.find(earlier.name()).orElseThrow();
    assertThat(grown.nodes()).containsExactlyInAnyOrder("man1", "man2");
    simulatedSlurm.change(grown, reservation("run-1", List.of("man2"), 0, 60));
    simulatedSlurm.loseReservation("nothing");
    startJob("", "man1", 90);
    slurm.turnTo(clock.instant().plusSeconds(1));
    assertThat(status(bookOneNode).problem()).contains("jobs outside reservation", "man1");
    assertThat(simulatedSlurm.find(earlier.name()).orElseThrow().nodes()).hasSize(1);

    simulatedSlurm.running.clear();
    slurm.turnTo(clock.instant().plusSeconds(1));
    assertThat(status(bookOneNode).problem()).isNull();
    assertThat(status(bookOneNode).state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
    assertThat(simulatedSlurm.find(earlier.name()).orElseThrow().nodes()).hasSize(2);
  }

  /** Killed after the creation, before it could look which jobs run. */
  @Test
  void aReservationThatWasBeingCreatedAgainIsLookedAtAfterAKill() {
    commit(TestRequests.transaction("t.1", slurm.nodes("run-1", 1, TestRequests.minutes(0, 60))));
    var make =
        TestRequests.transaction("t.2", slurm.nodes("run-2", 4, TestRequests.minutes(60, 120)));
    commit(make);
    slurm.turnTo(clock.instant().plusSeconds(1));
    startJob(earlier.name(), "man1", 62);
    simulatedSlurm.loseReservation(next.name());
    recording.meanwhile =
        question -> {
          if (question.startsWith("listRunningJobs")
              && simulatedSlurm.find(next.name()).isPresent()) {
            throw new IllegalStateException("interrupted");
          }
        };
    slurm.turnTo(clock.instant().plusSeconds(1));
    assertThat(simulatedSlurm.find(next.name())).isPresent();

    recording.meanwhile = _ -> {};
    startJob("", "man1", 90);
    slurm.turnTo(clock.instant().plusSeconds(60));
    assertThat(status(make).problem()).contains("jobs outside reservation", "man1");
    assertThat(simulatedSlurm.find(next.name())).isPresent();

    simulatedSlurm.running.clear();
    slurm.turnTo(clock.instant().plusSeconds(60));
    assertThat(status(make).problem()).isNull();
  }

  /** Killed after the change, before it could look which jobs run on the added node. */
  @Test
  void aChangedReservationIsLookedAtAfterAKill() {
    commit(bookOneNode);
    slurm.turnTo(clock.instant().plusSeconds(1));
    assertThat(slurm.newScheduler().prepare(growToTwo)).isInstanceOf(Held.class);
    recording.meanwhile =
        question -> {
          if (question.startsWith("listRunningJobs")
              && simulatedSlurm.find(earlier.name()).orElseThrow().nodes().size() == 2) {
            throw new IllegalStateException("interrupted");
          }
        };
    assertThatThrownBy(() -> slurm.newScheduler().commit(growToTwo))
        .hasMessageContaining("interrupted");
    assertThat(simulatedSlurm.find(earlier.name()).orElseThrow().nodes()).hasSize(2);

    recording.meanwhile = _ -> {};
    startJob("", "man1", 90);
    startJob("", "man2", 90);
    slurm.turnTo(clock.instant().plusSeconds(60));
    assertThat(status(bookOneNode).problem()).contains("jobs outside reservation");
    assertThat(status(bookOneNode).state()).isEqualTo(ActionStatusDetails.State.ACTIVE);

    simulatedSlurm.running.clear();
    slurm.turnTo(clock.instant().plusSeconds(60));
    assertThat(status(bookOneNode).problem()).isNull();
    assertThat(status(bookOneNode).state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
  }

  private void commit(Transaction transaction) {
    assertThat(slurm.newScheduler().prepare(transaction)).isInstanceOf(Held.class);
    slurm.newScheduler().commit(transaction);
  }

  private ActionStatusDetails status(Transaction transaction) {
    return slurm.newScheduler().queryStatuses(transaction).getFirst();
  }
}

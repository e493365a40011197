package org.touchpaper.harc.rm.backend.slurm;

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
import org.touchpaper.harc.rm.backend.slurm.client.CircuitOpenException;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.CrashInjector;
import org.touchpaper.harc.rm.scheduler.LocalScheduler;
import org.touchpaper.harc.rm.scheduler.LocalSchedulerClockContract;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Schedule;

/** Bookings in a simulated Slurm over time; the clock of a real one cannot be set. */
class SimulatedSlurmContractTest extends LocalSchedulerClockContract {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final CrashInjector crashes = new CrashInjector();
  private final SettableClock clock =
      SettableClock.at(TestRequests.NINE_O_CLOCK.minusSeconds(3600));
  private final SimulatedSlurm simulatedSlurm = new SimulatedSlurm(clock);
  private final SimulatedSlurm elsewhere = new SimulatedSlurm(clock);
  private final SlurmUnderTest slurm =
      new SlurmUnderTest(
          "man", crashes.wrap(STORE.database()), new CrashingSlurm(simulatedSlurm, crashes), clock);

  /** In the end Slurm has what the bookings require, and nothing else of ours. */
  @AfterEach
  void verifyReservations() {
    slurm.reconciliationLoop().check();
    assertThat(simulatedSlurm.listReservations())
        .extracting(SlurmReservation::name)
        .containsExactlyInAnyOrderElementsOf(
            slurm.unfinished().stream()
                .filter(booking -> clock.instant().isBefore(booking.schedule().endTime()))
                .map(booking -> booking.external().name())
                .toList());
  }

  @Override
  protected LocalScheduler newScheduler() {
    return slurm.newScheduler();
  }

  @Override
  protected BookingAction.Make small(String bookingId) {
    return small(bookingId, TestRequests.minutes(0, 60));
  }

  @Override
  protected BookingAction.Make large(String bookingId) {
    return large(bookingId, TestRequests.minutes(0, 60));
  }

  @Override
  protected BookingAction.Make small(String bookingId, Schedule schedule) {
    return slurm.nodes(bookingId, 1, schedule);
  }

  @Override
  protected BookingAction.Make large(String bookingId, Schedule schedule) {
    return slurm.nodes(bookingId, SimulatedSlurm.NODES.size(), schedule);
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
  protected void afterRestart() {
    slurm.restart();
  }

  @Override
  protected Optional<Boolean> isOpen(String bookingId) {
    return Optional.of(
        simulatedSlurm
            .find(slurm.cluster.reservationNameOf(bookingId))
            .filter(SlurmReservation::isActive)
            .filter(reservation -> reservation.isOnlyFor(SlurmUnderTest.ANNES_ACCOUNT))
            .isPresent());
  }

  @Override
  protected String bookingId(int n) {
    return "run-" + n;
  }

  @Override
  protected LocalScheduler startOn(DataSource database) {
    return fixtureOn(database).newScheduler();
  }

  @Override
  protected void runDueWork(DataSource database) {
    fixtureOn(database).restart();
  }

  private SlurmUnderTest fixtureOn(DataSource database) {
    return new SlurmUnderTest("man", database, elsewhere, clock);
  }

  @Override
  protected ResourceManagerDatabase database() {
    return STORE;
  }

  @Override
  protected CrashInjector crashInjector() {
    return crashes;
  }

  private final Transaction run =
      TestRequests.transaction("t.1", small("run", TestRequests.minutes(0, 60)));

  /** Slurm deletes no reservation with running jobs: a move ends them. */
  @Test
  void theJobsOfAStartedBookingThatIsMovedAreEnded() {
    var move =
        TestRequests.transaction(
            "t.2", new BookingAction.Modify("run", TestRequests.minutes(120, 180), null));
    commit(run);
    slurm.newScheduler().prepare(move);
    slurm.turnTo(TestRequests.NINE_O_CLOCK.plusSeconds(60));
    simulatedSlurm.reservationsWithJobs.add(part().reference());
    slurm.newScheduler().commit(move);
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
    slurm.turnTo(TestRequests.NINE_O_CLOCK.plusSeconds(62));
    assertThat(part().problem()).isNull();
    assertThat(simulatedSlurm.find(part().reference()).orElseThrow().schedule())
        .isEqualTo(TestRequests.minutes(120, 180));
  }

  /** Our own deletion was refused or not sent. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aReservationDeletedByAThirdPartyDuringAMoveFails(boolean isAsked) {
    var move =
        TestRequests.transaction(
            "t.2", new BookingAction.Modify("run", TestRequests.minutes(120, 180), null));
    commit(run);
    slurm.newScheduler().prepare(move);
    slurm.turnTo(TestRequests.NINE_O_CLOCK.plusSeconds(60));
    var name = part().reference();
    var recording = new RecordingSlurm();
    recording.meanwhile =
        question -> {
          if (!isAsked && question.startsWith("delete")) {
            throw new CircuitOpenException("Slurm has not answered earlier requests yet");
          }
        };
    var fixture =
        new SlurmUnderTest("man", STORE.database(), recording.wrap(simulatedSlurm), clock);
    for (var repeat = 0; repeat < 2; repeat++) {
      simulatedSlurm.reservationsWithJobs.add(name);
      fixture.newScheduler().commit(move);
      assertThat(part().problem()).contains("its reservation is being closed");
    }
    assertThat(simulatedSlurm.reservationsWithJobs).as("its jobs are ended").isEmpty();
    simulatedSlurm.delete(name);
    slurm.turnTo(TestRequests.NINE_O_CLOCK.plusSeconds(62));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.FAILED);
    assertThat(part().problem()).contains(name + " was deleted by a third party on man");
  }

  /** Slurm keeps what a booking gave up from others until it is updated. */
  @Test
  void nodesThatABookingGaveUpStayAssignedUntilSlurmIsUpdated() {
    commit(TestRequests.transaction("t.1", slurm.nodes("run", 2, TestRequests.minutes(0, 60))));
    var less =
        TestRequests.transaction(
            "t.2", new BookingAction.Modify("run", null, new ResourceRequest.Compute("man", 1)));
    slurm.newScheduler().prepare(less);
    crashes.armAt("change", false);
    assertThatThrownBy(() -> slurm.newScheduler().commit(less)).hasMessage("before change");
    crashes.disarm();
    assertThat(nodesOf(slurm.newScheduler().prepare(oneNodeRun("t.3")))).containsExactly("man3");
    afterRestart();
    slurm.turnTo(clock.instant());
    assertThat(nodesOf(slurm.newScheduler().prepare(oneNodeRun("t.4")))).containsExactly("man2");
  }

  private Transaction oneNodeRun(String transaction) {
    return TestRequests.transaction(
        transaction, small("of " + transaction, TestRequests.minutes(0, 60)));
  }

  private static List<String> nodesOf(PrepareResult answer) {
    return ((Held) answer).statuses().getFirst().path();
  }

  /** A reservation that is missing after its old end was not deleted by a third party. */
  @Test
  void anExtensionDecidedWhileSlurmIsSilentIsCreatedAgain() {
    var prolong =
        TestRequests.transaction(
            "t.2", new BookingAction.Modify("run", TestRequests.minutes(0, 120), null));
    commit(run);
    slurm.turnTo(TestRequests.NINE_O_CLOCK.plusSeconds(60));
    slurm.newScheduler().prepare(prolong);
    var unheard =
        new SlurmUnderTest("man", STORE.database(), UnresponsiveSlurm.controller(), clock);
    unheard.newScheduler().commit(prolong);
    assertThat(part().state()).as("it still runs").isEqualTo(ActionStatusDetails.State.ACTIVE);
    assertThat(part().problem()).contains("silent");
    slurm.turnTo(TestRequests.NINE_O_CLOCK.plusSeconds(3700));
    assertThat(part().problem()).isNull();
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
  }

  /**
   * What its modification needs is missing: the booking has failed, and nothing of it is left. A
   * reservation that slurmctld lost looks like a deleted one, never like one of another user.
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
  void aModificationWithATakenPieceFailsOnceItIsDecided(
      boolean isSeenBefore, String change, String event) {
    var prolong =
        TestRequests.transaction(
            "t.2", new BookingAction.Modify("run", TestRequests.minutes(0, 120), null));
    commit(run);
    slurm.newScheduler().prepare(prolong);
    var piece = slurm.bookings().listByTransaction("t.2").getFirst().external().name();
    if (change.equals("deleted")) {
      simulatedSlurm.delete(piece);
    } else {
      simulatedSlurm.handOver(piece, "root");
    }
    var handedOver = simulatedSlurm.find(piece);
    if (event.equals("slurmctld restarted")) {
      simulatedSlurm.loseReservation("nothing");
    }
    var fixture = new SlurmUnderTest("man", STORE.database(), simulatedSlurm, clock);
    if (isSeenBefore) {
      fixture.reconciliationLoop().check();
      assertThat(part().state())
          .as("until it is decided")
          .isEqualTo(ActionStatusDetails.State.COMMITTED);
    }
    for (var repeat = 0; repeat < 2; repeat++) {
      fixture.newScheduler().commit(prolong);
      assertThat(part().state()).isEqualTo(ActionStatusDetails.State.FAILED);
      assertThat(part().problem()).contains(piece, "was " + change + " by a third party on man");
    }
    fixture.reconciliationLoop().check();
    assertThat(part().released()).isTrue();
    assertThat(simulatedSlurm.find(piece)).isEqualTo(handedOver);
    if (change.equals("changed")) {
      assertThat(simulatedSlurm.allowsOverlap(piece))
          .as("the reservation is not extended over others' nodes")
          .isFalse();
      simulatedSlurm.delete(piece);
    }
    assertThat(simulatedSlurm.listReservations()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"deleted", "changed"})
  void aModificationWithATakenPieceCanBeAborted(String change) {
    var prolong =
        TestRequests.transaction(
            "t.2", new BookingAction.Modify("run", TestRequests.minutes(0, 120), null));
    commit(run);
    slurm.newScheduler().prepare(prolong);
    var piece = slurm.bookings().listByTransaction("t.2").getFirst().external().name();
    if (change.equals("deleted")) {
      simulatedSlurm.delete(piece);
    } else {
      simulatedSlurm.handOver(piece, "root");
    }
    slurm.reconciliationLoop().check();
    slurm.newScheduler().abort(prolong);
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
    assertThat(part().problem()).isNull();
    if (change.equals("changed")) {
      assertThat(simulatedSlurm.find(piece).orElseThrow().users()).containsExactly("root");
      simulatedSlurm.delete(piece);
    }
    assertThat(simulatedSlurm.listReservations()).hasSize(1);
  }

  private void commit(Transaction transaction) {
    slurm.newScheduler().prepare(transaction);
    slurm.newScheduler().commit(transaction);
  }

  private ActionStatusDetails part() {
    return slurm.newScheduler().queryStatuses(run).getFirst();
  }
}

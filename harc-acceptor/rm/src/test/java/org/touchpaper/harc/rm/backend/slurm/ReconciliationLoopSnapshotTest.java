package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.rm.booking.Allocation;
import org.touchpaper.harc.rm.booking.BackendPresenceMode;
import org.touchpaper.harc.rm.booking.Booking;
import org.touchpaper.harc.rm.booking.BookingState;
import org.touchpaper.harc.rm.booking.RequiredBackendReservation;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.platform.time.SettableClock;

/**
 * When the reconciliation loop runs a full check, and how many requests it needs; no failure stops
 * it.
 */
class ReconciliationLoopSnapshotTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final SettableClock clock =
      SettableClock.at(TestRequests.NINE_O_CLOCK.minusSeconds(3600));
  private final SimulatedSlurm simulatedSlurm = new SimulatedSlurm(clock);
  private final RecordingSlurm recording = new RecordingSlurm();
  private final SlurmUnderTest slurm =
      new SlurmUnderTest("man", STORE.database(), recording.wrap(simulatedSlurm), clock);
  private final ReconciliationLoop loop = slurm.reconciliationLoop();
  private final Transaction first = run(1);
  private final Transaction second = run(2);

  private Transaction run(int n) {
    return TestRequests.transaction(
        "t." + n, slurm.nodes("run-" + n, 1, TestRequests.minutes(0, 60)));
  }

  @Test
  void aFullCheckWithoutDifferencesNeedsAsManyRequestsHoweverMuchIsBooked() {
    for (var n = 0; n < 200; n++) {
      var booking = booking(n);
      slurm.bookings().add(booking);
      simulatedSlurm.create(
          Cluster.reservationOf(
              booking,
              booking.state() == BookingState.HELD
                  ? SlurmUnderTest.HOLD_ACCOUNT
                  : booking.account()));
    }
    loop.check();
    assertThat(recording.calls).containsExactly("bootTime[]", "listReservations[]", "listNodes[]");
    assertThat(slurm.unfinished())
        .hasSize(200)
        .allMatch(booking -> simulatedSlurm.bootTime().equals(booking.external().seenBootTime()));

    simulatedSlurm.loseReservation("nothing");
    recording.calls.clear();
    loop.check();
    assertThat(recording.calls).as("another slurmctld shows all of it").hasSize(2);
    assertThat(slurm.unfinished())
        .allMatch(booking -> simulatedSlurm.bootTime().equals(booking.external().seenBootTime()));
  }

  /** Half of them are held, half committed, alternately. */
  private Booking booking(int n) {
    return new Booking(
        "run-" + n,
        "t." + n,
        0,
        null,
        1,
        SlurmUnderTest.ANNES_ACCOUNT,
        Allocation.ofNodes(SimulatedSlurm.NODES, TestRequests.minutes(60 * n, 60 * n + 60)),
        n % 2 == 0 ? BookingState.HELD : BookingState.COMMITTED,
        null,
        null,
        BackendPresenceMode.FROM_HOLD,
        new RequiredBackendReservation(
            slurm.cluster.reservationNameOf("run-" + n),
            SlurmUnderTest.HOLD_ACCOUNT,
            simulatedSlurm.bootTime(),
            null));
  }

  @Test
  void whatAKilledSlurmctldLostIsCreatedAgainWithinTenSeconds() {
    prepare(first);
    commit(second);
    var firstName = slurm.cluster.reservationNameOf("run-1");
    loop.check();
    clock.advance(Duration.ofSeconds(20));
    loop.check();
    for (var name : List.of(firstName, slurm.cluster.reservationNameOf("run-2"))) {
      simulatedSlurm.loseReservation(name);
      var end = clock.instant().plusSeconds(10);
      while (simulatedSlurm.find(name).isEmpty()) {
        clock.set(loop.check());
        assertThat(clock.instant()).isBefore(end);
      }
    }
    assertThat(simulatedSlurm.find(firstName).orElseThrow().users())
        .containsExactly(SlurmUnderTest.HOLD_ACCOUNT);
    assertThat(state(second)).isEqualTo(ActionStatusDetails.State.COMMITTED);
  }

  /** Its nodes register some seconds after it answers. */
  @Test
  void aFailedRepairIsRetriedEverySecond() {
    prepare(first);
    loop.check();
    var name = slurm.cluster.reservationNameOf("run-1");
    simulatedSlurm.loseReservation(name);
    simulatedSlurm.isWithoutNodes = true;
    loop.check();
    var nextCheck = slurm.scheduledChecks.get("run-1");
    assertThat(nextCheck).isEqualTo(clock.instant().plusSeconds(1));
    assertThat(slurm.synchronizer().check("run-1")).contains(nextCheck);
    simulatedSlurm.isWithoutNodes = false;
    assertThat(slurm.synchronizer().check("run-1")).as("nothing more to do").isEmpty();
    assertThat(simulatedSlurm.find(name)).isPresent();
    assertThat(slurm.newScheduler().queryStatuses(first).getFirst().problem()).isNull();
  }

  @Test
  void aBookingWithAFailingRequestDoesNotStopTheNext() {
    commit(first);
    commit(second);
    loop.check();
    simulatedSlurm.delete(slurm.cluster.reservationNameOf("run-1"));
    recording.failingArgument = slurm.cluster.reservationNameOf("run-1");
    loseReservation("run-2");
    assertThat(simulatedSlurm.find(slurm.cluster.reservationNameOf("run-2"))).isPresent();
    recording.failingArgument = null;
    clock.advance(Duration.ofMinutes(1));
    loop.check();
    assertThat(simulatedSlurm.find(slurm.cluster.reservationNameOf("run-1")))
        .as("a minute later")
        .isPresent();
  }

  /** A left-over reservation that cannot be deleted does not stop the check. */
  @Test
  void aFailedDeletionDoesNotStopTheRest() {
    commit(first);
    commit(second);
    var before = simulatedSlurm.find(slurm.cluster.reservationNameOf("run-1")).orElseThrow();
    commit(TestRequests.transaction("t.3", new BookingAction.Cancel("run-1")));
    loop.check();
    simulatedSlurm.create(before);
    recording.failingArgument = before.name();
    loseReservation("run-2");
    assertThat(simulatedSlurm.find(slurm.cluster.reservationNameOf("run-2"))).isPresent();
  }

  private void loseReservation(String bookingId) {
    simulatedSlurm.loseReservation(slurm.cluster.reservationNameOf(bookingId));
    loop.check();
  }

  @Test
  void checksASilentSlurmEverySecondAndAnAnsweringOneEveryFive() {
    assertThat(loop.check()).isEqualTo(clock.instant().plusSeconds(5));
    var silent =
        new SlurmUnderTest("man", STORE.database(), UnresponsiveSlurm.controller(), clock)
            .reconciliationLoop();
    assertThat(silent.check()).isEqualTo(clock.instant().plusSeconds(1));
  }

  private void prepare(Transaction transaction) {
    assertThat(slurm.newScheduler().prepare(transaction)).isInstanceOf(Held.class);
  }

  private void commit(Transaction transaction) {
    prepare(transaction);
    slurm.newScheduler().commit(transaction);
  }

  private ActionStatusDetails.State state(Transaction transaction) {
    return slurm.newScheduler().queryStatuses(transaction).getFirst().state();
  }
}

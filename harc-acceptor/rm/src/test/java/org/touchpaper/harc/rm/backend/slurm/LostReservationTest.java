package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.scheduler.TestRequests;

/** What a real slurmctld loses when it is killed, and what an administrator takes away. */
@Tag("slurm")
class LostReservationTest extends SlurmClusterTestBase {
  /** Slurm acknowledges first and saves up to five seconds later. */
  @Test
  void createsAgainWhatSlurmctldLostBecauseItWasKilledBeforeItSaved() throws Exception {
    var longer = slurm.tomorrow(0, 90);
    var first = makeTransaction("run-1", 1);
    var savedBefore = cluster.savedAt();
    prepareTwice(first);
    await().atMost(TIMEOUT).until(() -> cluster.savedAt() > savedBefore);
    var saved = cluster.savedReservations();
    var second = makeTransaction("run-2", 1);
    prepareTwice(second);
    slurm.newScheduler().commit(first);
    var grow = new BookingAction.Modify("run-1", longer, null);
    prepareTwice(TestRequests.transaction("t.grow", grow));
    slurm.newScheduler().commit(TestRequests.transaction("t.grow", grow));
    assertThat(reservation(first).schedule()).isEqualTo(longer);
    var patrol = slurm.reconciliationLoop();
    slurm.clock.set(patrol.check());
    cluster.killAndRestoreSaved(saved);
    cluster.restart();
    assertThat(cluster.controller().find(status(second).reference())).as("it was lost").isEmpty();
    slurm.clock.set(patrol.check());
    slurm.clock.advance(Duration.ofMinutes(1));
    patrol.check();
    assertThat(reservation(second).users()).containsExactly(SlurmUnderTest.HOLD_ACCOUNT);
    assertThat(status(first).state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
    assertThat(reservation(first).users()).containsExactly(SlurmUnderTest.ANNES_ACCOUNT);
    assertThat(reservation(first).schedule()).isEqualTo(longer);
    slurm.newScheduler().commit(second);
    assertThat(reservation(second).users()).containsExactly(SlurmUnderTest.ANNES_ACCOUNT);
  }

  @Test
  void respectsAnAdministratorsDeletion() {
    var transaction = commitRun("run-1", 4);
    cluster.runAsAdmin("scontrol", "delete", "ReservationName=" + status(transaction).reference());
    slurm.reconciliationLoop().check();
    slurm.reconciliationLoop().check();
    assertThat(status(transaction).state()).isEqualTo(ActionStatusDetails.State.FAILED);
    assertThat(status(transaction).problem()).contains("was deleted by a third party on man");
    assertThat(status(transaction).released()).isTrue();
    assertThat(cluster.controller().listReservations()).isEmpty();
    assertThat(prepareTwice(makeTransaction("run-2", 4)))
        .as("its nodes are free again")
        .isInstanceOf(Held.class);
  }

  /** A vote is never taken back: the booking fails when it is decided, and not before. */
  @Test
  void aHoldThatAnAdministratorDeletedFailsOnceItIsDecided() {
    var transaction = makeTransaction("run-1", 1);
    prepareTwice(transaction);
    cluster.runAsAdmin("scontrol", "delete", "ReservationName=" + status(transaction).reference());
    slurm.reconciliationLoop().check();
    assertThat(status(transaction).state()).isEqualTo(ActionStatusDetails.State.HELD);
    assertThat(status(transaction).problem()).contains("was deleted by a third party");
    slurm.newScheduler().commit(transaction);
    assertThat(status(transaction).state()).isEqualTo(ActionStatusDetails.State.FAILED);
  }

  @Test
  void aReducedReservationFailsAndAnExtendedOneDoesNot() {
    var generous = commitRun("run-1", 1);
    var name = "ReservationName=" + status(generous).reference();
    cluster.runAsAdmin(
        "scontrol", "update", name, "EndTime=" + slurmTime(slurm.tomorrow(0, 90).endTime()));
    slurm.reconciliationLoop().check();
    assertThat(status(generous).state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
    cluster.runAsAdmin("scontrol", "update", name, "Users=root");
    slurm.reconciliationLoop().check();
    assertThat(status(generous).state()).isEqualTo(ActionStatusDetails.State.FAILED);
    assertThat(status(generous).problem()).contains("was changed by a third party on man");
    assertThat(cluster.controller().listReservations())
        .as("its new user keeps it")
        .extracting(SlurmReservation::users)
        .containsExactly(List.of("root"));
  }

  @Test
  void aModificationWithADeletedPieceFailsOnceItIsDecided() {
    var transaction = commitRun("run-1", 1);
    var grow =
        TestRequests.transaction(
            "t.2", new BookingAction.Modify("run-1", slurm.tomorrow(0, 90), null));
    prepareTwice(grow);
    var piece = slurm.bookings().listByTransaction("t.2").getFirst().external().name();
    cluster.runAsAdmin("scontrol", "delete", "ReservationName=" + piece);
    slurm.newScheduler().commit(grow);
    assertThat(status(transaction).state()).isEqualTo(ActionStatusDetails.State.FAILED);
    assertThat(status(transaction).problem())
        .contains(piece, "was deleted by a third party on man");
    slurm.reconciliationLoop().check();
    assertThat(status(transaction).released()).isTrue();
    assertThat(cluster.controller().listReservations()).isEmpty();
  }

  /** An abandoned command may still take effect. */
  @Test
  void deletesTheReservationOfAFinishedBooking() {
    var transaction = makeTransaction("run-1", 1);
    prepareTwice(transaction);
    var leftOver = reservation(transaction);
    slurm.newScheduler().abort(transaction);
    cluster.controller().create(leftOver);
    createMaintenance(slurm.tomorrow(90, 120), "man1");
    slurm.reconciliationLoop().check();
    assertThat(cluster.controller().listReservations())
        .extracting(SlurmReservation::name)
        .containsExactly("maintenance");
  }

  @Test
  void aDecisionWhileSlurmctldIsDownIsAppliedWhenItIsBack() throws Exception {
    var transaction = makeTransaction("run-1", 1);
    var savedBefore = cluster.savedAt();
    prepareTwice(transaction);
    await().atMost(TIMEOUT).until(() -> cluster.savedAt() > savedBefore);
    cluster.kill();
    try {
      var impatient =
          new SlurmUnderTest(cluster.name(), database.database(), cluster.impatientController());
      assertThatThrownBy(() -> impatient.newScheduler().prepare(makeTransaction("run-2", 1)))
          .isInstanceOf(SchedulerUnreachableException.class);
      impatient.newScheduler().commit(transaction);
      assertThat(status(transaction).state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
      assertThat(status(transaction).problem()).contains("no answer within 300 ms");
      assertThat(impatient.scheduledChecks).containsKey("run-1");
    } finally {
      cluster.restart();
    }
    slurm.synchronizer().check("run-1");
    assertThat(status(transaction).problem()).isNull();
    assertThat(reservation(transaction).users()).containsExactly(SlurmUnderTest.ANNES_ACCOUNT);
  }
}

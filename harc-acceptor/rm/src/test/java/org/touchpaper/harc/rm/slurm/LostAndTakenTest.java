package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;

/** What a real slurmctld lost when it was killed, and what an administrator took from it. */
@Tag("slurm")
class LostAndTakenTest extends SlurmStory {
  /** Slurm says yes first and saves up to five seconds later. */
  @Test
  void putsBackWhatSlurmctldLostWhenItWasKilledBeforeItSaved() throws Exception {
    var longer = slurm.tomorrow(0, 90);
    var first = make("run-1", 1);
    var before = cluster.savedAt();
    prepared(first);
    await().atMost(PATIENCE).until(() -> cluster.savedAt() > before);
    var saved = cluster.saved();
    var second = make("run-2", 1);
    prepared(second);
    slurm.start().commit(first);
    var grow = new Action.Modify("run-1", longer, null);
    prepared(Ask.transaction("t.grow", grow));
    slurm.start().commit(Ask.transaction("t.grow", grow));
    assertThat(reservation(first).schedule()).isEqualTo(longer);
    var patrol = slurm.patrol();
    slurm.clock.set(patrol.look());
    cluster.killBeforeItSavesMoreThan(saved);
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
    assertThat(cluster.controller().listReservations())
        .as("whoever has it now keeps it")
        .extracting(SlurmReservation::users)
        .containsExactly(List.of("root"));
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
}

package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.booking.Booking;
import org.touchpaper.harc.rm.booking.BookingState;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Refusal;

/**
 * The resource manager held everything, recorded that, and crashed before it voted. When it is
 * restarted and prepared again, the hold may be missing.
 */
class HeldAndNotVotedTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final SettableClock clock =
      SettableClock.at(TestRequests.NINE_O_CLOCK.minusSeconds(3600));
  private final SimulatedSlurm simulatedSlurm = new SimulatedSlurm(clock);
  private final SlurmUnderTest slurm =
      new SlurmUnderTest("man", STORE.database(), simulatedSlurm, clock);
  private final Transaction run =
      TestRequests.transaction("t.1", slurm.nodes("run", 2, TestRequests.minutes(0, 60)));

  @BeforeEach
  void holdsIt() {
    assertThat(slurm.newScheduler().prepare(run)).isInstanceOf(PrepareResult.Held.class);
  }

  private Booking booking(String bookingId) {
    return slurm.bookings().find(bookingId).orElseThrow();
  }

  @Test
  void anIntactHoldIsVotedPrepared() {
    var before = booking("run");
    slurm.restart();
    assertThat(slurm.newScheduler().prepare(run)).isInstanceOf(PrepareResult.Held.class);
    assertThat(booking("run")).isEqualTo(before);
  }

  @Test
  void aReservationThatSlurmctldLostIsCreatedAgainBeforeTheVote() {
    simulatedSlurm.loseReservation(booking("run").external().name());
    assertThat(slurm.newScheduler().prepare(run)).isInstanceOf(PrepareResult.Held.class);
    assertThat(simulatedSlurm.listReservations()).hasSize(1);
    assertThat(booking("run").problem()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"deleted, false", "deleted, true", "changed, false", "changed, true"})
  void aTakenHoldIsRefusedAndTheRestReleased(String how, boolean isSeenBefore) {
    var name = booking("run").external().name();
    if (how.equals("deleted")) {
      simulatedSlurm.delete(name);
    } else {
      simulatedSlurm.handOver(name, "root");
    }
    if (isSeenBefore) {
      slurm.restart();
      assertThat(booking("run").state()).isEqualTo(BookingState.TAKEN);
    }
    for (var time = 0; time < 2; time++) {
      assertThat(slurm.newScheduler().prepare(run))
          .isInstanceOfSatisfying(
              PrepareResult.Refused.class,
              refused -> {
                var actionRefusal = refused.refusals().getFirst();
                assertThat(actionRefusal.bookingId()).isEqualTo("run");
                assertThat(actionRefusal.refusal().code()).isEqualTo(Refusal.Code.NODES_BUSY);
                assertThat(actionRefusal.refusal().reason())
                    .contains("was " + how + " by a third party on man");
              });
    }
    assertThat(slurm.unfinished()).isEmpty();
    assertThatThrownBy(() -> slurm.newScheduler().commit(run))
        .hasMessageContaining("it is not held");
    slurm.newScheduler().abort(run);
    assertThat(simulatedSlurm.listReservations())
        .extracting(SlurmReservation::users)
        .isEqualTo(how.equals("deleted") ? List.of() : List.of(List.of("root")));
  }

  /** After a refused change the booking is as before, and can be changed by another transaction. */
  @Test
  void aChangeWithATakenPieceLeavesTheBookingAsItWas() {
    slurm.newScheduler().commit(run);
    var longer =
        TestRequests.transaction(
            "t.2", new BookingAction.Modify("run", TestRequests.minutes(0, 120), null));
    assertThat(slurm.newScheduler().prepare(longer)).isInstanceOf(PrepareResult.Held.class);
    simulatedSlurm.delete(slurm.bookings().listByTransaction("t.2").getFirst().external().name());
    for (var time = 0; time < 2; time++) {
      assertThat(slurm.newScheduler().prepare(longer))
          .isInstanceOfSatisfying(
              PrepareResult.Refused.class,
              refused -> assertThat(refused.refusals().getFirst().bookingId()).isEqualTo("run"));
    }
    assertThat(booking("run").state()).isEqualTo(BookingState.COMMITTED);
    assertThat(booking("run").schedule()).isEqualTo(TestRequests.minutes(0, 60));
    var cancel = TestRequests.transaction("t.3", new BookingAction.Cancel("run"));
    assertThat(slurm.newScheduler().prepare(cancel)).isInstanceOf(PrepareResult.Held.class);
  }

  /** A committed result is not verified again. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCommittedResultStaysWhateverIsTakenLater(boolean isSeenBefore) {
    slurm.newScheduler().commit(run);
    simulatedSlurm.delete(booking("run").external().name());
    if (isSeenBefore) {
      slurm.restart();
    }
    assertThat(slurm.newScheduler().prepare(run)).isInstanceOf(PrepareResult.Held.class);
    slurm.restart();
    assertThat(slurm.newScheduler().queryStatuses(run))
        .extracting(ActionStatusDetails::state)
        .containsExactly(ActionStatusDetails.State.FAILED);
  }
}

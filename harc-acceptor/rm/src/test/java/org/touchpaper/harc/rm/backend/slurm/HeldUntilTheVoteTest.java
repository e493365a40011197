package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.booking.Booking;
import org.touchpaper.harc.rm.booking.BookingState;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.Refusal;

/**
 * Two bookings in one transaction: the first is held, and the second got no answer. When the
 * prepare is repeated the first hold may be missing, and until the vote it may be refused.
 */
class HeldUntilTheVoteTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final SettableClock clock =
      SettableClock.at(TestRequests.NINE_O_CLOCK.minusSeconds(3600));
  private final LossySlurm lossy = new LossySlurm();
  private SimulatedSlurm simulatedSlurm = new SimulatedSlurm(clock);
  private SlurmUnderTest slurm = newScheduler();
  private final Transaction twoRuns =
      TestRequests.transaction(
          "t.1",
          slurm.nodes("one", 2, TestRequests.minutes(0, 60)),
          slurm.nodes("two", 2, TestRequests.minutes(0, 60)));

  private SlurmUnderTest newScheduler() {
    return new SlurmUnderTest("man", STORE.database(), lossy.wrap(simulatedSlurm), clock);
  }

  /** Loses each answer in turn, until the one that creates the second reservation. */
  @BeforeEach
  void oneIsHeldAndTheOtherMadeWithoutAnAnswer() {
    var nth = 0;
    do {
      nth++;
      STORE.empty();
      simulatedSlurm = new SimulatedSlurm(clock);
      slurm = newScheduler();
      lossy.loseResponse(nth, true);
      try {
        slurm.newScheduler().prepare(twoRuns);
      } catch (SchedulerUnreachableException e) {
        assertThat(e).hasMessageContaining("lost");
      }
      assertThat(lossy.stopLosing()).as("answer %d was lost", nth).isTrue();
    } while (!isHalfDone());
  }

  private boolean isHalfDone() {
    return simulatedSlurm.listReservations().size() == 2
        && states().equals(List.of(BookingState.HELD, BookingState.PREPARING));
  }

  private List<BookingState> states() {
    return slurm.bookings().listByTransaction("t.1").stream().map(Booking::state).toList();
  }

  private Booking preparedBooking() {
    return slurm.bookings().find("one").orElseThrow();
  }

  @Test
  void anIntactHoldIsVotedPrepared() {
    assertThat(slurm.newScheduler().prepare(twoRuns)).isInstanceOf(PrepareResult.Held.class);
    assertThat(states()).containsOnly(BookingState.HELD);
  }

  @Test
  void aReservationThatSlurmctldLostIsCreatedAgainBeforeTheVote() {
    simulatedSlurm.loseReservation(preparedBooking().external().name());
    assertThat(slurm.newScheduler().prepare(twoRuns)).isInstanceOf(PrepareResult.Held.class);
    assertThat(simulatedSlurm.listReservations()).hasSize(2);
    assertThat(preparedBooking().problem()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void aMissingHoldIsRefusedAndNothingIsLeft(boolean isLost, boolean isSeenBefore) {
    var prepared = preparedBooking();
    if (isLost) {
      simulatedSlurm.loseReservation(prepared.external().name());
      var others = List.of("root");
      assertThat(
              simulatedSlurm.create(
                  new SlurmReservation(
                      "maint", prepared.items(), prepared.schedule(), others, false)))
          .isEmpty();
    } else {
      simulatedSlurm.delete(prepared.external().name());
    }
    if (isSeenBefore) {
      slurm.restart();
      assertThat(preparedBooking().problem()).isNotNull();
    }
    for (var time = 0; time < 2; time++) {
      assertThat(slurm.newScheduler().prepare(twoRuns))
          .isInstanceOfSatisfying(
              PrepareResult.Refused.class,
              refused -> {
                var actionRefusal = refused.refusals().getFirst();
                assertThat(actionRefusal.bookingId()).isEqualTo("one");
                assertThat(actionRefusal.refusal().code()).isEqualTo(Refusal.Code.NODES_BUSY);
                assertThat(actionRefusal.refusal().reason())
                    .contains(
                        isLost ? "overlaps with another" : "was deleted by a third party on man");
              });
    }
    assertThat(simulatedSlurm.listReservations())
        .extracting(SlurmReservation::name)
        .isEqualTo(isLost ? List.of("maint") : List.of());
    assertThat(slurm.unfinished()).isEmpty();
  }
}

package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.bar.coallocation.TestBooking.COMMIT;
import static org.touchpaper.bar.coallocation.TestBooking.COMPUTE_ID;
import static org.touchpaper.bar.coallocation.TestBooking.CREATED_AT;
import static org.touchpaper.bar.coallocation.TestBooking.END;
import static org.touchpaper.bar.coallocation.TestBooking.FORGOTTEN;
import static org.touchpaper.bar.coallocation.TestBooking.LATER;
import static org.touchpaper.bar.coallocation.TestBooking.LIGHTPATH_ID;
import static org.touchpaper.bar.coallocation.TestBooking.START;
import static org.touchpaper.bar.coallocation.TestBooking.computeStatus;
import static org.touchpaper.bar.coallocation.TestBooking.reported;
import static org.touchpaper.bar.coallocation.TestBooking.request;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.reservation.BookingPhase;

/**
 * A resource manager has no record of a part that it agreed to, because its database was restored.
 */
class RecordForgottenTest {

  private final CoAllocation booking = TestBooking.undecided();

  @BeforeEach
  void book() {
    booking.applyResult(COMMIT, CREATED_AT);
  }

  /** The resource manager may run with a wrong database, until an operator corrects it. */
  @ParameterizedTest
  @EnumSource(names = {"COMMITTED", "ACTIVE"})
  void aForgottenPartKeepsItsStateAndShowsTheProblem(BookingPhase state) {
    booking.applyReports(
        Map.of(LIGHTPATH_ID, reported(state, null), COMPUTE_ID, reported(state, "slow")), START);
    var before = booking.state();
    assertThat(booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), START)).isTrue();
    assertThat(booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), LATER)).as("twice").isFalse();
    assertThat(booking.state()).isEqualTo(before);
    assertThat(booking.problem()).contains(FORGOTTEN.reason());
    assertThat(computeStatus(booking).released()).as("not known").isFalse();
    booking.applyReports(Map.of(COMPUTE_ID, reported(state, null)), LATER.plusSeconds(1));
    assertThat(booking.problem()).isEmpty();
  }

  /** A part that had ended or failed keeps its state and reason. */
  @ParameterizedTest
  @EnumSource(names = {"FAILED", "CANCELLED", "ENDED"})
  void anEndedOrFailedPartKeepsItsReason(BookingPhase state) {
    booking.applyReports(
        Map.of(COMPUTE_ID, new CommitProtocolPort.ReportedState(state, "DENY", false)), START);
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), START);
    assertThat(computeStatus(booking).state()).isEqualTo(state);
    assertThat(computeStatus(booking).problemDescription()).contains("DENY");
  }

  /** A resource manager that does not know its part could not agree to cancel it. */
  @Test
  void aCancelNamesOnlyPartsThatAreKnown() {
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), START);
    assertThat(new CoAllocationParts(booking.parts()).cancellable().all())
        .extracting(CoAllocationPart::partId)
        .containsExactly(LIGHTPATH_ID);
    booking.cancel(request(2), START);
    booking.applyResult(COMMIT, START);
    assertThat(booking.state()).isEqualTo(BookingPhase.CANCELLED);
    booking.applyReports(Map.of(COMPUTE_ID, reported(BookingPhase.ACTIVE, null)), LATER);
    assertThat(booking.state()).as("never live again").isEqualTo(BookingPhase.CANCELLED);
  }

  @Test
  void aBookingForgottenByAllNeedsNoCancel() {
    booking.applyReports(Map.of(LIGHTPATH_ID, FORGOTTEN, COMPUTE_ID, FORGOTTEN), START);
    assertThat(booking.cancelRefusal(START))
        .contains("no resource manager has a record of the booking");
  }

  /** A refused cancellation is not the reason of the failure. */
  @Test
  void aRefusedCancelKeepsTheFailureReason() {
    booking.applyReports(Map.of(LIGHTPATH_ID, reported(BookingPhase.FAILED, "cut")), START);
    booking.cancel(request(2), START);
    booking.applyResult(TestBooking.ABORT, START);
    assertThat(booking.state()).isEqualTo(BookingPhase.FAILED);
    assertThat(booking.reason()).contains("cut");
    assertThat(booking.refusals()).isEmpty();
    assertThat(booking.objections()).isEqualTo(TestBooking.REFUSALS);
  }

  /** The parts' own failure reason stays after a cancellation. */
  @Test
  void aCancelledBookingShowsWhyAPartHadFailed() {
    booking.applyReports(Map.of(LIGHTPATH_ID, reported(BookingPhase.FAILED, "cut")), START);
    booking.cancel(request(2), START);
    booking.applyResult(COMMIT, START);
    assertThat(booking.state()).isEqualTo(BookingPhase.CANCELLED);
    assertThat(booking.reason()).contains("cut");
  }

  @Test
  void aLaterMissingReplyDoesNotHideTheProblem() {
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), START);
    booking.applyReports(
        Map.of(COMPUTE_ID, new CommitProtocolPort.NoAnswer("it does not answer")), START);
    assertThat(computeStatus(booking).problemDescription()).contains(FORGOTTEN.reason());
  }

  /** Long after the end records are dropped by design. */
  @Test
  void afterItsEndNothingFailsAndPollingStops() {
    booking.applyReports(
        Map.of(
            LIGHTPATH_ID,
            new CommitProtocolPort.ReportedState(BookingPhase.ENDED, null, true),
            COMPUTE_ID,
            FORGOTTEN),
        END);
    assertThat(booking.state()).isEqualTo(BookingPhase.ENDED);
    assertThat(booking.parts()).noneMatch(part -> part.status().state() == BookingPhase.FAILED);
    assertThat(booking.dueAt()).isPresent();
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), END.plus(Duration.ofHours(2)));
    assertThat(booking.dueAt()).isEmpty();
    assertThat(booking.isReleased()).isFalse();
  }
}

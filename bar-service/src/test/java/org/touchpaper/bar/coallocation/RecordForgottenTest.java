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

  @ParameterizedTest
  @EnumSource(names = {"COMMITTED", "ACTIVE"})
  void forgottenNodesFailAfterTheGracePeriod(BookingPhase state) {
    booking.applyReports(Map.of(COMPUTE_ID, reported(state, "slow")), START);
    var before = booking.state();
    assertThat(booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), START)).isTrue();
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), START.plusSeconds(59));
    assertThat(booking.state()).as("within the grace period").isEqualTo(before);
    assertThat(booking.problem()).contains(FORGOTTEN.reason());
    assertThat(booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), LATER)).isTrue();
    assertThat(booking.state()).isEqualTo(BookingPhase.FAILED);
    assertThat(booking.reason()).contains(FORGOTTEN.reason());
    assertThat(computeStatus(booking).problemDescription()).contains(FORGOTTEN.reason());
    assertThat(computeStatus(booking).released()).as("not known").isFalse();
    assertThat(booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), LATER)).as("twice").isFalse();
    assertThat(booking.cancelRefusal(START)).as("the lightpath remains").isEmpty();
  }

  /** Other bookings may get the nodes before the start, so the failure is reported early. */
  @Test
  void theFailureIsReportedWithinAMinute() {
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), CREATED_AT);
    assertThat(booking.problem()).contains(FORGOTTEN.reason());
    assertThat(booking.dueAt()).contains(CREATED_AT.plusSeconds(60));
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), CREATED_AT.plusSeconds(60));
    assertThat(booking.state()).isEqualTo(BookingPhase.FAILED);
  }

  /** Thousands of bookings may wait until an operator restores the right database. */
  @Test
  void beforeTheStartChecksOfAFailedBookingBackOff() {
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), CREATED_AT);
    var at = CREATED_AT.plusSeconds(60);
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), at);
    assertThat(booking.state()).isEqualTo(BookingPhase.FAILED);
    assertThat(booking.dueAt()).contains(at.plusSeconds(60));
    var checks = 0;
    while (at.isBefore(START)) {
      at = booking.dueAt().orElseThrow();
      booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), at);
      checks++;
    }
    assertThat(checks).isBetween(5, 15);
    assertThat(at).as("at the start").isEqualTo(START);
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), START);
    assertThat(booking.dueAt().orElseThrow()).isBefore(START.plusSeconds(16));
  }

  @ParameterizedTest
  @EnumSource(names = {"COMMITTED", "ACTIVE"})
  void aForgottenLightpathKeepsItsState(BookingPhase state) {
    booking.applyReports(
        Map.of(
            LIGHTPATH_ID, reported(state, null), COMPUTE_ID, reported(BookingPhase.ACTIVE, null)),
        START);
    var before = booking.state();
    assertThat(booking.applyReports(Map.of(LIGHTPATH_ID, FORGOTTEN), START)).isTrue();
    assertThat(booking.state()).isEqualTo(before);
    assertThat(booking.problem()).contains(FORGOTTEN.reason());
    booking.applyReports(Map.of(LIGHTPATH_ID, reported(state, null)), START.plusSeconds(1));
    assertThat(booking.problem()).isEmpty();
  }

  /** A part that had ended or failed keeps its state and reason. */
  @ParameterizedTest
  @EnumSource(names = {"FAILED", "CANCELLED", "ENDED"})
  void anEndedOrFailedPartKeepsItsState(BookingPhase state) {
    booking.applyReports(
        Map.of(COMPUTE_ID, new CommitProtocolPort.ReportedState(state, "DENY", false)), START);
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), START);
    assertThat(computeStatus(booking).state()).isEqualTo(state);
    assertThat(computeStatus(booking).problemDescription()).contains("DENY");
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

  @Test
  void aBookingForgottenByAllNeedsNoCancel() {
    booking.applyReports(
        Map.of(
            LIGHTPATH_ID,
            new CommitProtocolPort.ReportedState(BookingPhase.FAILED, "cut", true),
            COMPUTE_ID,
            FORGOTTEN),
        START);
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), LATER);
    assertThat(booking.cancelRefusal(START)).as("rm-network agrees").isEmpty();
    booking.applyReports(Map.of(LIGHTPATH_ID, FORGOTTEN), START);
    assertThat(booking.cancelRefusal(START))
        .contains("the booking has failed and no resource manager has a record of it");
  }

  /** As after the right database is restored. */
  @Test
  void aPartKnownAgainHasItsReportedStateAndCanBeCancelled() {
    booking.applyReports(
        Map.of(LIGHTPATH_ID, reported(BookingPhase.ACTIVE, null), COMPUTE_ID, FORGOTTEN), START);
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), LATER);
    assertThat(booking.state()).isEqualTo(BookingPhase.FAILED);
    var texts = new JsonConverters.PartsConverter();
    var text = texts.convertToDatabaseColumn(booking.parts());
    assertThat(texts.convertToEntityAttribute(text)).isEqualTo(booking.parts());
    booking.applyReports(
        Map.of(COMPUTE_ID, reported(BookingPhase.ACTIVE, null)), LATER.plusSeconds(1));
    assertThat(booking.state()).isEqualTo(BookingPhase.ACTIVE);
    assertThat(booking.reason()).isEmpty();
    assertThat(booking.problem()).isEmpty();
    assertThat(new CoAllocationParts(booking.parts()).cancellable().all()).hasSize(2);
    booking.cancel(request(2), LATER.plusSeconds(2));
    booking.applyResult(COMMIT, LATER.plusSeconds(2));
    assertThat(booking.state()).isEqualTo(BookingPhase.CANCELLED);
  }

  @Test
  void anotherPartsFailureReasonStaysShown() {
    booking.applyReports(
        Map.of(LIGHTPATH_ID, reported(BookingPhase.FAILED, "cut"), COMPUTE_ID, FORGOTTEN), START);
    booking.applyReports(
        Map.of(LIGHTPATH_ID, reported(BookingPhase.FAILED, null), COMPUTE_ID, FORGOTTEN), LATER);
    assertThat(computeStatus(booking).state()).isEqualTo(BookingPhase.FAILED);
    booking.applyReports(
        Map.of(COMPUTE_ID, reported(BookingPhase.ACTIVE, null)), LATER.plusSeconds(1));
    assertThat(booking.state()).isEqualTo(BookingPhase.FAILED);
    assertThat(booking.reason()).contains("cut");
  }

  @Test
  void aPartKnownAgainIsNotTheFailureReason() {
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), START);
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), LATER);
    assertThat(booking.reason()).contains(FORGOTTEN.reason());
    booking.applyReports(Map.of(LIGHTPATH_ID, reported(BookingPhase.FAILED, "cut")), LATER);
    booking.applyReports(
        Map.of(COMPUTE_ID, reported(BookingPhase.ACTIVE, null)), LATER.plusSeconds(1));
    assertThat(booking.reason()).contains("cut");
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

  /** The backup is older than a change and has the original part. */
  @Test
  void aPartKnownInItsOriginalFormIsCancelledWithTheRest() {
    var unchanged = new CommitProtocolPort.PartForgotten(FORGOTTEN.reason(), true);
    booking.applyReports(Map.of(LIGHTPATH_ID, FORGOTTEN, COMPUTE_ID, unchanged), START);
    booking.applyReports(Map.of(LIGHTPATH_ID, FORGOTTEN, COMPUTE_ID, unchanged), LATER);
    assertThat(booking.state()).isEqualTo(BookingPhase.FAILED);
    assertThat(new CoAllocationParts(booking.parts()).cancellable().all()).hasSize(2);
    assertThat(booking.cancelRefusal(LATER)).isEmpty();
  }

  @Test
  void aLaterMissingReplyDoesNotUndoTheFailure() {
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), START);
    booking.applyReports(
        Map.of(COMPUTE_ID, new CommitProtocolPort.NoAnswer("it does not answer")), START);
    assertThat(computeStatus(booking).problemDescription()).contains(FORGOTTEN.reason());
  }

  /** Two reports within an hour do not make the grace period of a minute. */
  @Test
  void theGracePeriodRestartsAfterAMissingReply() {
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), START);
    booking.applyReports(
        Map.of(COMPUTE_ID, new CommitProtocolPort.NoAnswer("it does not answer")),
        START.plusSeconds(2));
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), LATER);
    assertThat(computeStatus(booking).state()).isEqualTo(BookingPhase.COMMITTED);
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), LATER.plusSeconds(59));
    assertThat(computeStatus(booking).state()).isEqualTo(BookingPhase.COMMITTED);
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), LATER.plusSeconds(60));
    assertThat(computeStatus(booking).state()).isEqualTo(BookingPhase.FAILED);
    booking.applyReports(
        Map.of(COMPUTE_ID, new CommitProtocolPort.NoAnswer("it does not answer")),
        LATER.plusSeconds(61));
    booking.applyReports(
        Map.of(COMPUTE_ID, reported(BookingPhase.ACTIVE, null)), LATER.plusSeconds(62));
    assertThat(computeStatus(booking).state())
        .as("as with uninterrupted replies")
        .isEqualTo(BookingPhase.ACTIVE);
  }
}

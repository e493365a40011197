package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.bar.coallocation.TestBooking.COMMIT;
import static org.touchpaper.bar.coallocation.TestBooking.COMPUTE_ID;
import static org.touchpaper.bar.coallocation.TestBooking.CREATED_AT;
import static org.touchpaper.bar.coallocation.TestBooking.END;
import static org.touchpaper.bar.coallocation.TestBooking.LIGHTPATH_ID;
import static org.touchpaper.bar.coallocation.TestBooking.START;
import static org.touchpaper.bar.coallocation.TestBooking.reported;
import static org.touchpaper.bar.coallocation.TestBooking.request;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.reservation.BookingPhase;

/** Reports on the parts of a booking, and the times of checks. */
class CoAllocationPartsTest {

  private final CoAllocation booking = TestBooking.undecided();

  /** The states of the two parts, the time, and the resulting aggregate state. */
  @ParameterizedTest
  @CsvSource({
    "COMMITTED, COMMITTED, before, COMMITTED",
    "ACTIVE,    COMMITTED, before, COMMITTED",
    "ACTIVE,    ACTIVE,    before, ACTIVE",
    "COMMITTED, ACTIVE,    during, COMMITTED",
    "ACTIVE,    ACTIVE,    during, ACTIVE",
    "FAILED,    ACTIVE,    during, FAILED",
    "ENDED,     ENDED,     during, ENDED",
    "ACTIVE,    ACTIVE,    after,  ENDED",
    "COMMITTED, ENDED,     after,  ENDED",
    "ENDED,     FAILED,    after,  FAILED",
    "ENDED,     ENDED,     after,  ENDED",
  })
  void theAggregateFollowsFromTheParts(
      BookingPhase path, BookingPhase nodes, String when, BookingPhase expected) {
    booking.applyResult(COMMIT, CREATED_AT);
    var now =
        switch (when) {
          case "before" -> START.minusSeconds(5);
          case "during" -> START.plusSeconds(5);
          default -> END;
        };
    booking.applyReports(
        Map.of(LIGHTPATH_ID, reported(path, null), COMPUTE_ID, reported(nodes, null)), now);
    assertThat(booking.state()).isEqualTo(expected);
    assertThat(booking.parts()).noneMatch(part -> !now.isBefore(END) && isActive(part));
  }

  private static boolean isActive(CoAllocationPart part) {
    return part.status().state() == BookingPhase.ACTIVE;
  }

  @Test
  void aProblemIsShownWhileItLastsAndAFailureReasonForever() {
    booking.applyResult(COMMIT, CREATED_AT);
    booking.applyReports(
        Map.of(LIGHTPATH_ID, reported(BookingPhase.COMMITTED, "DENY: SROF")), START);
    assertThat(booking.problem()).contains("DENY: SROF");
    assertThat(booking.reason()).isEmpty();
    booking.applyReports(
        Map.of(
            LIGHTPATH_ID,
            reported(BookingPhase.ACTIVE, null),
            COMPUTE_ID,
            reported(BookingPhase.ACTIVE, null)),
        START);
    assertThat(booking.problem()).isEmpty();
    booking.applyReports(
        Map.of(LIGHTPATH_ID, reported(BookingPhase.FAILED, "cut by officer")),
        START.plusSeconds(9));
    assertThat(booking.state()).isEqualTo(BookingPhase.FAILED);
    assertThat(booking.reason()).contains("cut by officer");
    assertThat(
            booking.applyReports(
                Map.of(LIGHTPATH_ID, reported(BookingPhase.ACTIVE, null)), START.plusSeconds(10)))
        .as("the problem is over, the part stays failed")
        .isTrue();
    assertThat(booking.state()).isEqualTo(BookingPhase.FAILED);
  }

  @Test
  void anEmptyReportIsNoChange() {
    booking.applyResult(COMMIT, CREATED_AT);
    assertThat(booking.applyReports(Map.of(), START)).isFalse();
    assertThat(
            booking.applyReports(
                Map.of(UUID.randomUUID(), reported(BookingPhase.FAILED, "?")), START))
        .isFalse();
  }

  /** A released part shows no problem. */
  @Test
  void aProblemEndsWhenTheCleanUpIsVerified() {
    booking.applyResult(COMMIT, CREATED_AT);
    booking.applyReports(
        Map.of(LIGHTPATH_ID, reported(BookingPhase.COMMITTED, "EDGE-UCL cannot be read")), START);
    assertThat(booking.problem()).contains("EDGE-UCL cannot be read");
    var clean =
        new CommitProtocolPort.ReportedState(BookingPhase.ENDED, "EDGE-UCL cannot be read", true);
    booking.applyReports(Map.of(LIGHTPATH_ID, clean), END);
    assertThat(booking.problem()).isEmpty();
  }

  @Test
  void afterItsEndNoPartIsActiveEvenWithoutReports() {
    booking.applyResult(COMMIT, CREATED_AT);
    booking.applyReports(
        Map.of(
            LIGHTPATH_ID,
            reported(BookingPhase.ACTIVE, null),
            COMPUTE_ID,
            reported(BookingPhase.ACTIVE, null)),
        START);
    booking.applyReports(Map.of(), END);
    assertThat(booking.state()).isEqualTo(BookingPhase.ENDED);
    assertThat(booking.parts()).noneMatch(CoAllocationPartsTest::isActive);
  }

  @ParameterizedTest
  @EnumSource(names = {"ACTIVE", "FAILED"})
  void afterItsEndNoPartIsActiveWhateverTheOthersState(BookingPhase otherPhase) {
    booking.applyResult(COMMIT, CREATED_AT);
    booking.applyReports(
        Map.of(
            LIGHTPATH_ID,
            reported(otherPhase, null),
            COMPUTE_ID,
            reported(BookingPhase.ACTIVE, null)),
        START);
    booking.endIfOver(END);
    assertThat(booking.endIfOver(END).parts()).noneMatch(CoAllocationPartsTest::isActive);
    assertThat(booking.state())
        .isEqualTo(otherPhase == BookingPhase.FAILED ? BookingPhase.FAILED : BookingPhase.ENDED);
  }

  @Test
  void aCancelledBookingIsReleasedWhenItsPartsAre() {
    booking.applyResult(COMMIT, CREATED_AT);
    booking.cancel(request(2), CREATED_AT);
    booking.applyResult(COMMIT, CREATED_AT);
    booking.applyReports(Map.of(LIGHTPATH_ID, reported(BookingPhase.ACTIVE, null)), START);
    assertThat(booking.state()).isEqualTo(BookingPhase.CANCELLED);
    assertThat(booking.parts()).noneMatch(CoAllocationPartsTest::isActive);
    assertThat(booking.dueAt()).isPresent();
    var clean = new CommitProtocolPort.ReportedState(BookingPhase.CANCELLED, null, true);
    booking.applyReports(Map.of(LIGHTPATH_ID, clean, COMPUTE_ID, clean), START);
    assertThat(booking.isReleased()).isTrue();
    assertThat(booking.dueAt()).isEmpty();
  }

  /** Its resource managers have nothing left to cancel, nor has the BAR. */
  @Test
  void aBookingCancelledAfterItsEndHasEnded() {
    booking.applyResult(COMMIT, CREATED_AT);
    booking.cancel(request(2), END.minusSeconds(1));
    booking.applyResult(COMMIT, END);
    assertThat(booking.state()).isEqualTo(BookingPhase.ENDED);
    booking.applyReports(
        Map.of(
            LIGHTPATH_ID,
            reported(BookingPhase.ENDED, null),
            COMPUTE_ID,
            reported(BookingPhase.ENDED, null)),
        END);
    assertThat(booking.state()).isEqualTo(BookingPhase.ENDED);
    assertThat(booking.parts()).allMatch(part -> part.status().state() == BookingPhase.ENDED);
  }

  /** The BAR was down when the cancellation was decided. */
  @Test
  void aCancellationBeforeTheEndThatIsReportedLateApplies() {
    booking.applyResult(COMMIT, CREATED_AT);
    booking.cancel(request(2), START);
    booking.applyResult(COMMIT, END);
    var clean = new CommitProtocolPort.ReportedState(BookingPhase.CANCELLED, null, true);
    booking.applyReports(Map.of(LIGHTPATH_ID, clean), END);
    assertThat(booking.state()).isEqualTo(BookingPhase.ENDED);
    booking.applyReports(Map.of(COMPUTE_ID, clean), END);
    assertThat(booking.state()).isEqualTo(BookingPhase.CANCELLED);
  }

  /** Frequent around start and end, rare between, none once nothing can change. */
  @Test
  void itIsCheckedWhenAChangeIsPossible() {
    booking.applyResult(COMMIT, CREATED_AT);
    assertThat(booking.dueAt()).as("half way").contains(CREATED_AT.plusSeconds(1800));
    booking.applyReports(Map.of(), START.minusSeconds(2));
    assertThat(booking.dueAt()).contains(START);
    booking.applyReports(Map.of(), START);
    assertThat(booking.dueAt()).contains(START.plus(Duration.ofMillis(200)));
    var up =
        Map.of(
            LIGHTPATH_ID,
            reported(BookingPhase.ACTIVE, null),
            COMPUTE_ID,
            reported(BookingPhase.ACTIVE, null));
    booking.applyReports(up, END.minusSeconds(1));
    assertThat(booking.dueAt()).contains(END);
    booking.applyReports(Map.of(), END);
    assertThat(booking.dueAt()).contains(END.plus(Duration.ofMillis(200)));
    var later = END.plus(Duration.ofHours(1)).plusMillis(1);
    booking.applyReports(Map.of(), later);
    assertThat(booking.dueAt())
        .as("clean-up not verified")
        .contains(later.plus(Duration.ofHours(1)));
    var clean = new CommitProtocolPort.ReportedState(BookingPhase.ENDED, null, true);
    booking.applyReports(
        Map.of(LIGHTPATH_ID, clean, COMPUTE_ID, clean), later.plus(Duration.ofHours(9)));
    assertThat(booking.dueAt()).isEmpty();
  }

  @Test
  void checksWithoutAChangeBackOff() {
    booking.applyResult(COMMIT, CREATED_AT);
    var at = START;
    for (var check = 0; check < 380; check++) {
      booking.applyReports(Map.of(), at);
      at = booking.dueAt().orElseThrow();
    }
    booking.applyReports(Map.of(), at);
    assertThat(booking.dueAt()).contains(at.plusSeconds(15));
    booking.applyReports(Map.of(LIGHTPATH_ID, reported(BookingPhase.ACTIVE, null)), at);
    assertThat(booking.dueAt()).as("after a change").contains(at.plus(Duration.ofMillis(200)));
  }
}

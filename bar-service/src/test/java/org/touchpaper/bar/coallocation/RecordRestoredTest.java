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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.reservation.BookingPhase;

/**
 * A booking was cancelled without a resource manager that had no record of its part. If that part
 * is reported as live later, it must be cancelled again.
 */
class RecordRestoredTest {

  private final CoAllocation booking = TestBooking.undecided();

  @BeforeEach
  void book() {
    booking.applyResult(COMMIT, CREATED_AT);
  }

  @Test
  void aForgottenPartStaysCancelledAndIsPolledUntilItsEnd() {
    cancelRest();
    var releasedReport = new CommitProtocolPort.ReportedState(BookingPhase.CANCELLED, null, true);
    assertThat(
            booking.applyReports(
                Map.of(LIGHTPATH_ID, releasedReport, COMPUTE_ID, FORGOTTEN), LATER))
        .isTrue();
    assertThat(
            booking.applyReports(
                Map.of(LIGHTPATH_ID, releasedReport, COMPUTE_ID, FORGOTTEN), LATER.plusSeconds(1)))
        .isFalse();
    assertThat(booking.state()).isEqualTo(BookingPhase.CANCELLED);
    assertThat(computeStatus(booking).state()).isEqualTo(BookingPhase.FAILED);
    assertThat(booking.dueAt()).isPresent();
    booking.applyReports(
        Map.of(LIGHTPATH_ID, releasedReport, COMPUTE_ID, FORGOTTEN), END.plus(Duration.ofHours(2)));
    assertThat(booking.dueAt()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMMITTED", "ACTIVE", "ENDED", "CANCELLED", "FAILED"})
  void aLivePartAfterACancelMustBeCancelled(BookingPhase state) {
    cancelRest();
    var isLeft = state == BookingPhase.COMMITTED || state == BookingPhase.ACTIVE;
    assertThat(booking.applyReports(Map.of(COMPUTE_ID, reported(state, null)), LATER)).isTrue();
    assertThat(computeStatus(booking).state()).isEqualTo(state);
    assertThat(booking.state()).isEqualTo(isLeft ? BookingPhase.FAILED : BookingPhase.CANCELLED);
    assertThat(booking.cancelRefusal(LATER).isEmpty()).isEqualTo(isLeft);
    assertThat(booking.applyReports(Map.of(COMPUTE_ID, reported(state, null)), END.minusSeconds(1)))
        .isFalse();
  }

  /**
   * A cancelled part never becomes live again, however often its nodes are forgotten and known
   * again.
   */
  @Test
  void aPartMustBeCancelledEachTimeItIsKnownAgain() {
    cancelRest();
    booking.applyReports(Map.of(COMPUTE_ID, reported(BookingPhase.ACTIVE, null)), LATER);
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), LATER.plusSeconds(1));
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), LATER.plusSeconds(61));
    assertThat(booking.state()).isEqualTo(BookingPhase.FAILED);
    assertThat(
            booking.applyReports(
                Map.of(COMPUTE_ID, reported(BookingPhase.ACTIVE, null)), LATER.plusSeconds(62)))
        .isTrue();
    assertThat(booking.state()).isEqualTo(BookingPhase.FAILED);
    assertThat(booking.reason().orElseThrow()).contains("Cancel this booking again");
    booking.cancel(request(3), LATER.plusSeconds(63));
    booking.applyResult(COMMIT, LATER.plusSeconds(63));
    assertThat(booking.state()).isEqualTo(BookingPhase.CANCELLED);
  }

  @Test
  void partsKnownAgainOneByOneMustBeCancelled() {
    var more = UUID.randomUUID();
    var draft = TestBooking.plan(1);
    var parts = new ArrayList<>(draft.parts());
    var by = TestBooking.origin(1);
    parts.add(new CoAllocationPart.Compute(more, "rm-hooke", "hooke", 2, by, PartStatus.UNDECIDED));
    var three =
        TestBooking.undecided(
            new TransactionPlan(draft.schedule(), List.copyOf(parts), draft.request()));
    three.applyResult(COMMIT, CREATED_AT);
    three.applyReports(Map.of(COMPUTE_ID, FORGOTTEN, more, FORGOTTEN), START);
    three.applyReports(Map.of(COMPUTE_ID, FORGOTTEN, more, FORGOTTEN), LATER);
    three.cancel(request(2), LATER);
    three.applyResult(COMMIT, LATER);
    three.applyReports(
        Map.of(COMPUTE_ID, reported(BookingPhase.ACTIVE, null), more, FORGOTTEN), LATER);
    assertThat(three.state()).isEqualTo(BookingPhase.FAILED);
    assertThat(three.reason().orElseThrow()).contains("4 nodes of newton by rm-newton");
    three.applyReports(Map.of(more, reported(BookingPhase.ACTIVE, null)), LATER.plusSeconds(1));
    assertThat(three.state()).as("the lightpath is cancelled").isEqualTo(BookingPhase.FAILED);
    assertThat(three.reason().orElseThrow())
        .contains("4 nodes of newton by rm-newton; 2 nodes of hooke by rm-hooke");
  }

  /** No part was shown as cancelled, because all had failed. */
  @Test
  void aLivePartIsShownAlthoughTheRestHasFailed() {
    booking.applyReports(
        Map.of(LIGHTPATH_ID, reported(BookingPhase.FAILED, "cut"), COMPUTE_ID, FORGOTTEN), START);
    cancelRest();
    booking.applyReports(Map.of(COMPUTE_ID, reported(BookingPhase.ACTIVE, null)), LATER);
    assertThat(booking.state()).isEqualTo(BookingPhase.FAILED);
    assertThat(booking.reason().orElseThrow()).contains("Cancel this booking again");
  }

  /**
   * The database may lack the second cancellation: it was restored, or the decision was in transit.
   */
  @Test
  void aLivePartReportedAsCancelledIsCancelled() {
    cancelRest();
    booking.applyReports(Map.of(COMPUTE_ID, reported(BookingPhase.ACTIVE, null)), LATER);
    booking.applyReports(
        Map.of(COMPUTE_ID, reported(BookingPhase.CANCELLED, null)), LATER.plusSeconds(1));
    assertThat(booking.state()).isEqualTo(BookingPhase.CANCELLED);
    assertThat(booking.reason()).isEmpty();
  }

  /** The database was restored from before the cancellation. */
  @Test
  void aPartCancelledElsewhereNeverBecomesLive() {
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), START);
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), LATER);
    booking.applyReports(
        Map.of(LIGHTPATH_ID, reported(BookingPhase.CANCELLED, null), COMPUTE_ID, FORGOTTEN), LATER);
    assertThat(booking.state()).isEqualTo(BookingPhase.FAILED);
    booking.applyReports(Map.of(COMPUTE_ID, reported(BookingPhase.ACTIVE, null)), LATER);
    assertThat(booking.state()).isEqualTo(BookingPhase.FAILED);
    assertThat(booking.reason().orElseThrow()).contains("Cancel this booking again");
  }

  /** The resource manager agreed, and may receive the decision a little later. */
  @Test
  void reportsFromBeforeTheDecisionAreIgnored() {
    booking.applyReports(Map.of(LIGHTPATH_ID, FORGOTTEN, COMPUTE_ID, FORGOTTEN), START);
    booking.cancel(request(2), START);
    booking.applyResult(COMMIT, START);
    var notYet = reported(BookingPhase.ACTIVE, null);
    booking.applyReports(Map.of(LIGHTPATH_ID, notYet, COMPUTE_ID, notYet), START);
    assertThat(booking.state()).isEqualTo(BookingPhase.CANCELLED);
  }

  @Test
  void aPartsFailureReasonIsShownOnceTheRestIsCancelled() {
    booking.applyReports(Map.of(LIGHTPATH_ID, reported(BookingPhase.FAILED, "cut")), START);
    cancelRest();
    booking.applyReports(
        Map.of(
            LIGHTPATH_ID,
            reported(BookingPhase.FAILED, "cut"),
            COMPUTE_ID,
            reported(BookingPhase.ACTIVE, null)),
        LATER);
    booking.cancel(request(3), LATER);
    booking.applyResult(COMMIT, LATER);
    assertThat(booking.state()).isEqualTo(BookingPhase.CANCELLED);
    assertThat(booking.reason()).contains("cut");
  }

  /** A resource manager that has released its part does not prevent a cancellation of the rest. */
  @Test
  void aReleasedPartIsCancelledOnce() {
    cancelRest();
    booking.applyReports(
        Map.of(
            LIGHTPATH_ID, new CommitProtocolPort.ReportedState(BookingPhase.CANCELLED, null, true)),
        LATER);
    booking.applyReports(Map.of(COMPUTE_ID, reported(BookingPhase.ACTIVE, null)), LATER);
    assertThat(new CoAllocationParts(booking.parts()).cancellable().all())
        .extracting(CoAllocationPart::partId)
        .containsExactly(COMPUTE_ID);
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), LATER);
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), LATER.plusSeconds(60));
    assertThat(booking.cancelRefusal(LATER))
        .contains("the booking has failed and no resource manager has a record of it");
  }

  /** The restored database has the change and not the cancellation. */
  @Test
  void aPartCancelledInItsOriginalFormMustBeCancelledIfItsChangeIsLive() {
    var unchanged = new CommitProtocolPort.PartForgotten(FORGOTTEN.reason(), true);
    booking.applyReports(Map.of(COMPUTE_ID, unchanged), START);
    booking.applyReports(Map.of(COMPUTE_ID, unchanged), LATER);
    booking.cancel(request(2), LATER);
    booking.applyResult(COMMIT, LATER);
    assertThat(computeStatus(booking).state())
        .as("rm-newton agreed")
        .isEqualTo(BookingPhase.CANCELLED);
    booking.applyReports(Map.of(COMPUTE_ID, unchanged), LATER);
    assertThat(booking.state()).isEqualTo(BookingPhase.CANCELLED);
    booking.applyReports(
        Map.of(COMPUTE_ID, reported(BookingPhase.ACTIVE, null)), LATER.plusSeconds(1));
    assertThat(computeStatus(booking).state()).isEqualTo(BookingPhase.ACTIVE);
    assertThat(booking.state()).isEqualTo(BookingPhase.FAILED);
    booking.cancel(request(3), LATER.plusSeconds(2));
    booking.applyResult(COMMIT, LATER.plusSeconds(2));
    assertThat(computeStatus(booking).state()).isEqualTo(BookingPhase.CANCELLED);
    assertThat(booking.state()).isEqualTo(BookingPhase.CANCELLED);
  }

  /** A further cancellation does not name the part. */
  @Test
  void aPossiblyLivePartStaysSoAfterAnotherCancelOfTheRest() {
    booking.applyReports(Map.of(LIGHTPATH_ID, FORGOTTEN, COMPUTE_ID, FORGOTTEN), START);
    booking.applyReports(Map.of(LIGHTPATH_ID, FORGOTTEN, COMPUTE_ID, FORGOTTEN), LATER);
    booking.cancel(request(2), LATER);
    booking.applyResult(COMMIT, LATER);
    booking.applyReports(
        Map.of(LIGHTPATH_ID, FORGOTTEN, COMPUTE_ID, reported(BookingPhase.ACTIVE, null)), LATER);
    booking.cancel(request(3), LATER);
    booking.applyResult(COMMIT, LATER);
    assertThat(booking.state()).isEqualTo(BookingPhase.CANCELLED);
    booking.applyReports(Map.of(LIGHTPATH_ID, reported(BookingPhase.ACTIVE, null)), LATER);
    assertThat(booking.state()).isEqualTo(BookingPhase.FAILED);
    assertThat(booking.reason().orElseThrow()).contains("300 Mbit/s a to b by rm-network");
  }

  /** Nothing remains to be done. */
  @Test
  void aPartKnownAgainAfterTheEndIsCancelled() {
    cancelRest();
    booking.applyReports(Map.of(COMPUTE_ID, reported(BookingPhase.COMMITTED, null)), END);
    assertThat(booking.state()).isEqualTo(BookingPhase.CANCELLED);
  }

  /** Its nodes have failed, and no resource manager could be asked to cancel them. */
  private void cancelRest() {
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), START);
    booking.applyReports(Map.of(COMPUTE_ID, FORGOTTEN), LATER);
    booking.cancel(request(2), LATER);
    booking.applyResult(COMMIT, LATER);
  }
}

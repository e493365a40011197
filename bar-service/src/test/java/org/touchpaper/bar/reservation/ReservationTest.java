package org.touchpaper.bar.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.reservation.segments.SegmentCall;
import org.touchpaper.bar.reservation.segments.SegmentCallResult;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.VlanRange;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.ProvisionState;

/** How a reservation is requested, segment by segment, and decided. */
class ReservationTest extends ReservationFixture {

  @Test
  void reservesTheNextSegmentWithItsPredecessorsLabel() {
    beginCheck();
    answerHeld();
    var second = (SegmentCall.ReserveSegment) onlyDueCall();
    assertThat(second.peer()).isEqualTo("nsap");
    assertThat(Optional.ofNullable(second.criteria()).orElseThrow().source().vlans())
        .isEqualTo(VlanRange.single(100));
    assertThat(reservation.answer(1)).isEmpty();
    answerHeld();
    assertThat(reservation.answer(1)).get().isInstanceOf(ReserveResult.Held.class);
    assertThat(reservation.path()).containsExactly("lnsap", "nsap");
    assertThat(reservation.segments().dueCalls()).isEmpty();
  }

  /** The owner may know of the commit before this broker does. */
  @Test
  void aCutBeforeTheCommitIsCarriedOutAfterIt() {
    beginCheck();
    answerHeld();
    answerHeld();
    reservation.operations().forceEnd("officer", NOW);
    reservation.operations().forceEnd("officer", NOW);
    assertThat(reservation.phase(NOW)).isEqualTo(BookingPhase.UNDECIDED);
    assertThat(reservation.isReleasing(NOW)).isTrue();
    reservation.operations().commit(1, "ada", NOW);
    assertThat(reservation.phase(NOW)).isEqualTo(BookingPhase.FAILED);
    assertThat(reservation.lifecycle().reason()).contains("cut by officer");
    assertThat(reservation.segments().dueCalls())
        .hasSize(2)
        .allMatch(SegmentCall.TerminateSegment.class::isInstance);
    confirmAll();
    reportAll(DataPlaneState.INACTIVE, true, NOW);
    assertThat(reservation.isReleasing(NOW)).isFalse();
  }

  @Test
  void aCutOfWhatIsAbortedEndsNothing() {
    beginCheck();
    reservation.operations().abort(1, "ada", NOW);
    assertThatExceptionOfType(SegmentFaultException.class)
        .isThrownBy(() -> reservation.operations().forceEnd("officer", NOW));
  }

  @Test
  void retriesARefusedLabelUnderAnotherId() {
    beginCheck();
    answerHeld();
    var refused = onlyDueCall();
    reservation
        .segments()
        .applyResult(
            refused,
            new SegmentCallResult.Reserved(
                new ReserveResult.Refused(
                    new Refusal(
                        Refusal.Code.LABEL_BUSY, "UCL", "source", "VLAN 100 is busy", null))),
            NOW);
    assertThat(onlyDueCall()).isInstanceOf(SegmentCall.AbortSegment.class);
    confirm(onlyDueCall());
    var again = (SegmentCall.ReserveSegment) onlyDueCall();
    assertThat(again.peer()).isEqualTo("lnsap");
    assertThat(Optional.ofNullable(again.criteria()).orElseThrow().destination().vlans())
        .isEqualTo(VlanRange.parse("101-109"));
    answerHeld();
    assertThat(onlyDueCall().segment()).isNotEqualTo(refused.segment());
    answerHeld();
    assertThat(reservation.answer(1)).get().isInstanceOf(ReserveResult.Held.class);
  }

  @Test
  void aSegmentWithoutARecordOfADroppedLabelDoesNotStopTheRetry() {
    beginCheck();
    answerHeld();
    reservation
        .segments()
        .applyResult(
            onlyDueCall(),
            new SegmentCallResult.Reserved(
                new ReserveResult.Refused(
                    new Refusal(
                        Refusal.Code.LABEL_BUSY, "UCL", "source", "VLAN 100 is busy", null))),
            NOW);
    reservation
        .segments()
        .applyResult(
            onlyDueCall(),
            new SegmentCallResult.Impossible(
                SegmentFaultException.Code.UNKNOWN_CONNECTION, "UNKNOWN_CONNECTION"),
            NOW);
    answerHeld();
    answerHeld();
    assertThat(reservation.answer(1)).get().isInstanceOf(ReserveResult.Held.class);
  }

  @Test
  void commitsNoSegmentBeforeAllHold() {
    beginCheck();
    answerHeld();
    assertThatExceptionOfType(SegmentFaultException.class)
        .isThrownBy(() -> reservation.operations().commit(1, "ada", NOW))
        .returns(SegmentFaultException.Code.INVALID_TRANSITION, SegmentFaultException::code);
    assertThat(onlyDueCall()).isInstanceOf(SegmentCall.ReserveSegment.class);
  }

  @Test
  void aCommitAlsoPermitsTheCircuitIfItIsToBe() {
    beginCheck();
    answerHeld();
    answerHeld();
    reservation.operations().commit(1, "ada", NOW);
    confirm(reservation.segments().dueCalls().getFirst());
    reservation.operations().provision("ada", NOW);
    assertThat(reservation.segments().dueCalls())
        .satisfiesExactly(
            call ->
                assertThat(call)
                    .isInstanceOfSatisfying(
                        SegmentCall.CommitSegment.class,
                        commit -> assertThat(commit.provisions()).isTrue()),
            call ->
                assertThat(call)
                    .as("committed before it was permitted")
                    .isInstanceOf(SegmentCall.ProvisionSegment.class));
    confirmAll();
    assertThat(reservation.segments().dueCalls()).isEmpty();
    assertThat(reservation.provisionStatus().state()).isEqualTo(ProvisionState.PROVISIONED);
  }

  @Test
  void aReleaseDuringTheCommitReachesTheSegmentsThatMayBePermitted() {
    beginCheck();
    answerHeld();
    answerHeld();
    reservation.operations().commit(1, "ada", NOW);
    reservation.operations().provision("ada", NOW);
    confirm(reservation.segments().dueCalls().getFirst());
    reservation.operations().release("ada", NOW);
    assertThat(reservation.segments().dueCalls())
        .as("the first does not wait for the second")
        .hasExactlyElementsOfTypes(
            SegmentCall.CommitSegment.class, SegmentCall.ReleaseSegment.class);
    confirmAll();
    assertThat(onlyDueCall())
        .as("the second may have carried out a commit without an answer")
        .isInstanceOf(SegmentCall.ReleaseSegment.class);
    confirmAll();
    assertThat(reservation.segments().dueCalls()).isEmpty();
    assertThat(reservation.provisionStatus().state()).isEqualTo(ProvisionState.RELEASED);
  }

  @Test
  void aLateAnswerToAPermittingCommitMakesTheReleaseDueAgain() {
    beginCheck();
    answerHeld();
    answerHeld();
    reservation.operations().commitAndProvision(1, "ada", NOW);
    var lateCommit = reservation.segments().dueCalls().getLast();
    reservation.operations().release("ada", NOW);
    confirmAll();
    confirmAll();
    assertThat(reservation.provisionStatus().state()).isEqualTo(ProvisionState.RELEASED);
    confirm(lateCommit);
    assertThat(onlyDueCall())
        .isEqualTo(
            new SegmentCall.ReleaseSegment(
                lateCommit.peer(), lateCommit.segment(), lateCommit.version(), 2));
    confirmAll();
    assertThat(reservation.segments().dueCalls()).isEmpty();
  }

  /**
   * The first permission's answer is delayed, and the second permission's call is lost: the release
   * between them may have taken effect last.
   */
  @Test
  void aLateAnswerDoesNotConfirmALaterDecisionOfTheSameKind() {
    beginCheck();
    answerHeld();
    answerHeld();
    reservation.operations().commit(1, "ada", NOW);
    confirmAll();
    reservation.operations().provision("ada", NOW);
    var late = reservation.segments().dueCalls();
    reservation.operations().release("ada", NOW);
    reservation.operations().provision("ada", NOW);
    late.forEach(this::confirm);
    assertThat(reservation.provisionStatus().state()).isEqualTo(ProvisionState.PROVISIONING);
    assertThat(reservation.segments().dueCalls())
        .hasSize(2)
        .allMatch(SegmentCall.ProvisionSegment.class::isInstance)
        .doesNotContainAnyElementsOf(late);
    confirmAll();
    assertThat(reservation.provisionStatus().state()).isEqualTo(ProvisionState.PROVISIONED);
    assertThat(reservation.segments().dueCalls()).isEmpty();
  }

  @Test
  void aRepeatedCommitDoesNotUndoALaterRelease() {
    bookAndProvision();
    reservation.operations().release("ada", NOW);
    confirmAll();
    reservation.operations().commitAndProvision(1, "ada", NOW);
    assertThat(reservation.segments().dueCalls()).isEmpty();
    assertThat(reservation.provisionStatus().state()).isEqualTo(ProvisionState.RELEASED);
  }

  @Test
  void aCommitPermitsAlsoWhatItsHoldersOutcomeHasCommitted() {
    beginCheck();
    answerHeld();
    answerHeld();
    reservation.operations().commit(1, "its holder", NOW);
    confirmAll();
    reservation.operations().commitAndProvision(1, "ada", NOW);
    assertThat(reservation.segments().dueCalls())
        .hasSize(2)
        .allMatch(SegmentCall.ProvisionSegment.class::isInstance);
  }

  @Test
  void aReleaseMayFollowBeforeAllAreProvisioned() {
    beginCheck();
    answerHeld();
    answerHeld();
    reservation.operations().commit(1, "ada", NOW);
    confirmAll();
    reservation.operations().provision("ada", NOW);
    confirm(reservation.segments().dueCalls().getFirst());
    reservation.operations().release("ada", NOW);
    reservation.operations().release("ada", NOW);
    assertThat(reservation.segments().dueCalls())
        .as("any may have been provisioned without an answer")
        .hasSize(2)
        .allMatch(SegmentCall.ReleaseSegment.class::isInstance);
    reservation.operations().provision("ada", NOW);
    assertThat(reservation.segments().dueCalls())
        .as("any may have been released without an answer")
        .hasSize(2)
        .allMatch(SegmentCall.ProvisionSegment.class::isInstance);
    confirmAll();
    assertThat(reservation.segments().dueCalls()).isEmpty();
  }
}

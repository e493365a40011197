package org.touchpaper.bar.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.util.List;
import org.touchpaper.bar.reservation.segments.SegmentCall;
import org.touchpaper.bar.reservation.segments.SegmentChain;
import org.touchpaper.bar.reservation.segments.SegmentHold;
import org.touchpaper.bar.reservation.segments.SegmentState;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.state.ProvisionState;
import org.touchpaper.segment.connection.state.ProvisionStateMachine;

/**
 * Whether the data plane may be active within the booked time, and whether all segments have
 * confirmed the last decision about it (NSI's PSM). With each decision every confirmation is asked
 * for anew, because calls of the previous one may have taken effect without an answer. Decisions
 * are numbered, because only an answer to a call of the last one confirms it.
 */
@Embeddable
class ReservationProvisionStatus {

  @Enumerated(EnumType.STRING)
  @Column(name = "provision")
  private ProvisionState state = ProvisionState.RELEASED;

  /** The version that was binding at the last decision; 0 before the first. */
  private int provisionVersion;

  /** The number of the last decision; 0 before the first. */
  @Column(name = "provision_decision")
  private int decision;

  protected ReservationProvisionStatus() {}

  /** Returns false if it is provisioned already. */
  boolean provision(int bindingVersion, SegmentChain chain) {
    provisionVersion = bindingVersion;
    switch (state) {
      case PROVISIONED, PROVISIONING -> {
        return false;
      }
      case RELEASING -> apply(ProvisionStateMachine.Event.RELEASE_CONFIRMED);
      case RELEASED -> {}
    }
    apply(ProvisionStateMachine.Event.PROVISION);
    decision++;
    chain.awaitProvisionConfirmation();
    return true;
  }

  /** Returns false if it is not provisioned. */
  boolean release(int bindingVersion, SegmentChain chain) {
    provisionVersion = bindingVersion;
    switch (state) {
      case RELEASED, RELEASING -> {
        return false;
      }
      case PROVISIONING -> apply(ProvisionStateMachine.Event.PROVISION_CONFIRMED);
      case PROVISIONED -> {}
    }
    apply(ProvisionStateMachine.Event.RELEASE);
    decision++;
    chain.awaitProvisionConfirmation();
    return true;
  }

  /** Returns true once it was provisioned or released while this version or a later was binding. */
  boolean isDecidedFor(int version) {
    return provisionVersion >= version;
  }

  /** Returns the calls to committed segments that have not confirmed the decision. */
  List<SegmentCall> dueCalls(SegmentChain chain) {
    var committed =
        chain.withoutProvisionConfirmation().stream()
            .filter(hold -> hold.state() == SegmentState.COMMITTED)
            .toList();
    return SegmentHold.callEach(
        committed,
        (peer, segment, version) ->
            isProvisionWanted()
                ? new SegmentCall.ProvisionSegment(peer, segment, version, decision)
                : new SegmentCall.ReleaseSegment(peer, segment, version, decision));
  }

  /**
   * Applies a segment's answer. A late one to an earlier decision makes this one due again: that
   * call, or one between the two, may have taken effect last.
   */
  void onAnswer(SegmentChain chain, ConnectionId segment, int answeredDecision) {
    chain.live(segment).ifPresent(hold -> hold.setProvisionConfirmed(answeredDecision == decision));
  }

  private boolean isProvisionWanted() {
    return switch (state) {
      case PROVISIONING, PROVISIONED -> true;
      case RELEASING, RELEASED -> false;
    };
  }

  /** Confirms the state once every segment has. */
  void confirmIfComplete(SegmentChain chain) {
    if (chain.withoutProvisionConfirmation().isEmpty()) {
      switch (state) {
        case PROVISIONING -> apply(ProvisionStateMachine.Event.PROVISION_CONFIRMED);
        case RELEASING -> apply(ProvisionStateMachine.Event.RELEASE_CONFIRMED);
        case PROVISIONED, RELEASED -> {}
      }
    }
  }

  private void apply(ProvisionStateMachine.Event event) {
    state =
        ProvisionStateMachine.next(state, event)
            .orElseThrow(() -> new IllegalStateException(event + " while " + state));
  }

  /**
   * Returns the number of the decision that permits the circuit, if segments may still be to be
   * notified of it; 0 if not.
   */
  int unconfirmedPermission() {
    return state == ProvisionState.PROVISIONING ? decision : 0;
  }

  ProvisionState state() {
    return state;
  }
}

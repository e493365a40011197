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
 * for anew, because calls of the previous one may have taken effect without an answer.
 */
@Embeddable
class ProvisionStatus {

  @Enumerated(EnumType.STRING)
  @Column(name = "provision")
  private ProvisionState state = ProvisionState.RELEASED;

  /** The version that was binding at the last decision; 0 before the first. */
  private int provisionVersion;

  protected ProvisionStatus() {}

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
        isProvisionWanted() ? SegmentCall.ProvisionSegment::new : SegmentCall.ReleaseSegment::new);
  }

  /** Applies a segment's answer. A late one to the opposite decision makes this one due again. */
  void onAnswer(SegmentChain chain, ConnectionId segment, boolean isProvisioned) {
    chain
        .live(segment)
        .ifPresent(hold -> hold.setProvisionConfirmed(isProvisioned == isProvisionWanted()));
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

  /** Returns true if segments may still be to be notified of the permission. */
  boolean isToBeProvisioned() {
    return state == ProvisionState.PROVISIONING;
  }

  ProvisionState state() {
    return state;
  }
}

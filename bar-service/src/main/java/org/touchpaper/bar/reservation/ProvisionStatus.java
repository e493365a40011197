package org.touchpaper.bar.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.util.List;
import org.touchpaper.bar.reservation.segments.SegmentCall;
import org.touchpaper.bar.reservation.segments.SegmentChain;
import org.touchpaper.bar.reservation.segments.SegmentHold;
import org.touchpaper.segment.connection.state.ProvisionState;
import org.touchpaper.segment.connection.state.ProvisionStateMachine;

/**
 * Whether the data plane may be active within the booked time, and whether all segments are
 * notified (NSI's PSM).
 */
@Embeddable
class ProvisionStatus {

  @Enumerated(EnumType.STRING)
  @Column(name = "provision")
  private ProvisionState state = ProvisionState.RELEASED;

  protected ProvisionStatus() {}

  /** Returns false if it is provisioned already. */
  boolean provision() {
    switch (state) {
      case PROVISIONED, PROVISIONING -> {
        return false;
      }
      case RELEASING -> apply(ProvisionStateMachine.Event.RELEASE_CONFIRMED);
      case RELEASED -> {}
    }
    apply(ProvisionStateMachine.Event.PROVISION);
    return true;
  }

  /** Returns false if it is not provisioned. */
  boolean release() {
    switch (state) {
      case RELEASED, RELEASING -> {
        return false;
      }
      case PROVISIONING -> apply(ProvisionStateMachine.Event.PROVISION_CONFIRMED);
      case PROVISIONED -> {}
    }
    apply(ProvisionStateMachine.Event.RELEASE);
    return true;
  }

  /** Returns the calls to segments that are not notified. */
  List<SegmentCall> dueCalls(SegmentChain chain) {
    return switch (state) {
      case PROVISIONING ->
          SegmentHold.callEach(
              chain.withProvisionNotified(false), SegmentCall.ProvisionSegment::new);
      case RELEASING ->
          SegmentHold.callEach(chain.withProvisionNotified(true), SegmentCall.ReleaseSegment::new);
      case PROVISIONED, RELEASED -> List.of();
    };
  }

  /** Confirms the state once every segment is notified. */
  void confirmIfComplete(SegmentChain chain) {
    if (dueCalls(chain).isEmpty()) {
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

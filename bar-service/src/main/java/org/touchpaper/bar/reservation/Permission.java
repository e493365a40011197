package org.touchpaper.bar.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.util.List;
import org.touchpaper.segment.connection.ProvisionMachine;
import org.touchpaper.segment.connection.ProvisionState;

/** Whether the data plane may come up within its time, and which segments know (NSI's PSM). */
@Embeddable
class Permission {

  @Enumerated(EnumType.STRING)
  @Column(name = "provision")
  private ProvisionState state = ProvisionState.RELEASED;

  protected Permission() {}

  /** False if it is given already. */
  boolean give() {
    switch (state) {
      case PROVISIONED, PROVISIONING -> {
        return false;
      }
      case RELEASING -> on(ProvisionMachine.Event.RELEASE_CONFIRMED);
      case RELEASED -> {}
    }
    on(ProvisionMachine.Event.PROVISION);
    return true;
  }

  /** False if it is not given anyway. */
  boolean withdraw() {
    switch (state) {
      case RELEASED, RELEASING -> {
        return false;
      }
      case PROVISIONING -> on(ProvisionMachine.Event.PROVISION_CONFIRMED);
      case PROVISIONED -> {}
    }
    on(ProvisionMachine.Event.RELEASE);
    return true;
  }

  /** What the segments that do not know yet are to be told. */
  List<Call> calls(Chain chain) {
    return switch (state) {
      case PROVISIONING -> SegmentHold.each(chain.permitted(false), Call.ProvisionSegment::new);
      case RELEASING -> SegmentHold.each(chain.permitted(true), Call.ReleaseSegment::new);
      case PROVISIONED, RELEASED -> List.of();
    };
  }

  /** Notes whether every segment has heard. */
  void settle(Chain chain) {
    if (calls(chain).isEmpty()) {
      switch (state) {
        case PROVISIONING -> on(ProvisionMachine.Event.PROVISION_CONFIRMED);
        case RELEASING -> on(ProvisionMachine.Event.RELEASE_CONFIRMED);
        case PROVISIONED, RELEASED -> {}
      }
    }
  }

  private void on(ProvisionMachine.Event event) {
    state =
        ProvisionMachine.on(state, event)
            .orElseThrow(() -> new IllegalStateException(event + " while " + state));
  }

  ProvisionState state() {
    return state;
  }
}

package org.touchpaper.segment.connection.state;

import static org.touchpaper.segment.connection.state.ProvisionState.PROVISIONED;
import static org.touchpaper.segment.connection.state.ProvisionState.PROVISIONING;
import static org.touchpaper.segment.connection.state.ProvisionState.RELEASED;
import static org.touchpaper.segment.connection.state.ProvisionState.RELEASING;

import java.util.Optional;

/**
 * NSI's provision state machine, PSM (GFD.237 section 3.5): the permission to configure the
 * circuit, independent of time. It exists from the first commit on.
 */
public final class ProvisionStateMachine {

  /** Events of the permission. */
  public enum Event {
    PROVISION,
    PROVISION_CONFIRMED,
    RELEASE,
    RELEASE_CONFIRMED
  }

  private ProvisionStateMachine() {}

  /** The next state; empty if the event does not apply. */
  public static Optional<ProvisionState> next(ProvisionState state, Event event) {
    return Optional.ofNullable(
        switch (state) {
          case RELEASED -> event == Event.PROVISION ? PROVISIONING : null;
          case PROVISIONING -> event == Event.PROVISION_CONFIRMED ? PROVISIONED : null;
          case PROVISIONED -> event == Event.RELEASE ? RELEASING : null;
          case RELEASING -> event == Event.RELEASE_CONFIRMED ? RELEASED : null;
        });
  }
}

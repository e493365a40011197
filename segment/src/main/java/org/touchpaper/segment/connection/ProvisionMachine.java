package org.touchpaper.segment.connection;

import static org.touchpaper.segment.connection.ProvisionState.PROVISIONED;
import static org.touchpaper.segment.connection.ProvisionState.PROVISIONING;
import static org.touchpaper.segment.connection.ProvisionState.RELEASED;
import static org.touchpaper.segment.connection.ProvisionState.RELEASING;

import java.util.Optional;

/**
 * NSI's provision state machine, PSM (GFD.237 section 3.5): permission to configure, independent of
 * time. It exists from the first commit on.
 */
public final class ProvisionMachine {

  /** What can happen to the permission. */
  public enum Event {
    PROVISION,
    PROVISION_CONFIRMED,
    RELEASE,
    RELEASE_CONFIRMED
  }

  private ProvisionMachine() {}

  /** The next state; empty where the event does not apply. */
  public static Optional<ProvisionState> on(ProvisionState state, Event event) {
    return Optional.ofNullable(
        switch (state) {
          case RELEASED -> event == Event.PROVISION ? PROVISIONING : null;
          case PROVISIONING -> event == Event.PROVISION_CONFIRMED ? PROVISIONED : null;
          case PROVISIONED -> event == Event.RELEASE ? RELEASING : null;
          case RELEASING -> event == Event.RELEASE_CONFIRMED ? RELEASED : null;
        });
  }
}

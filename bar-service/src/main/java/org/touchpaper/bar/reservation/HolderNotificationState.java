package org.touchpaper.bar.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.time.Instant;
import java.util.Optional;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.state.DataPlaneState;

/** Which notifications the holder, a service that booked this reservation, has received. */
@Embeddable
class HolderNotificationState {

  @Enumerated(EnumType.STRING)
  @Column(name = "notified_data_plane")
  private DataPlaneState notifiedDataPlane = DataPlaneState.INACTIVE;

  @Column(name = "end_notified")
  private boolean isEndNotified;

  protected HolderNotificationState() {}

  /** Returns the next notification to send. */
  Optional<Notification> pending(
      ConnectionId connection, Lifecycle lifecycle, DataPlaneStatus circuit, Instant now) {
    if (lifecycle.reason().isPresent() && !isEndNotified) {
      return lifecycle
          .reason()
          .map(reason ->
              new Notification.ForcedEnd(connection, now, reason, lifecycle.cut().orElse(null)));
    }
    if (circuit.dataPlane() != notifiedDataPlane) {
      return Optional.of(
          new Notification.DataPlaneChanged(
              connection, now, circuit.dataPlane(), circuit.problem().orElse("")));
    }
    return Optional.empty();
  }

  void markNotified(Notification notification) {
    switch (notification) {
      case Notification.DataPlaneChanged(_, _, var newDataPlane, _) ->
          notifiedDataPlane = newDataPlane;
      case Notification.ForcedEnd _ -> isEndNotified = true;
      case Notification.Alarm _ -> {}
    }
  }
}

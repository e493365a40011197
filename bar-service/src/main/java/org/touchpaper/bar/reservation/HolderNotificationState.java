package org.touchpaper.bar.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
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

  /** The id of the cut that the last notification named; null if it named none. */
  @Column(name = "notified_cut_id")
  private @Nullable UUID notifiedCutId;

  protected HolderNotificationState() {}

  /** Returns the next notification to send. */
  Optional<Notification> pending(
      ConnectionId connection,
      ReservationLifecycleStatus lifecycle,
      DataPlaneStatus circuit,
      Instant now) {
    var cut = lifecycle.cut().orElse(null);
    var isCutNotified = cut == null || Objects.equals(cut.id(), notifiedCutId);
    if (lifecycle.reason().isPresent() && !(isEndNotified && isCutNotified)) {
      return lifecycle
          .reason()
          .map(reason -> new Notification.ForcedEnd(connection, now, reason, cut));
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
      case Notification.ForcedEnd(_, _, _, var cut) -> {
        isEndNotified = true;
        notifiedCutId = cut == null ? null : cut.id();
      }
      case Notification.Alarm _ -> {}
    }
  }
}

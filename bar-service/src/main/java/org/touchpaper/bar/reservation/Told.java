package org.touchpaper.bar.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.time.Instant;
import java.util.Optional;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Notification;

/** What the service that booked us as part of something larger has heard from us. */
@Embeddable
class Told {

  @Enumerated(EnumType.STRING)
  @Column(name = "told_data_plane")
  private DataPlane dataPlane = DataPlane.INACTIVE;

  @Column(name = "told_end")
  private boolean end;

  protected Told() {}

  /** What it has not heard yet. */
  Optional<Notification> missing(
      ConnectionId connection, Lifecycle lifecycle, Circuit circuit, Instant now) {
    if (lifecycle.reason().isPresent() && !end) {
      return lifecycle.reason().map(why -> new Notification.ForcedEnd(connection, now, why));
    }
    if (circuit.dataPlane() != dataPlane) {
      return Optional.of(
          new Notification.DataPlaneChanged(
              connection, now, circuit.dataPlane(), circuit.problem().orElse("")));
    }
    return Optional.empty();
  }

  void heard(Notification notification) {
    switch (notification) {
      case Notification.DataPlaneChanged(_, _, var heard, _) -> dataPlane = heard;
      case Notification.ForcedEnd _ -> end = true;
      case Notification.Alarm _ -> {}
    }
  }
}

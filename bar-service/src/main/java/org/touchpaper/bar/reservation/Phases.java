package org.touchpaper.bar.reservation;

import java.time.Instant;
import org.touchpaper.segment.connection.DataPlane;

/** NSI's state machines and our rows, told in one word. */
final class Phases {

  private Phases() {}

  static Phase of(Reservation reservation, Instant now) {
    return switch (reservation.lifecycle().state()) {
      case TERMINATING, TERMINATED -> reservation.binding() > 0 ? Phase.CANCELLED : Phase.REFUSED;
      case FAILED -> Phase.FAILED;
      case PASSED_END_TIME -> Phase.ENDED;
      case CREATED -> alive(reservation, now);
    };
  }

  private static Phase alive(Reservation reservation, Instant now) {
    if (reservation.binding() == 0) {
      var refused =
          reservation.latest().map(revision -> revision.state().isAgainst()).orElse(false);
      return refused ? Phase.REFUSED : Phase.UNDECIDED;
    }
    if (reservation.endTime().map(end -> !now.isBefore(end)).orElse(false)) {
      return Phase.ENDED;
    }
    return reservation.circuit().dataPlane() == DataPlane.ACTIVE ? Phase.ACTIVE : Phase.COMMITTED;
  }
}

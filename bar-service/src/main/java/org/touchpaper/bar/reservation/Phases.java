package org.touchpaper.bar.reservation;

import java.time.Instant;
import java.util.List;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.ReservationState;

/** NSI's state machines and our rows, told in one word. */
final class Phases {

  private Phases() {}

  static Phase of(Reservation reservation, Instant now) {
    return switch (reservation.lifecycle()) {
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
    return reservation.dataPlane() == DataPlane.ACTIVE ? Phase.ACTIVE : Phase.COMMITTED;
  }

  /** The whole's reservation state by NSI's rule: whatever is under way shows. */
  static ReservationState reservationState(List<Revision> revisions) {
    if (revisions.isEmpty()) {
      return ReservationState.RESERVE_START;
    }
    return switch (revisions.getLast().state()) {
      case CHECKING -> ReservationState.RESERVE_CHECKING;
      case HELD -> ReservationState.RESERVE_HELD;
      case COMMITTING -> ReservationState.RESERVE_COMMITTING;
      case ABORTING -> ReservationState.RESERVE_ABORTING;
      case COMMITTED, ABORTED -> ReservationState.RESERVE_START;
    };
  }
}

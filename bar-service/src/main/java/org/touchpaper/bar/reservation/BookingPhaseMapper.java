package org.touchpaper.bar.reservation;

import java.time.Instant;
import org.touchpaper.segment.connection.state.DataPlaneState;

/** Maps a reservation's NSI states to its {@link BookingPhase}. */
final class BookingPhaseMapper {

  private BookingPhaseMapper() {}

  static BookingPhase phaseOf(Reservation reservation, Instant now) {
    return switch (reservation.lifecycle().state()) {
      case TERMINATING, TERMINATED ->
          reservation.bindingVersion() > 0 ? BookingPhase.CANCELLED : BookingPhase.REFUSED;
      case FAILED -> BookingPhase.FAILED;
      case PASSED_END_TIME -> BookingPhase.ENDED;
      case CREATED -> phaseOfAlive(reservation, now);
    };
  }

  private static BookingPhase phaseOfAlive(Reservation reservation, Instant now) {
    if (reservation.bindingVersion() == 0) {
      var isRefused =
          reservation
              .latestRevision()
              .map(revision -> revision.state().isAbortingOrAborted())
              .orElse(false);
      return isRefused ? BookingPhase.REFUSED : BookingPhase.UNDECIDED;
    }
    if (reservation.endTime().map(end -> !now.isBefore(end)).orElse(false)) {
      return BookingPhase.ENDED;
    }
    return reservation.dataPlaneStatus().dataPlane() == DataPlaneState.ACTIVE
        ? BookingPhase.ACTIVE
        : BookingPhase.COMMITTED;
  }
}

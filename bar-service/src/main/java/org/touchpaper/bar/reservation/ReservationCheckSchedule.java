package org.touchpaper.bar.reservation;

import jakarta.persistence.Embeddable;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The time of a reservation's next check. */
@Embeddable
class ReservationCheckSchedule {

  /** Null once nothing more can happen. */
  private @Nullable Instant dueAt;

  private int tries;

  protected ReservationCheckSchedule() {}

  /** Schedules the next check after a step with or without progress. */
  void reschedule(boolean hasProgressed, Reservation reservation, Instant now) {
    tries = hasProgressed ? 0 : tries + 1;
    dueAt = ReservationPollIntervalPolicy.nextCheck(reservation, tries, now);
  }

  /**
   * Schedules the next check after one, keeping an earlier check planned meanwhile.
   *
   * @param dueAtStart the due time when the check began
   */
  void rescheduleAfterCheck(
      Optional<Instant> dueAtStart, boolean hasProgressed, Reservation reservation, Instant now) {
    var plannedMeanwhile = dueAt;
    reschedule(hasProgressed, reservation, now);
    if (plannedMeanwhile == null || dueAtStart.equals(Optional.of(plannedMeanwhile))) {
      return;
    }
    if (dueAt == null || plannedMeanwhile.isBefore(dueAt)) {
      dueAt = plannedMeanwhile;
      tries = 0;
    }
  }

  void checkNow(Instant now) {
    tries = 0;
    dueAt = now;
  }

  Optional<Instant> dueAt() {
    return Optional.ofNullable(dueAt);
  }
}

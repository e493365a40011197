package org.touchpaper.bar.reservation;

import jakarta.persistence.Embeddable;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** When a reservation next wants attention. */
@Embeddable
class Agenda {

  /** Null once nothing more can happen to it. */
  private @Nullable Instant dueAt;

  private int tries;

  protected Agenda() {}

  /** After a step that got somewhere, or one that did not. */
  void plan(boolean gotSomewhere, Reservation reservation, Instant now) {
    tries = gotSomewhere ? 0 : tries + 1;
    dueAt = Attention.of(reservation, tries, now);
  }

  /**
   * After a look that began when this was due: whatever was planned meanwhile is not forgotten.
   *
   * @param seen when it was due as the look began
   */
  void planAfter(
      Optional<Instant> seen, boolean gotSomewhere, Reservation reservation, Instant now) {
    var meanwhile = dueAt;
    plan(gotSomewhere, reservation, now);
    if (meanwhile == null || seen.equals(Optional.of(meanwhile))) {
      return;
    }
    if (dueAt == null || meanwhile.isBefore(dueAt)) {
      dueAt = meanwhile;
      tries = 0;
    }
  }

  /** Something happened: look at once. */
  void lookAt(Instant now) {
    tries = 0;
    dueAt = now;
  }

  Optional<Instant> dueAt() {
    return Optional.ofNullable(dueAt);
  }
}

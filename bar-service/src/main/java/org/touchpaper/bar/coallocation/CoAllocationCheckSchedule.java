package org.touchpaper.bar.coallocation;

import jakarta.persistence.Embeddable;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The time of a co-allocation's next check. */
@Embeddable
class CoAllocationCheckSchedule {

  /** Null if no further check is needed. */
  private @Nullable Instant dueAt;

  /** The number of checks without a change since a change was due. */
  private int unchangedChecks;

  protected CoAllocationCheckSchedule() {}

  /** Starts with a first check at the given time, unless an event comes earlier. */
  static CoAllocationCheckSchedule startingAt(Instant dueAt) {
    var nextCheck = new CoAllocationCheckSchedule();
    nextCheck.postponeUntil(dueAt);
    return nextCheck;
  }

  /** Postpones the check, unless an event comes earlier. */
  void postponeUntil(Instant until) {
    unchangedChecks = 0;
    dueAt = until;
  }

  /** Postpones the check after one without a change. */
  void repeatAt(Instant at) {
    unchangedChecks++;
    dueAt = at;
  }

  int unchangedChecks() {
    return unchangedChecks;
  }

  void stopChecking() {
    dueAt = null;
  }

  /** Schedules the next check after one with or without a change. */
  void reschedule(boolean hasChanged, CoAllocation booking, Instant now) {
    unchangedChecks =
        hasChanged || CoAllocationPollIntervalPolicy.isIdle(booking, now) ? 0 : unchangedChecks + 1;
    dueAt = CoAllocationPollIntervalPolicy.nextCheck(booking, unchangedChecks, now);
  }

  boolean isDue(Instant now) {
    return dueAt != null && !dueAt.isAfter(now);
  }

  Optional<Instant> dueAt() {
    return Optional.ofNullable(dueAt);
  }
}

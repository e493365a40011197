package org.touchpaper.harc.verification.availability;

import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.verification.availability.AvailabilityResult.Failure;

/** Counts the outages of a simulation from the state after each change. */
final class OutageCounter {
  private boolean wasOut;
  private double outSince;
  private double lastOutageBegin = Double.NaN;
  private long outageCount;
  private double outageSeconds;
  private DurationStatistics timesBetweenOutages = DurationStatistics.EMPTY;
  private DurationStatistics outageDurations = DurationStatistics.EMPTY;

  /** The state at the start; an outage then is not counted as begun. */
  void setInitialState(boolean isOut) {
    wasOut = isOut;
  }

  void recordChange(double now, boolean isOut) {
    if (isOut && !wasOut) {
      outageCount++;
      if (!Double.isNaN(lastOutageBegin)) {
        timesBetweenOutages = timesBetweenOutages.withDuration(now - lastOutageBegin);
      }
      lastOutageBegin = now;
      outSince = now;
    } else if (!isOut && wasOut) {
      outageSeconds += now - outSince;
      outageDurations = outageDurations.withDuration(now - outSince);
    }
    wasOut = isOut;
  }

  /** The outages until the end of the simulation, with these counts. */
  AvailabilityResult resultUntil(
      double end,
      long changes,
      long commits,
      long aborts,
      long unexpected,
      @Nullable Failure failure) {
    return new AvailabilityResult(
        end,
        changes,
        commits,
        aborts,
        outageCount,
        outageSeconds + (wasOut ? end - outSince : 0),
        timesBetweenOutages,
        outageDurations,
        unexpected,
        failure);
  }
}

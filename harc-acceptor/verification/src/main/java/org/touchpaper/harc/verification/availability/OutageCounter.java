package org.touchpaper.harc.verification.availability;

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

  /** The outages until the end of the simulation. */
  AvailabilityResult resultUntil(double end) {
    var ongoingSeconds = wasOut ? end - outSince : 0;
    return new AvailabilityResult(
        end,
        0,
        0,
        0,
        outageCount,
        outageSeconds + ongoingSeconds,
        timesBetweenOutages,
        outageDurations,
        0,
        null);
  }
}

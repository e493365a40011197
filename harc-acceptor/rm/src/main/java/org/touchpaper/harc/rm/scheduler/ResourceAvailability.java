package org.touchpaper.harc.rm.scheduler;

import java.time.Instant;
import java.util.List;
import org.touchpaper.segment.connection.Schedule;

/**
 * Free capacity of a resource over time.
 *
 * @param unit what is counted: {@code nodes} or {@code Mbit/s}
 * @param steps adjoining, in order, covering the requested window
 * @param startRanges ranges of start times at which the requested amount is free for the requested
 *     duration; empty unless the query has both
 */
public record ResourceAvailability(String unit, List<Step> steps, List<StartRange> startRanges) {
  public ResourceAvailability {
    steps = List.copyOf(steps);
    startRanges = List.copyOf(startRanges);
  }

  /** Free throughout a period. */
  public record Step(Schedule during, int free) {}

  /** Each start from first to last, both included, fits. */
  public record StartRange(Instant firstStart, Instant lastStart) {}
}

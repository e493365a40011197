package org.touchpaper.harc.rm.local;

import java.time.Instant;
import java.util.List;
import org.touchpaper.segment.connection.Schedule;

/**
 * What is free of a resource over time.
 *
 * @param unit what is counted: {@code nodes} or {@code Mbit/s}
 * @param steps adjoining, in order, covering the window asked about
 * @param starts ranges of start times at which the wanted amount is free for the wanted duration;
 *     empty unless both were asked for
 */
public record FreeTime(String unit, List<Step> steps, List<StartRange> starts) {
  public FreeTime {
    steps = List.copyOf(steps);
    starts = List.copyOf(starts);
  }

  /** So much is free throughout a stretch of time. */
  public record Step(Schedule during, int free) {}

  /** Any start from first to last, both included, fits. */
  public record StartRange(Instant firstStart, Instant lastStart) {}
}

package org.touchpaper.segment.connection;

import java.time.Instant;
import java.util.List;

/**
 * What is free between two ends, as steps, and the start times that one path accepts for the whole
 * wanted duration.
 *
 * @param steps adjoining, in order, covering the window asked about
 * @param starts ranges of start times that fit, in order; empty unless bandwidth and duration were
 *     given
 */
public record FreeCapacity(List<Step> steps, List<StartRange> starts) {

  public FreeCapacity {
    steps = List.copyOf(steps);
    starts = List.copyOf(starts);
  }

  /** Mbit/s free in each direction throughout a stretch of time. */
  public record Step(Schedule during, int freeMbps) {}

  /** Any start from first to last, both included, fits. */
  public record StartRange(Instant firstStart, Instant lastStart) {}
}

package org.touchpaper.segment.connection;

import java.time.Instant;
import java.util.List;

/**
 * The answer to a {@link FreeCapacityQuery}: free capacity in steps, and the start times at which
 * one path is free for the requested duration.
 *
 * @param steps adjoining, in order, covering the requested window
 * @param starts ranges of start times that fit, in order; empty unless the query names bandwidth
 *     and duration
 */
public record FreeCapacityResult(List<Step> steps, List<StartRange> starts) {

  public FreeCapacityResult {
    steps = List.copyOf(steps);
    starts = List.copyOf(starts);
  }

  /** Mbit/s that are free in each direction throughout an interval. */
  public record Step(Schedule during, int freeMbps) {}

  /** Every start from first to last fits, both included. */
  public record StartRange(Instant firstStart, Instant lastStart) {}
}

package org.touchpaper.harc.client.model;

import java.time.Instant;
import java.util.List;

/**
 * The free capacity of a resource over time. It is advisory; only a Prepare holds capacity.
 *
 * @param resource the resource of the query
 * @param unit the unit of capacity, such as nodes or Mbit/s
 * @param steps adjacent steps in order that cover the window of the query
 * @param startRanges the start times that fit, in order; empty unless requested
 */
public record ResourceTimetable(
    String resource, String unit, List<Step> steps, List<StartRange> startRanges) {

  public ResourceTimetable {
    steps = List.copyOf(steps);
    startRanges = List.copyOf(startRanges);
  }

  /** The free capacity in a half-open interval. */
  public record Step(Instant from, Instant to, int free) {}

  /** Start times that fit, from first to last inclusive. */
  public record StartRange(Instant first, Instant last) {}
}

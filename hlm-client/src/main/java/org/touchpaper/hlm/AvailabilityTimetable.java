package org.touchpaper.hlm;

import java.time.Instant;
import java.util.List;

/** Free capacity of a resource over time, in steps without gaps; advisory. */
public record AvailabilityTimetable(String resource, String unit, int capacity, List<Step> steps) {

  public AvailabilityTimetable {
    steps = NullableLists.orEmpty(steps);
  }

  /** Capacity that is free throughout {@code [from, to)}. */
  public record Step(Instant from, Instant to, int free) {}
}

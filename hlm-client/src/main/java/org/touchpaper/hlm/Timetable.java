package org.touchpaper.hlm;

import java.time.Instant;
import java.util.List;

/** What is free, as steps without gaps; advisory, only a booking decides. */
public record Timetable(String resource, String unit, int capacity, List<Step> steps) {

  public Timetable {
    steps = Lists.orEmpty(steps);
  }

  /** Free over {@code [from, to)}. */
  public record Step(Instant from, Instant to, int free) {}
}

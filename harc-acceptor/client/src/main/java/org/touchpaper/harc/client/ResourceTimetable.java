package org.touchpaper.harc.client;

import java.time.Instant;
import java.util.List;

/**
 * What a resource manager has free; advisory, only a Prepare decides.
 *
 * @param resource what was asked about
 * @param unit what is counted: nodes, or Mbit/s
 * @param steps adjoining, in order, covering the window asked about
 * @param starts the ranges of start times that fit, in order; empty unless asked for
 */
public record ResourceTimetable(
    String resource, String unit, List<Step> steps, List<StartRange> starts) {

  public ResourceTimetable {
    steps = List.copyOf(steps);
    starts = List.copyOf(starts);
  }

  /** So much is free from an instant, included, to another, excluded. */
  public record Step(Instant from, Instant to, int free) {}

  /** Any start from first to last, both included, fits. */
  public record StartRange(Instant first, Instant last) {}
}

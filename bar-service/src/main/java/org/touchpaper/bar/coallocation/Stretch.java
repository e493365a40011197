package org.touchpaper.bar.coallocation;

import java.time.Duration;
import java.time.Instant;
import org.touchpaper.segment.connection.Schedule;

/**
 * Somewhere within a window a slot of some length is wanted.
 *
 * @param within of which the slot is all, if it is wanted at a fixed time
 */
public record Stretch(Schedule within, Duration length) {

  /** What begins later than this after its latest start is too late to be tried again. */
  private static final Duration LATE = Duration.ofSeconds(10);

  public Stretch {
    if (length.isNegative() || length.isZero() || length.compareTo(within.length()) > 0) {
      throw new IllegalArgumentException("there is no " + length + " within " + within);
    }
  }

  boolean isFixed() {
    return length.equals(within.length());
  }

  Instant latestStart() {
    return within.endTime().minus(length);
  }

  /** The earliest start that is not past; the latest there is, if that has just passed. */
  Instant earliestStart(Instant now) {
    var from = now.isAfter(within.startTime()) ? now : within.startTime();
    return from.isAfter(latestStart()) ? latestStart() : from;
  }

  boolean isOver(Instant now) {
    return now.isAfter(latestStart().plus(LATE));
  }

  Schedule from(Instant start) {
    return new Schedule(start, start.plus(length));
  }
}

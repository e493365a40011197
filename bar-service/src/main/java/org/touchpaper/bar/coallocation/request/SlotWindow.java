package org.touchpaper.bar.coallocation.request;

import java.time.Duration;
import java.time.Instant;
import org.touchpaper.segment.connection.Schedule;

/**
 * A window and the length of the slot requested in it.
 *
 * @param window equals the slot if the time is fixed
 */
public record SlotWindow(Schedule window, Duration length) {

  /** How long after its latest start a slot may still be tried. */
  private static final Duration LATE_TOLERANCE = Duration.ofSeconds(10);

  public SlotWindow {
    if (length.isNegative() || length.isZero() || length.compareTo(window.duration()) > 0) {
      throw new IllegalArgumentException("there is no " + length + " within " + window);
    }
  }

  public boolean isFixed() {
    return length.equals(window.duration());
  }

  public Instant latestStart() {
    return window.endTime().minus(length);
  }

  /** Returns the earliest start that is not past, or the latest start if that has just passed. */
  public Instant earliestStart(Instant now) {
    var from = now.isAfter(window.startTime()) ? now : window.startTime();
    return from.isAfter(latestStart()) ? latestStart() : from;
  }

  public boolean isOver(Instant now) {
    return now.isAfter(latestStart().plus(LATE_TOLERANCE));
  }

  public Schedule slotAt(Instant start) {
    return new Schedule(start, start.plus(length));
  }
}

package org.touchpaper.bar.coallocation.request;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Schedule;

/**
 * A move to the earliest slot in a window that fits.
 *
 * @param notBefore null means now
 * @param notAfter the latest end
 * @param duration null means as long as before
 */
public record EarliestSlotChange(
    @Nullable Instant notBefore, Instant notAfter, @Nullable Duration duration) {

  /** Returns the window for a booking of the given times. */
  public RequestedSchedule.Window of(Schedule current) {
    return new RequestedSchedule.Window(
        notBefore, notAfter, duration == null ? current.duration() : duration);
  }
}

package org.touchpaper.bar.coallocation.request;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Schedule;

/** The requested time: fixed, or the earliest in a window. */
public sealed interface RequestedSchedule {

  /**
   * Returns the window and the duration; for a fixed time the duration fills the window.
   *
   * @throws IllegalArgumentException if the times are contradictory
   */
  SlotWindow toSlotWindow(Instant now);

  /**
   * A fixed time.
   *
   * @param startTime null means now
   */
  record Fixed(@Nullable Instant startTime, Instant endTime) implements RequestedSchedule {
    @Override
    public SlotWindow toSlotWindow(Instant now) {
      var schedule = new Schedule(startTime == null ? now : startTime, endTime);
      return new SlotWindow(schedule, schedule.duration());
    }
  }

  /**
   * The earliest slot of a duration in a window.
   *
   * @param notBefore null means now
   * @param notAfter the latest end
   */
  record Window(@Nullable Instant notBefore, Instant notAfter, Duration duration)
      implements RequestedSchedule {
    @Override
    public SlotWindow toSlotWindow(Instant now) {
      return new SlotWindow(new Schedule(notBefore == null ? now : notBefore, notAfter), duration);
    }
  }
}

package org.touchpaper.bar.coallocation.request;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;

/**
 * A requested change of a lightpath alone; null components stay unchanged.
 *
 * @param window where the times are sought; start and end are then null until a slot is chosen
 */
public record StandaloneLightpathChange(
    @Nullable String description,
    @Nullable Instant startTime,
    @Nullable Instant endTime,
    @Nullable Integer bandwidthMbps,
    @Nullable EarliestSlotChange window) {

  public boolean isDescriptionOnly() {
    return description != null
        && startTime == null
        && endTime == null
        && bandwidthMbps == null
        && window == null;
  }

  /** Returns the SHA-256 digest of the request. */
  public String digest() {
    return BookingRequest.digest(this);
  }

  /** Returns the change to a slot of its window. */
  public StandaloneLightpathChange at(Schedule slot) {
    return new StandaloneLightpathChange(
        description, slot.startTime(), slot.endTime(), bandwidthMbps, null);
  }

  /** Returns the change to the first slot of its window, if it has one that is valid. */
  public StandaloneLightpathChange atFirstSlot(Schedule current, Instant now) {
    if (window == null) {
      return this;
    }
    var slotWindow = window.of(current).toSlotWindow(now);
    return at(slotWindow.slotAt(slotWindow.earliestStart(now)));
  }

  /** Returns what is booked after the change; the times must be valid. */
  public Criteria applyTo(Criteria current) {
    var schedule = current.schedule();
    return new Criteria(
        current.source(),
        current.destination(),
        bandwidthMbps == null ? current.bandwidthMbps() : bandwidthMbps,
        new Schedule(
            startTime == null ? schedule.startTime() : startTime,
            endTime == null ? schedule.endTime() : endTime));
  }
}

package org.touchpaper.bar.event;

import java.util.List;

/**
 * Events in order.
 *
 * @param next the position up to which everything has been read
 * @param isPartial true if there is more: not read, or of a transaction that may not be read yet
 * @param isComplete false if events before these were deleted unread
 */
public record EventBatch(
    List<BookingEvent> events, EventPosition next, boolean isPartial, boolean isComplete) {
  public EventBatch {
    events = List.copyOf(events);
  }
}

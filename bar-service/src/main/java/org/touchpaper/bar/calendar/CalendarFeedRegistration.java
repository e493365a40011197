package org.touchpaper.bar.calendar;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The address at which a user's bookings are read as a calendar.
 *
 * @param lastReadAt to the minute; null if never
 */
public record CalendarFeedRegistration(
    String owner, Instant createdAt, @Nullable Instant lastReadAt) {}

package org.touchpaper.bar.event;

import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The events that a subscriber receives.
 *
 * @param visibleOwner the only owner whose bookings it may see; null if all
 * @param booking the only booking it asks for; null if all
 * @param types the types it asks for; empty if all
 */
public record EventFilter(
    @Nullable String visibleOwner, @Nullable UUID booking, Set<EventType> types)
    implements Predicate<BookingEvent> {
  public EventFilter {
    types = Set.copyOf(types);
  }

  @Override
  public boolean test(BookingEvent event) {
    return (visibleOwner == null || visibleOwner.equals(event.owner()))
        && (booking == null || booking.equals(event.booking()))
        && (types.isEmpty() || types.contains(event.type()));
  }
}

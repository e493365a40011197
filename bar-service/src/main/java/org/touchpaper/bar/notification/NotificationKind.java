package org.touchpaper.bar.notification;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.event.EventType;
import org.touchpaper.bar.reservation.BookingPhase;

/** What people are notified of: for each, one or more types of event. */
public enum NotificationKind {
  ABOUT_TO_START,
  STARTED,
  ENDED,
  /** Or impaired while it is booked or up. */
  FAILED,
  /** Changed or cancelled by another person than the recipient. */
  CHANGED_BY_OTHERS;

  public Set<EventType> eventTypes() {
    return switch (this) {
      case ABOUT_TO_START -> Set.of(EventType.ABOUT_TO_START);
      case STARTED -> Set.of(EventType.ACTIVE);
      case ENDED -> Set.of(EventType.ENDED);
      case FAILED -> Set.of(EventType.FAILED, EventType.IMPAIRED);
      case CHANGED_BY_OTHERS -> Set.of(EventType.CHANGED, EventType.CANCELLED);
    };
  }

  /**
   * Finds the kind of an event.
   *
   * @param state of the booking after the event
   * @param by who ordered it; null if no order caused it, or its sender is unknown
   */
  static Optional<NotificationKind> of(
      EventType type, BookingPhase state, @Nullable String by, String recipient) {
    return Arrays.stream(values())
        .filter(kind -> kind.eventTypes().contains(type))
        .filter(kind ->
            switch (kind) {
              case ABOUT_TO_START, STARTED, ENDED -> true;
              case FAILED -> isBookedOrFailed(state);
              case CHANGED_BY_OTHERS -> by != null && !by.equals(recipient);
            })
        .findFirst();
  }

  /** A booking that is not decided yet has problems that pass by themselves. */
  private static boolean isBookedOrFailed(BookingPhase state) {
    return switch (state) {
      case COMMITTED, ACTIVE, FAILED -> true;
      case UNDECIDED, REFUSED, ENDED, CANCELLED -> false;
    };
  }
}

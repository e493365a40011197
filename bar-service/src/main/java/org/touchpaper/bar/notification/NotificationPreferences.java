package org.touchpaper.bar.notification;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a user chose.
 *
 * @param address where mail goes; null for none
 * @param kinds what mail is sent for
 * @param minutesBefore how long before a booking of the user starts it counts as about to start
 * @param allBookings whether mail is sent for all bookings that the user may see, or only for the
 *     user's own
 */
public record NotificationPreferences(
    String owner,
    @Nullable String address,
    Set<NotificationKind> kinds,
    int minutesBefore,
    boolean allBookings) {

  public static final int DEFAULT_MINUTES = 15;
  public static final int MAX_MINUTES = 24 * 60;

  public NotificationPreferences {
    kinds = Set.copyOf(kinds);
  }

  /** Returns what is in force for a user who has chosen nothing. */
  public static NotificationPreferences defaultsOf(String owner) {
    return new NotificationPreferences(owner, null, Set.of(), DEFAULT_MINUTES, false);
  }

  boolean wants(NotificationKind kind, String ownerOfBooking) {
    return address != null && kinds.contains(kind) && (allBookings || owner.equals(ownerOfBooking));
  }
}

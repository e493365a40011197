package org.touchpaper.bar.web.bookings;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.overview.BookingSummary;
import org.touchpaper.bar.reservation.BookingPhase;

/**
 * A booking as a row of the list.
 *
 * @param what what is booked; null if the title says it
 * @param upText which parts are up; null unless it is running
 * @param problem what is wrong; null if nothing is known
 */
public record BookingListItem(
    String id,
    String title,
    @Nullable String what,
    String state,
    @Nullable Instant start,
    @Nullable Instant end,
    String owner,
    @Nullable String upText,
    boolean isUp,
    @Nullable String problem,
    BookingView.@Nullable Progress progress) {

  static BookingListItem of(BookingSummary booking, Instant now) {
    var start = booking.schedule() == null ? null : booking.schedule().startTime();
    var end = booking.schedule() == null ? null : booking.schedule().endTime();
    var mayBeUp =
        booking.state() != BookingPhase.CANCELLED && booking.state() != BookingPhase.REFUSED;
    var progress = mayBeUp ? BookingView.Progress.of(start, end, now) : null;
    return new BookingListItem(
        booking.id().toString(),
        booking.title(),
        booking.description().isBlank() ? null : booking.what(),
        booking.state().name(),
        start,
        end,
        booking.owner(),
        progress == null ? null : booking.upText(),
        booking.partsUp() > 0,
        booking.problem(),
        progress);
  }
}

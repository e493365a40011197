package org.touchpaper.bar.web.network;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.aggregator.ConnectionBookingFinder.BookingReference;

/**
 * What is known of a chosen link.
 *
 * @param bookings those on it at the moment that the reader may see
 * @param free what is free from the moment on
 * @param missing why what is free is not known; null if it is
 */
public record LinkDetails(
    NetworkDrawing.MapLink link,
    List<LinkBooking> bookings,
    List<FreeStep> free,
    @Nullable String missing) {

  public LinkDetails {
    bookings = List.copyOf(bookings);
    free = List.copyOf(free);
  }

  /**
   * A booking that crosses the link.
   *
   * @param measured what it carried; null if nothing on the link was measured
   */
  public record LinkBooking(
      BookingReference booking,
      String state,
      int bandwidthMbps,
      Instant start,
      Instant end,
      @Nullable String measured,
      @Nullable String problem) {}

  /** A stretch of time with one amount of free capacity. */
  public record FreeStep(Instant start, Instant end, long mbps) {}

  /**
   * What is booked by bookings that the reader may not see, or of other brokers; 0 if not known.
   */
  public long othersMbps() {
    var load = link.load();
    return load == null
        ? 0
        : Math.max(
            0, load.bookedMbps() - bookings.stream().mapToLong(LinkBooking::bandwidthMbps).sum());
  }
}

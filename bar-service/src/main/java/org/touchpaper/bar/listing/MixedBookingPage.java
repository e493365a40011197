package org.touchpaper.bar.listing;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.listing.BookingPageFinder.BookingTable;

/**
 * A page of co-allocations and lightpaths alone in one order.
 *
 * @param previous the cursor of the page before this one; null on the first
 * @param next the cursor of the page after this one; null on the last
 * @param count how many bookings match, on all pages
 * @param countIsExact false if more than {@code count} match
 */
public record MixedBookingPage(
    List<Row> rows,
    @Nullable String previous,
    @Nullable String next,
    long count,
    boolean countIsExact) {

  public MixedBookingPage {
    rows = List.copyOf(rows);
  }

  /** A booking that was found, in its table. */
  public record Row(BookingTable table, UUID id) {}
}

package org.touchpaper.bar.web.bookings;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.endhost.LightpathEndHostDetails;
import org.touchpaper.bar.overview.BookingSummary;
import org.touchpaper.segment.connection.Criteria;

/** A booking of either kind that the person may see. */
sealed interface VisibleBooking {

  BookingSummary summary();

  /** The entity tag of what is booked, as the API has it. */
  String tag();

  default UUID id() {
    return summary().id();
  }

  record Together(CoAllocation booking, BookingSummary summary, String tag)
      implements VisibleBooking {}

  /**
   * A lightpath booked alone.
   *
   * @param criteria what is booked; empty if it was refused before
   * @param changeRefusal why it cannot be changed now; empty if it can
   */
  record Alone(
      BookingSummary summary,
      String tag,
      Optional<Criteria> criteria,
      List<String> path,
      Optional<LightpathEndHostDetails> endpoints,
      Optional<String> changeRefusal,
      boolean isReleased,
      boolean isReleasing)
      implements VisibleBooking {
    public Alone {
      path = List.copyOf(path);
    }
  }
}

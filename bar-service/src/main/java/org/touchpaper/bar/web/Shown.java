package org.touchpaper.bar.web;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.Part;
import org.touchpaper.bar.reservation.HistoryEntry;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** Bookings as the pages show them. */
final class Shown {

  private Shown() {}

  static BookingRow row(CoAllocation booking, Instant now) {
    var schedule = booking.schedule();
    return new BookingRow(
        booking.id().toString(),
        title(booking),
        String.join(" · ", booking.parts().stream().map(Shown::title).toList()),
        booking.state().name(),
        schedule.startTime(),
        schedule.endTime(),
        booking.owner().name(),
        BookingRow.progress(schedule.startTime(), schedule.endTime(), now));
  }

  static BookingPage page(
      CoAllocation booking, List<HistoryEntry> history, @Nullable String cancelRefusal) {
    var schedule = booking.schedule();
    return new BookingPage(
        booking.id().toString(),
        title(booking),
        booking.state().name(),
        schedule.startTime(),
        schedule.endTime(),
        booking.window().map(Shown::window).orElse(null),
        booking.owner().name(),
        booking.parts().stream().map(Shown::panel).toList(),
        booking.refusals().stream().map(Refusal::reason).toList(),
        history.stream()
            .map(entry -> new BookingPage.Event(entry.at(), entry.who(), entry.event()))
            .toList(),
        cancelRefusal);
  }

  private static String window(Schedule window) {
    return "as early as possible between "
        + Times.text(window.startTime())
        + " and "
        + Times.text(window.endTime())
        + " UTC";
  }

  private static PartPanel panel(Part part) {
    var standing = part.standing();
    var drawn = part instanceof Part.Lightpath ? standing.path() : List.<String>of();
    return new PartPanel(
        title(part),
        standing.state().name(),
        reference(part),
        drawn,
        standing.trouble().orElse(null),
        standing.released());
  }

  /** Lists of nodes are long, and lines break only after spaces. */
  private static @Nullable String reference(Part part) {
    var reference = part.standing().reference();
    return switch (part) {
      case Part.Lightpath path -> "connection " + path.ident();
      case Part.Compute _ -> reference == null ? null : reference.replace(",", ", ");
    };
  }

  private static String title(CoAllocation booking) {
    return booking.description().isBlank() ? "(no description)" : booking.description();
  }

  private static String title(Part part) {
    return switch (part) {
      case Part.Compute nodes -> nodes.nodes() + " nodes of " + nodes.resource();
      case Part.Lightpath path ->
          path.bandwidthMbps() + " Mbit/s " + path.source() + " → " + path.destination();
    };
  }
}

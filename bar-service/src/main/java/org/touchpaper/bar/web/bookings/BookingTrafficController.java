package org.touchpaper.bar.web.bookings;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.traffic.LightpathTrafficReader;
import org.touchpaper.bar.web.TimeAxis;
import org.touchpaper.bar.web.preference.PageTimeFormatter;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import org.touchpaper.segment.traffic.TrafficQueryPeriod;

/**
 * The measured traffic of a booking's lightpaths. The booking's page shows it as soon as the
 * segment has answered.
 */
@Controller
class BookingTrafficController {

  private static final Duration LONGEST = Duration.ofDays(7);

  private final BookingReader bookings;
  private final LightpathTrafficReader traffic;
  private final CurrentNetworkDirectory directory;
  private final PageTimeFormatter times;
  private final Clock clock;

  BookingTrafficController(
      BookingReader bookings,
      LightpathTrafficReader traffic,
      CurrentNetworkDirectory directory,
      PageTimeFormatter times,
      Clock clock) {
    this.bookings = bookings;
    this.traffic = traffic;
    this.directory = directory;
    this.times = times;
    this.clock = clock;
  }

  private record LightpathEnds(UUID id, String source, String destination) {
    String title() {
      return source + " → " + destination;
    }
  }

  @GetMapping("/bookings/{id}/traffic")
  String show(@PathVariable UUID id, Authentication login, Model model) {
    var booking = bookings.get(id, login);
    var period = period(booking.summary().schedule(), clock.instant());
    model.addAttribute("id", id);
    model.addAttribute("title", booking.summary().title());
    model.addAttribute(
        "charts",
        period == null ? List.of() : lightpaths(booking).map(it -> chart(it, period)).toList());
    model.addAttribute("hasBegun", period != null);
    model.addAttribute("who", login.getName());
    return "traffic";
  }

  /** From the start to the end or now, the last week of it; null before the start. */
  private static @Nullable TrafficQueryPeriod period(@Nullable Schedule schedule, Instant now) {
    if (schedule == null || !schedule.startTime().isBefore(now)) {
      return null;
    }
    var end = schedule.endTime().isBefore(now) ? schedule.endTime() : now;
    var weekAgo = end.minus(LONGEST);
    var start = schedule.startTime().isBefore(weekAgo) ? weekAgo : schedule.startTime();
    return TrafficQueryPeriod.of(start, end, now);
  }

  private Stream<LightpathEnds> lightpaths(VisibleBooking booking) {
    return switch (booking) {
      case VisibleBooking.Together together ->
          together.booking().parts().stream()
              .filter(Lightpath.class::isInstance)
              .map(Lightpath.class::cast)
              .map(path -> new LightpathEnds(path.partId(), path.source(), path.destination()));
      case VisibleBooking.Alone alone ->
          alone
              .criteria()
              .map(criteria ->
                  new LightpathEnds(
                      alone.id(),
                      directory.get().nameOf(criteria.source()),
                      directory.get().nameOf(criteria.destination())))
              .stream();
    };
  }

  private TrafficChart chart(LightpathEnds path, TrafficQueryPeriod period) {
    try {
      // the booking was found, so the person may see its traffic
      return traffic
          .find(new ConnectionId(path.id()), period, _ -> true)
          .map(found ->
              TrafficChart.of(
                  path.title(),
                  path.source(),
                  path.destination(),
                  found,
                  new TimeAxis(period.from(), period.to(), times.zone())))
          .orElseGet(() -> TrafficChart.unknown(path.title(), ""));
    } catch (SegmentUnreachableException e) {
      return TrafficChart.unknown(
          path.title(), "The traffic is not known now: " + e.getMessage() + ".");
    }
  }
}

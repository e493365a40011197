package org.touchpaper.bar.web.timeline;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.util.UriComponentsBuilder;
import org.touchpaper.bar.api.CurrentUserPermissionService;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.web.TimeAxis;
import org.touchpaper.bar.web.preference.PageTimeFormatter;
import org.touchpaper.bar.web.timeline.TimelineLayout.TimelineRow;

/**
 * Shows when resources are booked and free, and leads to the form that books a time chosen there.
 */
@Controller
class TimelineController {

  private static final int MAX_TICKS = 12;
  private static final int MAX_TICKS_ON_A_PHONE = 5;

  /** No label begins in the last part of the axis, where it would be cut off. */
  private static final double LAST_LABEL = 93;

  private static final double LAST_LABEL_ON_A_PHONE = 85;

  private static final DateTimeFormatter INPUT = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm");

  private final TimelineReader reader;
  private final CurrentNetworkDirectory directory;
  private final CurrentUserPermissionService currentUserPermissionService;
  private final PageTimeFormatter times;
  private final Clock clock;

  TimelineController(
      TimelineReader reader,
      CurrentNetworkDirectory directory,
      CurrentUserPermissionService currentUserPermissionService,
      PageTimeFormatter times,
      Clock clock) {
    this.reader = reader;
    this.directory = directory;
    this.currentUserPermissionService = currentUserPermissionService;
    this.times = times;
    this.clock = clock;
  }

  /**
   * The page.
   *
   * @param now where the line of now is, in percent; null if outside
   * @param movable the bookings that the person may move
   */
  record TimelineView(
      TimelineQuery query,
      TimeAxis axis,
      List<TimelineRow> rows,
      List<TimeAxis.Tick> ticks,
      List<TimeAxis.Tick> fewTicks,
      @Nullable Double now,
      List<TimelineZoom> zooms,
      List<String> hosts,
      List<TimelineLayout.Booking> movable,
      Instant suggested,
      boolean seesAll,
      boolean books) {

    public String fromInput() {
      return INPUT.format(query.from().atZone(axis.zone()));
    }

    /** The next full hour, or the start of what is shown if that is later. */
    public String suggestedInput() {
      return INPUT.format(suggested.atZone(axis.zone()));
    }
  }

  @GetMapping("/timeline")
  String show(
      @ModelAttribute("parameters") TimelineQuery.Parameters parameters,
      Authentication login,
      Model model) {
    var now = clock.instant();
    var zone = times.zone();
    var query = TimelineQuery.of(parameters, now, zone);
    var person = currentUserPermissionService.personOf(login);
    var axis = new TimeAxis(query.from(), query.to(), zone);
    var rows = reader.read(query, person, zone);
    model.addAttribute(
        "timeline",
        new TimelineView(
            query,
            axis,
            TimelineLayout.draw(rows, axis),
            ticks(axis, MAX_TICKS, LAST_LABEL),
            ticks(axis, MAX_TICKS_ON_A_PHONE, LAST_LABEL_ON_A_PHONE),
            now.isBefore(query.from()) || now.isAfter(query.to()) ? null : axis.x(now),
            List.of(TimelineZoom.values()),
            reader.hosts(),
            rows.stream()
                .flatMap(row -> row.bookings().stream())
                .filter(booking -> booking.move() != TimelineLayout.AllowedChange.NONE)
                .filter(distinct())
                .toList(),
            query.from().isAfter(now)
                ? query.from()
                : now.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS),
            currentUserPermissionService.ownerFilterFor(person) == null,
            !person.role().equals("officer")));
    model.addAttribute("who", login.getName());
    return "timeline";
  }

  private static Predicate<TimelineLayout.Booking> distinct() {
    var seen = new HashSet<UUID>();
    return booking -> seen.add(booking.id());
  }

  private static List<TimeAxis.Tick> ticks(TimeAxis axis, int most, double last) {
    return axis.ticks(most).stream().filter(tick -> tick.x() <= last).toList();
  }

  /** Leads to the booking form for a resource and a time; the form says what is wrong with them. */
  @GetMapping("/timeline/book")
  String book(
      @RequestParam(defaultValue = "") String resource,
      @RequestParam(defaultValue = "") String start,
      @RequestParam(defaultValue = "") String end,
      @RequestParam(defaultValue = "60") String minutes,
      @RequestParam(defaultValue = "") String nodes,
      @RequestParam(defaultValue = "") String mbps) {
    var url =
        UriComponentsBuilder.fromPath("/book")
            .queryParam("start", start)
            .queryParam("zone", times.zone().getId()) // of the start, unless that ends in Z
            .queryParam("minutes", minutes(start, end).orElse(minutes));
    addResource(url, resource, nodes, mbps);
    return "redirect:" + url.encode().toUriString();
  }

  private Optional<String> minutes(String start, String end) {
    return TimelineQuery.parseTime(start, times.zone())
        .flatMap(first ->
            TimelineQuery.parseTime(end, times.zone()).map(last -> Duration.between(first, last)))
        .filter(Duration::isPositive)
        .map(length -> Long.toString(Math.max(1, length.toMinutes())));
  }

  private void addResource(UriComponentsBuilder url, String resource, String nodes, String mbps) {
    var known = directory.get();
    var ends = resource.split("/", -1);
    if (known.cluster(resource).isPresent()) {
      url.queryParam("cluster", resource);
      addAmount(url, "nodes", nodes);
    } else if (known.host(resource).isPresent()) {
      url.queryParam("source", resource);
      addAmount(url, "bandwidthMbps", mbps);
    } else if (ends.length == 2 && Stream.of(ends).allMatch(end -> known.host(end).isPresent())) {
      url.queryParam("source", ends[0]).queryParam("destination", ends[1]);
      addAmount(url, "bandwidthMbps", mbps);
    } else if (ends.length == 2 && known.facility(ends[0]).isPresent()) {
      url.queryParam("units", resource);
    }
  }

  private static void addAmount(UriComponentsBuilder url, String field, String amount) {
    if (!amount.isBlank() && !amount.equals("0")) {
      url.queryParam(field, amount);
    }
  }
}

package org.touchpaper.bar.web.timeline;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * What the page shows, as its URL says it: a period by its ends ({@code from}, {@code to}) or by
 * its start and zoom ({@code at}, {@code zoom}); the amounts asked for, 0 if none; and a pair of
 * hosts, if one is chosen.
 *
 * @param errors what the URL says that cannot be shown
 */
record TimelineQuery(
    Instant from,
    Instant to,
    TimelineZoom zoom,
    int nodes,
    int mbps,
    String source,
    String destination,
    List<String> errors) {

  /** Times further from now are not shown; a longer period is not either. */
  private static final Duration HORIZON = Duration.ofDays(366);

  private static final Duration SHORTEST = Duration.ofMinutes(5);

  /** The part of the picture before now, unless a start is chosen. */
  private static final int PAST_PART = 12;

  TimelineQuery {
    errors = List.copyOf(errors);
  }

  /** The parameters of the URL; each may be missing. */
  record Parameters(
      @Nullable String from,
      @Nullable String to,
      @Nullable String at,
      @Nullable String zoom,
      @Nullable String nodes,
      @Nullable String mbps,
      @Nullable String source,
      @Nullable String destination) {}

  static TimelineQuery of(Parameters parameters, Instant now, ZoneId zone) {
    var errors = new ArrayList<String>();
    var zoom = zoom(text(parameters.zoom()), errors);
    var from =
        time(text(parameters.from()), "From", now, zone, errors)
            .or(() -> time(text(parameters.at()), "From", now, zone, errors))
            .orElse(startShowing(now, zoom));
    var to =
        time(text(parameters.to()), "To", now, zone, errors)
            .filter(end -> isPeriod(from, end, errors));
    return new TimelineQuery(
        from,
        to.orElse(from.plus(zoom.length())),
        to.map(end -> TimelineZoom.covering(Duration.between(from, end))).orElse(zoom),
        amount(text(parameters.nodes()), "Nodes", errors),
        amount(text(parameters.mbps()), "Mbit/s", errors),
        text(parameters.source()),
        text(parameters.destination()),
        errors);
  }

  private static String text(@Nullable String parameter) {
    return parameter == null ? "" : parameter.strip();
  }

  private static Instant startShowing(Instant now, TimelineZoom zoom) {
    var start = now.minus(zoom.length().dividedBy(PAST_PART));
    var raster = zoom.raster().toSeconds();
    return Instant.ofEpochSecond(Math.floorDiv(start.getEpochSecond(), raster) * raster);
  }

  private static TimelineZoom zoom(String text, List<String> errors) {
    if (text.isEmpty()) {
      return TimelineZoom.DAY;
    }
    return TimelineZoom.parse(text)
        .orElseGet(() -> {
          errors.add("There is no zoom “" + text + "”. One day is shown.");
          return TimelineZoom.DAY;
        });
  }

  private static Optional<Instant> time(
      String text, String field, Instant now, ZoneId zone, List<String> errors) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    var time = parseTime(text, zone);
    if (time.isEmpty()) {
      errors.add(field + " must be a time such as 2026-12-01T21:00.");
    } else if (Duration.between(now, time.get()).abs().compareTo(HORIZON) > 0) {
      errors.add(field + " must be at most " + HORIZON.toDays() + " days from now.");
      return Optional.empty();
    }
    return time;
  }

  /** An instant with its offset, or a local time in the zone. */
  static Optional<Instant> parseTime(String text, ZoneId zone) {
    try {
      var time =
          text.endsWith("Z")
              ? Instant.parse(text)
              : LocalDateTime.parse(text).atZone(zone).toInstant();
      return Optional.of(time.truncatedTo(ChronoUnit.MILLIS));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  private static boolean isPeriod(Instant from, Instant to, List<String> errors) {
    var length = Duration.between(from, to);
    if (length.compareTo(SHORTEST) >= 0 && length.compareTo(HORIZON) <= 0) {
      return true;
    }
    errors.add("To must be after From, by 5 minutes to " + HORIZON.toDays() + " days.");
    return false;
  }

  private static int amount(String text, String field, List<String> errors) {
    try {
      var amount = text.isEmpty() ? 0 : Integer.parseInt(text);
      if (amount >= 0) {
        return amount;
      }
    } catch (NumberFormatException _) {
      // reported below
    }
    errors.add(field + " must be a whole number.");
    return 0;
  }

  public Optional<String> pair() {
    return source.isEmpty() || destination.isEmpty()
        ? Optional.empty()
        : Optional.of(source + "/" + destination);
  }

  private Duration length() {
    return Duration.between(from, to);
  }

  /** A link to the time before, with a quarter of what is shown. */
  public String earlier() {
    return url(from.minus(step()), length());
  }

  public String later() {
    return url(from.plus(step()), length());
  }

  private Duration step() {
    return length().multipliedBy(3).dividedBy(4);
  }

  /** A link to the same zoom that shows now. */
  public String nowUrl() {
    return builder().queryParam("zoom", zoom.parameter()).encode().toUriString();
  }

  /** A link to another zoom around the same middle. */
  public String zoomed(TimelineZoom other) {
    var middle = from.plus(length().dividedBy(2));
    var raster = other.raster().toSeconds();
    var start = middle.minus(other.length().dividedBy(2)).getEpochSecond();
    return url(
        Instant.ofEpochSecond(Math.floorDiv(start + raster / 2, raster) * raster), other.length());
  }

  /** A link to this page. */
  public String here() {
    return url(from, length());
  }

  private String url(Instant start, Duration length) {
    var url = builder();
    if (TimelineZoom.covering(length).length().equals(length)) {
      url.queryParam("at", start).queryParam("zoom", TimelineZoom.covering(length).parameter());
    } else {
      url.queryParam("from", start).queryParam("to", start.plus(length));
    }
    return url.encode().toUriString();
  }

  private UriComponentsBuilder builder() {
    var url = UriComponentsBuilder.fromPath("/timeline");
    if (nodes > 0) {
      url.queryParam("nodes", nodes);
    }
    if (mbps > 0) {
      url.queryParam("mbps", mbps);
    }
    if (pair().isPresent()) {
      url.queryParam("source", source).queryParam("destination", destination);
    }
    return url;
  }
}

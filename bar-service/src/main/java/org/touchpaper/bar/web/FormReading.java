package org.touchpaper.bar.web;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.api.Requested;
import org.touchpaper.bar.coallocation.Wish;
import org.touchpaper.platform.problem.InvalidRequest;
import org.touchpaper.platform.problem.Violation;

/** Reads the booking form into what the REST face would be asked for, under the same rules. */
final class FormReading {

  private static final BigDecimal MINUTE = BigDecimal.valueOf(60_000);
  private static final BigDecimal LONGEST = BigDecimal.valueOf(Duration.ofDays(366).toMillis());

  static final List<String> FIELDS =
      List.of(
          "source",
          "destination",
          "bandwidthMbps",
          "cluster",
          "nodes",
          "start",
          "notBefore",
          "notAfter",
          "minutes",
          "description");

  private final BookingForm form;
  private final List<Violation> wrong = new ArrayList<>();

  private FormReading(BookingForm form) {
    this.form = form;
  }

  /**
   * What the form asks for.
   *
   * @param now from when on it is wanted where the form names no start
   * @throws InvalidRequest if that cannot be read
   */
  static Wish wish(BookingForm form, Instant now) {
    return new FormReading(form).read(now);
  }

  private Wish read(Instant now) {
    var times = form.isBetween() ? window() : fixed(now);
    var circuits = circuits();
    var nodes = nodes();
    if (!wrong.isEmpty()) {
      throw InvalidRequest.neverFits(wrong);
    }
    return new Requested.CoAllocation(form.description(), times, nodes, circuits).wish();
  }

  private Requested.Times fixed(Instant now) {
    var start = time("start", form.start());
    var end = (start == null ? now : start).plus(length());
    return new Requested.Times(text(start), end.toString(), null, null, null);
  }

  private Requested.Times window() {
    var notAfter = time("notAfter", form.notAfter());
    if (form.notAfter().isEmpty()) {
      wrong("notAfter", "required", "Say when it has to be over.");
    }
    return new Requested.Times(
        null, null, text(time("notBefore", form.notBefore())), text(notAfter), length().toString());
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }

  private @Nullable Instant time(String field, String text) {
    try {
      return text.isEmpty() ? null : Times.parse(text);
    } catch (DateTimeParseException _) {
      wrong(field, "date-and-time", "Not a time; write for example 2026-12-01T21:00:00.");
      return null;
    }
  }

  private Duration length() {
    try {
      var millis = new BigDecimal(form.minutes()).multiply(MINUTE);
      if (millis.signum() > 0 && millis.compareTo(LONGEST) < 0) {
        return Duration.ofMillis(millis.longValue());
      }
    } catch (ArithmeticException | NumberFormatException _) {
      // answered below, as any other length that makes no sense
    }
    wrong("minutes", "length", "A length in minutes, more than 0 and less than 527040.");
    return Duration.ZERO;
  }

  private List<Requested.Lightpath> circuits() {
    return form.source().isEmpty() && form.destination().isEmpty()
        ? List.of()
        : List.of(
            new Requested.Lightpath(
                form.source(), form.destination(), number("bandwidthMbps", form.bandwidthMbps())));
  }

  private List<Requested.Compute> nodes() {
    return form.cluster().isEmpty()
        ? List.of()
        : List.of(new Requested.Compute(form.cluster(), number("nodes", form.nodes())));
  }

  private int number(String field, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException _) {
      wrong(field, "whole-number", "A whole number.");
      return 1;
    }
  }

  private void wrong(String field, String rule, String message) {
    wrong.add(new Violation(field, rule, message));
  }

  /** What was wrong, by the form's fields. */
  static Map<String, String> errors(InvalidRequest invalid) {
    var errors = new LinkedHashMap<String, String>();
    invalid.violations().forEach(each -> errors.put(field(each), each.message()));
    return errors;
  }

  private static String field(Violation wrong) {
    var name = wrong.field().replaceAll("^.*\\.", "");
    return switch (name) {
      case "resource" -> "cluster";
      case "startTime" -> "start";
      case "endTime", "duration" -> "minutes";
      default -> name;
    };
  }

  /** Errors of no field of the form are shown above it. */
  static List<String> unplaced(Map<String, String> errors) {
    return errors.entrySet().stream()
        .filter(error -> !FIELDS.contains(error.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }
}

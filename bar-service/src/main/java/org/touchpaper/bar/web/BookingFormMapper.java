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
import org.touchpaper.bar.api.ApiRequests;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.platform.problem.InvalidRequestException;

/** Maps the booking form to an API request, under the same rules. */
final class BookingFormMapper {

  private static final BigDecimal MINUTE = BigDecimal.valueOf(60_000);
  private static final BigDecimal MAX_MILLIS = BigDecimal.valueOf(Duration.ofDays(366).toMillis());

  static final List<String> FIELDS =
      List.of(
          "source",
          "destination",
          "bandwidthMbps",
          "cluster",
          "nodes",
          "units",
          "amount",
          "start",
          "notBefore",
          "notAfter",
          "minutes",
          "description");

  private final BookingForm form;
  private final List<FieldViolation> violations = new ArrayList<>();

  private BookingFormMapper(BookingForm form) {
    this.form = form;
  }

  /**
   * Maps a form.
   *
   * @param now the start if the form has none
   * @throws InvalidRequestException if a field is invalid
   */
  static BookingRequest toBookingRequest(BookingForm form, Instant now) {
    return new BookingFormMapper(form).map(now);
  }

  private BookingRequest map(Instant now) {
    var times = form.isBetween() ? window() : fixed(now);
    var circuits = circuits();
    var nodes = nodes();
    var units = units();
    if (!violations.isEmpty()) {
      throw InvalidRequestException.unprocessable(violations);
    }
    return new ApiRequests.CoAllocationPost(form.description(), times, nodes, circuits, units, null)
        .toBookingRequest();
  }

  private ApiRequests.ScheduleDto fixed(Instant now) {
    var start = parseTime("start", form.start());
    var end = (start == null ? now : start).plus(parseDuration());
    return new ApiRequests.ScheduleDto(text(start), end.toString(), null, null, null);
  }

  private ApiRequests.ScheduleDto window() {
    var notAfter = parseTime("notAfter", form.notAfter());
    if (form.notAfter().isEmpty()) {
      addViolation("notAfter", "required", "Enter the latest end time.");
    }
    return new ApiRequests.ScheduleDto(
        null,
        null,
        text(parseTime("notBefore", form.notBefore())),
        text(notAfter),
        parseDuration().toString());
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }

  private @Nullable Instant parseTime(String field, String text) {
    try {
      return text.isEmpty() ? null : UtcTimeFormat.parse(text);
    } catch (DateTimeParseException _) {
      addViolation(field, "date-and-time", "Enter a time such as 2026-12-01T21:00:00.");
      return null;
    }
  }

  private Duration parseDuration() {
    try {
      var millis = new BigDecimal(form.minutes()).multiply(MINUTE);
      if (millis.signum() > 0 && millis.compareTo(MAX_MILLIS) < 0) {
        return Duration.ofMillis(millis.longValue());
      }
    } catch (ArithmeticException | NumberFormatException _) {
      // reported below, as any other invalid duration
    }
    addViolation(
        "minutes", "length", "Enter a duration in minutes, more than 0 and less than 527040.");
    return Duration.ZERO;
  }

  private List<ApiRequests.LightpathDto> circuits() {
    return form.source().isEmpty() && form.destination().isEmpty()
        ? List.of()
        : List.of(
            new ApiRequests.LightpathDto(
                form.source(),
                form.destination(),
                parseNumber("bandwidthMbps", form.bandwidthMbps())));
  }

  private List<ApiRequests.ComputeDto> nodes() {
    return form.cluster().isEmpty()
        ? List.of()
        : List.of(
            new ApiRequests.ComputeDto(form.cluster(), parseNumber("nodes", form.nodes()), null));
  }

  private List<ApiRequests.UnitsDto> units() {
    var slash = form.units().indexOf('/');
    return form.units().isEmpty()
        ? List.of()
        : List.of(
            new ApiRequests.UnitsDto(
                form.units().substring(0, Math.max(slash, 0)),
                form.units().substring(slash + 1),
                parseNumber("amount", form.amount())));
  }

  private int parseNumber(String field, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException _) {
      addViolation(field, "whole-number", "Enter a whole number.");
      return 1;
    }
  }

  private void addViolation(String field, String rule, String message) {
    violations.add(new FieldViolation(field, rule, message));
  }

  /** Returns the error messages by form field. */
  static Map<String, String> errors(InvalidRequestException invalid) {
    var errors = new LinkedHashMap<String, String>();
    invalid
        .violations()
        .forEach(violation -> errors.put(formFieldOf(violation), violation.message()));
    return errors;
  }

  private static String formFieldOf(FieldViolation violation) {
    var name = violation.field().replaceAll("^.*\\.", "");
    return switch (name) {
      case "resource" -> violation.field().startsWith("units") ? "units" : "cluster";
      case "unit" -> "units";
      case "startTime" -> "start";
      case "endTime", "duration" -> "minutes";
      default -> name;
    };
  }

  /** Returns the errors that belong to no field; they are shown above the form. */
  static List<String> errorsWithoutField(Map<String, String> errors) {
    return errors.entrySet().stream()
        .filter(error -> !FIELDS.contains(error.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }
}

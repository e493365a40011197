package org.touchpaper.bar.web.bookings;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.api.ApiRequestBodyRecords;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.coallocation.CoAllocationPart.Units;
import org.touchpaper.bar.coallocation.ModificationRequest;
import org.touchpaper.bar.coallocation.request.StandaloneLightpathChange;
import org.touchpaper.bar.web.book.BookingForm.TimeField;
import org.touchpaper.bar.web.preference.EnteredTime;
import org.touchpaper.bar.web.preference.PageTimeFormatter;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;

/** Builds the form that changes a booking, and reads it as the request that the API would get. */
@Component
record ModifyForms(Clock clock, PageTimeFormatter times) {

  private static final String MBPS = "mbps";

  /** Returns the form with the booking's current values. */
  ModifyForm of(VisibleBooking booking, boolean canModify) {
    var now = clock.instant();
    var schedule = schedule(booking);
    return new ModifyForm(
        UUID.randomUUID().toString(),
        booking.tag(),
        times.isUtc() ? "UTC" : times.zone().getId(),
        booking.summary().description(),
        ModifyForm.AT,
        schedule.map(Schedule::startTime).map(this::field).orElse(TimeField.EMPTY),
        schedule.map(Schedule::endTime).map(this::field).orElse(TimeField.EMPTY),
        TimeField.EMPTY,
        TimeField.EMPTY,
        schedule.map(Schedule::startTime).filter(start -> !start.isAfter(now)).isPresent(),
        amounts(booking),
        null,
        Map.of(),
        canModify
            ? modificationRefusal(booking, now).orElse(null)
            : "only the owner or an administrator can change this booking");
  }

  private TimeField field(Instant at) {
    return field(at, times.zone());
  }

  private static TimeField field(Instant at, ZoneId zone) {
    return new TimeField(PageTimeFormatter.input(at, zone), PageTimeFormatter.offset(at, zone));
  }

  private static Optional<Schedule> schedule(VisibleBooking booking) {
    return Optional.ofNullable(booking.summary().schedule());
  }

  private static Optional<String> modificationRefusal(VisibleBooking booking, Instant now) {
    return switch (booking) {
      case VisibleBooking.Together(var together, _, _) -> together.modificationRefusal(now);
      case VisibleBooking.Alone alone -> alone.changeRefusal();
    };
  }

  private static List<ModifyForm.Amount> amounts(VisibleBooking booking) {
    return switch (booking) {
      case VisibleBooking.Together(var together, _, _) ->
          together.parts().stream().map(ModifyForms::amountOf).toList();
      case VisibleBooking.Alone alone ->
          alone.criteria().stream()
              .map(agreed ->
                  new ModifyForm.Amount(
                      MBPS, "Bandwidth (Mbit/s)", Integer.toString(agreed.bandwidthMbps())))
              .toList();
    };
  }

  private static ModifyForm.Amount amountOf(CoAllocationPart part) {
    var name = part.partId().toString();
    return switch (part) {
      case Compute nodes ->
          new ModifyForm.Amount(
              name, "Nodes of " + nodes.resource(), Integer.toString(nodes.nodes()));
      case Lightpath path ->
          new ModifyForm.Amount(
              name,
              path.source() + " → " + path.destination() + " (Mbit/s)",
              Integer.toString(path.bandwidthMbps()));
      case Units units ->
          new ModifyForm.Amount(
              name, units.unit() + " of " + units.resource(), Integer.toString(units.amount()));
    };
  }

  /** Returns the form as it was submitted; a field that is missing has the current value. */
  static ModifyForm submitted(ModifyForm current, Map<String, String> fields) {
    var zone = zone(fields).map(ZoneId::getId).orElse(current.zone());
    var isSameZone = zone.equals(current.zone());
    return new ModifyForm(
        fields.getOrDefault("key", ""),
        fields.getOrDefault("version", "*"),
        zone,
        value("description", fields, current.description()),
        value("when", fields, ModifyForm.AT),
        time("start", fields, isSameZone ? current.start() : TimeField.EMPTY),
        time("end", fields, isSameZone ? current.end() : TimeField.EMPTY),
        time("notBefore", fields, TimeField.EMPTY),
        time("notAfter", fields, TimeField.EMPTY),
        current.startStays(),
        current.amounts().stream()
            .map(amount ->
                new ModifyForm.Amount(
                    amount.name(), amount.label(), filled(amount.name(), fields, amount.value())))
            .toList(),
        null,
        Map.of(),
        current.refusal());
  }

  /** The zone in which the form showed its times. */
  private static Optional<ZoneId> zone(Map<String, String> fields) {
    try {
      return Optional.ofNullable(fields.get("zone")).map(ZoneId::of);
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  private static String value(String name, Map<String, String> fields, String other) {
    return fields.getOrDefault(name, other).strip();
  }

  private static String filled(String name, Map<String, String> fields, String other) {
    var text = value(name, fields, "");
    return text.isEmpty() ? other : text;
  }

  private static TimeField time(String name, Map<String, String> fields, TimeField other) {
    var text = value(name, fields, "");
    return text.isEmpty() ? other : new TimeField(text, value(name + "Offset", fields, ""));
  }

  /** Reads a form; what is invalid is collected, so that all of it is told at once. */
  private static final class FormParser {
    private final ModifyForm form;
    private final ZoneId zone;
    private final List<FieldViolation> violations = new ArrayList<>();

    FormParser(ModifyForm form) {
      this.form = form;
      this.zone = ZoneId.of(form.zone());
    }

    int amount(String name) {
      var field =
          form.amounts().stream()
              .filter(amount -> amount.name().equals(name))
              .findFirst()
              .orElseThrow();
      try {
        return Integer.parseInt(field.value());
      } catch (NumberFormatException _) {
        violations.add(new FieldViolation(name, "whole-number", "Enter a whole number."));
        return 1;
      }
    }

    private @Nullable Instant time(String name, TimeField field) {
      if (field.text().isEmpty()) {
        return null;
      }
      return switch (EnteredTime.parse(field.text(), field.offset(), zone)) {
        case EnteredTime.Exact(var at) -> at;
        case EnteredTime.Gap(var message) -> reject(name, message);
        case EnteredTime.Malformed(var message) -> reject(name, message);
        case EnteredTime.Overlap(_, _, var message) -> reject(name, message);
      };
    }

    private @Nullable Instant reject(String name, String message) {
      violations.add(new FieldViolation(name, "date-and-time", message));
      return null;
    }

    /** Returns the new times; null if they stay. */
    ApiRequestBodyRecords.@Nullable ScheduleDto schedule(Schedule current) {
      if (form.isBetween()) {
        if (form.notAfter().text().isEmpty()) {
          violations.add(new FieldViolation("notAfter", "required", "Enter the latest end time."));
        }
        return new ApiRequestBodyRecords.ScheduleDto(
            null,
            null,
            text(time("notBefore", form.notBefore())),
            text(time("notAfter", form.notAfter())),
            null);
      }
      var start = changed("start", form.start(), current.startTime());
      var end = changed("end", form.end(), current.endTime());
      return start == null && end == null
          ? null
          : new ApiRequestBodyRecords.ScheduleDto(text(start), text(end), null, null, null);
    }

    @Nullable String description(String current) {
      return form.description().equals(current) ? null : form.description();
    }

    void requireValid() {
      if (!violations.isEmpty()) {
        throw InvalidRequestException.unprocessable(violations);
      }
    }

    /** Returns the new time, or null if it is as the form shows the current one. */
    private @Nullable Instant changed(String name, TimeField typed, Instant current) {
      var shown = field(current, zone);
      if (typed.text().isEmpty()
          || typed.equals(shown)
          || typed.equals(new TimeField(shown.text(), ""))) {
        return null;
      }
      var at = time(name, typed);
      return current.truncatedTo(ChronoUnit.SECONDS).equals(at) ? null : at;
    }

    private static @Nullable String text(@Nullable Instant instant) {
      return instant == null ? null : instant.toString();
    }
  }

  /**
   * Reads a form as a change.
   *
   * @throws InvalidRequestException if a field is invalid; field names are those of the form or of
   *     the API
   */
  ModificationRequest toModification(ModifyForm form, CoAllocation booking) {
    var parser = new FormParser(form);
    var schedule = parser.schedule(booking.schedule());
    var compute = new ArrayList<ApiRequestBodyRecords.ComputePatch>();
    var lightpaths = new ArrayList<ApiRequestBodyRecords.LightpathPatch>();
    var units = new ArrayList<ApiRequestBodyRecords.UnitsPatch>();
    var isChanged = false;
    for (var part : booking.parts()) {
      var amount = parser.amount(part.partId().toString());
      isChanged |= amount != Integer.parseInt(amountOf(part).value());
      switch (part) {
        case Compute nodes ->
            compute.add(
                new ApiRequestBodyRecords.ComputePatch(
                    nodes.partId(), nodes.resource(), amount, null));
        case Lightpath path ->
            lightpaths.add(
                new ApiRequestBodyRecords.LightpathPatch(
                    path.partId(), path.source(), path.destination(), amount));
        case Units it ->
            units.add(
                new ApiRequestBodyRecords.UnitsPatch(
                    it.partId(), it.resource(), it.unit(), amount));
      }
    }
    parser.requireValid();
    return new ApiRequestBodyRecords.CoAllocationPatch(
            parser.description(booking.description()),
            schedule,
            isChanged ? compute : null,
            isChanged ? lightpaths : null,
            isChanged ? units : null,
            null)
        .toModification();
  }

  /**
   * Reads a form as a change of a lightpath alone.
   *
   * @throws InvalidRequestException if a field is invalid
   */
  StandaloneLightpathChange toChange(ModifyForm form, VisibleBooking.Alone booking) {
    var current = booking.criteria().orElseThrow();
    var parser = new FormParser(form);
    var schedule = parser.schedule(current.schedule());
    var mbps = parser.amount(MBPS);
    parser.requireValid();
    return new ApiRequestBodyRecords.ReservationPatch(
            parser.description(booking.summary().description()),
            changedMbps(mbps, current),
            schedule,
            null)
        .toChange();
  }

  private static @Nullable Integer changedMbps(int mbps, Criteria current) {
    return mbps == current.bandwidthMbps() ? null : mbps;
  }

  /** Returns the form's name for a field of the API, or an empty text if it has none. */
  static String formField(String field, VisibleBooking booking) {
    var name = field.replaceAll("^.*\\.", "");
    return switch (name) {
      case "startTime" -> "start";
      case "endTime" -> "end";
      case "duration" -> "notAfter";
      case "notBefore", "notAfter", "description", "start", "end" -> name;
      case "bandwidthMbps", MBPS -> partField(field, "lightpaths", booking).orElse(MBPS);
      case "nodes" -> partField(field, "compute", booking).orElse("");
      case "amount" -> partField(field, "units", booking).orElse("");
      default -> isAmount(field, booking) ? field : "";
    };
  }

  private static boolean isAmount(String field, VisibleBooking booking) {
    return amounts(booking).stream().anyMatch(amount -> amount.name().equals(field));
  }

  /** Such as {@code compute[1].nodes}: the second compute part. */
  private static Optional<String> partField(String field, String list, VisibleBooking booking) {
    if (!(booking instanceof VisibleBooking.Together(var together, _, _))
        || !field.matches(list + "\\[\\d+\\]\\..*")) {
      return Optional.empty();
    }
    var kind =
        switch (list) {
          case "compute" -> CoAllocationPart.COMPUTE;
          case "lightpaths" -> CoAllocationPart.LIGHTPATH;
          default -> CoAllocationPart.UNITS;
        };
    var index = Integer.parseInt(field.replaceAll("^.*\\[(\\d+)\\].*$", "$1"));
    return Stream.of(together)
        .flatMap(it -> it.parts().stream())
        .filter(part -> part.kind().equals(kind))
        .skip(index)
        .map(part -> part.partId().toString())
        .findFirst();
  }
}

package org.touchpaper.bar.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.ModificationRequest;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.request.BookingRequest.Circuit;
import org.touchpaper.bar.coallocation.request.BookingRequest.Nodes;
import org.touchpaper.bar.coallocation.request.BookingRequest.UnitAmount;
import org.touchpaper.bar.coallocation.request.EarliestSlotChange;
import org.touchpaper.bar.coallocation.request.RequestedSchedule;
import org.touchpaper.bar.coallocation.request.StandaloneLightpathChange;
import org.touchpaper.bar.coallocation.run.JobSpec;
import org.touchpaper.bar.coallocation.run.LaunchOrStopOrder;
import org.touchpaper.platform.problem.InvalidRequestException;

/**
 * Request bodies of the API, also used by the pages' forms. Missing or unknown fields are answered
 * with 400 and the field's name.
 */
public final class ApiRequestBodyRecords {

  private static final int MAX_ELEMENTS = 16;
  private static final int MAX_DESCRIPTION_LENGTH = 200;
  private static final String BIDI_CONTROLS =
      "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";

  private ApiRequestBodyRecords() {}

  @JsonIgnoreProperties(ignoreUnknown = false)
  public record CoAllocationPost(
      @Nullable String description,
      @Nullable ScheduleDto schedule,
      @Nullable List<ComputeDto> compute,
      @Nullable List<LightpathDto> lightpaths,
      @Nullable List<UnitsDto> units,
      @Nullable Boolean dryRun) {

    public BookingRequest toBookingRequest() {
      return new BookingRequest(
          validateDescription(description),
          require("schedule", schedule).toSchedule(),
          readAll("compute", compute, ComputeDto::toNodes),
          readAll("lightpaths", lightpaths, LightpathDto::toCircuit),
          readAll("units", units, UnitsDto::toUnits));
    }
  }

  /** Body of PATCH /api/v1/co-allocations/{id}. Fields that are absent stay unchanged. */
  @JsonIgnoreProperties(ignoreUnknown = false)
  public record CoAllocationPatch(
      @Nullable String description,
      @Nullable ScheduleDto schedule,
      @Nullable List<ComputePatch> compute,
      @Nullable List<LightpathPatch> lightpaths,
      @Nullable List<UnitsPatch> units,
      @Nullable Boolean dryRun) {

    public ModificationRequest toModification() {
      return new ModificationRequest(
          description == null ? null : validateDescription(description),
          schedule == null ? null : schedule.newStart(),
          schedule == null ? null : schedule.newEnd(),
          compute == null ? null : readAll("compute", compute, ComputePatch::toNodes),
          lightpaths == null ? null : readAll("lightpaths", lightpaths, LightpathPatch::toCircuit),
          units == null ? null : readAll("units", units, UnitsPatch::toUnits),
          schedule == null ? null : schedule.newWindow(),
          null);
    }
  }

  /** Nodes after a change; {@code id} is that of the part that is meant, if there are several. */
  @JsonIgnoreProperties(ignoreUnknown = false)
  public record ComputePatch(
      @Nullable UUID id, @Nullable String resource, @Nullable Integer nodes, @Nullable RunDto run) {
    static Nodes toNodes(String field, ComputePatch patch) {
      var nodes = ComputeDto.toNodes(field, new ComputeDto(patch.resource, patch.nodes, patch.run));
      return new Nodes(patch.id, nodes.resource(), nodes.nodes(), nodes.run());
    }
  }

  /** A lightpath after a change; {@code id} is that of the part that is meant. */
  @JsonIgnoreProperties(ignoreUnknown = false)
  public record LightpathPatch(
      @Nullable UUID id,
      @Nullable String source,
      @Nullable String destination,
      @Nullable Integer bandwidthMbps) {
    static Circuit toCircuit(String field, LightpathPatch patch) {
      var circuit =
          LightpathDto.toCircuit(
              field, new LightpathDto(patch.source, patch.destination, patch.bandwidthMbps));
      return new Circuit(
          patch.id, circuit.source(), circuit.destination(), circuit.bandwidthMbps());
    }
  }

  /** Units after a change; {@code id} is that of the part that is meant. */
  @JsonIgnoreProperties(ignoreUnknown = false)
  public record UnitsPatch(
      @Nullable UUID id,
      @Nullable String resource,
      @Nullable String unit,
      @Nullable Integer amount) {
    static UnitAmount toUnits(String field, UnitsPatch patch) {
      var units = UnitsDto.toUnits(field, new UnitsDto(patch.resource, patch.unit, patch.amount));
      return new UnitAmount(patch.id, units.resource(), units.unit(), units.amount());
    }
  }

  /** A schedule: a start and an end, or a window and a duration for the earliest slot. */
  @JsonIgnoreProperties(ignoreUnknown = false)
  public record ScheduleDto(
      @Nullable String startTime,
      @Nullable String endTime,
      @Nullable String notBefore,
      @Nullable String notAfter,
      @Nullable String duration) {

    RequestedSchedule toSchedule() {
      if (!isWindow()) {
        return toFixed();
      }
      requireOneForm();
      return new RequestedSchedule.Window(
          notBefore == null ? null : parseInstant("schedule.notBefore", notBefore),
          parseInstant("schedule.notAfter", require("schedule.notAfter", notAfter)),
          parseDuration(require("schedule.duration", duration)));
    }

    RequestedSchedule.Fixed toFixed() {
      requireFixed(
          "a single lightpath needs a fixed time: specify startTime and endTime, or book it as a"
              + " co-allocation");
      return new RequestedSchedule.Fixed(
          startTime == null ? null : parseInstant("schedule.startTime", startTime),
          parseInstant("schedule.endTime", require("schedule.endTime", endTime)));
    }

    /** Returns the new start, or null if it stays. */
    @Nullable Instant newStart() {
      return startTime == null ? null : parseInstant("schedule.startTime", startTime);
    }

    /** Returns the new end, or null if it stays. */
    @Nullable Instant newEnd() {
      return endTime == null ? null : parseInstant("schedule.endTime", endTime);
    }

    /** Returns where new times are to be sought, or null if they are fixed or stay. */
    @Nullable EarliestSlotChange newWindow() {
      if (!isWindow()) {
        return null;
      }
      requireOneForm();
      return new EarliestSlotChange(
          notBefore == null ? null : parseInstant("schedule.notBefore", notBefore),
          parseInstant("schedule.notAfter", require("schedule.notAfter", notAfter)),
          duration == null ? null : parseDuration(duration));
    }

    private void requireOneForm() {
      if (startTime != null || endTime != null) {
        throw InvalidRequestException.unprocessable(
            "schedule",
            "one-form",
            "specify either startTime and endTime, or notBefore, notAfter and duration");
      }
    }

    private void requireFixed(String message) {
      if (isWindow()) {
        throw InvalidRequestException.unprocessable("schedule", "fixed-times", message);
      }
    }

    private boolean isWindow() {
      return notBefore != null || notAfter != null || duration != null;
    }

    private static Duration parseDuration(String text) {
      try {
        return Duration.parse(text).truncatedTo(ChronoUnit.MICROS);
      } catch (DateTimeException | ArithmeticException e) {
        throw InvalidRequestException.malformed(
            "schedule.duration",
            "iso-8601",
            "schedule.duration must be an ISO 8601 duration, such as PT1H30M");
      }
    }

    /** Truncates to microseconds, the database's resolution. */
    private static Instant parseInstant(String field, String text) {
      try {
        return OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MICROS);
      } catch (DateTimeException e) {
        throw InvalidRequestException.malformed(
            field,
            "rfc-3339",
            field + " must be an RFC 3339 time with a zone, such as 2026-12-01T21:00:00Z");
      }
    }
  }

  /** Nodes of a cluster. */
  @JsonIgnoreProperties(ignoreUnknown = false)
  public record ComputeDto(
      @Nullable String resource, @Nullable Integer nodes, @Nullable RunDto run) {
    static Nodes toNodes(String field, ComputeDto dto) {
      return new Nodes(
          null,
          require(field + ".resource", dto.resource),
          require(field + ".nodes", dto.nodes),
          dto.run == null ? null : LaunchOrStopOrder.launch(dto.run.toSpec(field + ".run.")));
    }
  }

  /** What to run on nodes, in the words of PSI/J's and IRI's JobSpec. */
  @JsonIgnoreProperties(ignoreUnknown = false)
  public record RunDto(
      @Nullable String application,
      @Nullable List<String> arguments,
      @Nullable Map<String, String> environment,
      @Nullable RunResourcesDto resources,
      @Nullable String viewer) {

    /**
     * Reads it.
     *
     * @param path the path of its fields in the request; empty if it is the whole body
     */
    public JobSpec toSpec(String path) {
      var variables = Optional.ofNullable(environment).orElse(Map.of());
      if (variables.size() > MAX_ELEMENTS) {
        throw InvalidRequestException.malformed(
            path + "environment", "at-most-16", "environment must have at most 16 elements");
      }
      variables.forEach((name, value) -> {
        validateText(path + "environment", name);
        validateText(path + "environment", require(path + "environment", value));
      });
      return new JobSpec(
          validateText(path + "application", require(path + "application", application)),
          readAll(path + "arguments", arguments, ApiRequestBodyRecords::validateText),
          variables,
          resources == null ? null : resources.processesPerNode,
          resources == null ? null : resources.cpuCoresPerProcess,
          viewer == null ? null : validateText(path + "viewer", viewer));
    }
  }

  /** How a run uses each node. */
  @JsonIgnoreProperties(ignoreUnknown = false)
  public record RunResourcesDto(
      @Nullable Integer processesPerNode, @Nullable Integer cpuCoresPerProcess) {}

  /** A lightpath between two hosts. */
  @JsonIgnoreProperties(ignoreUnknown = false)
  public record LightpathDto(
      @Nullable String source, @Nullable String destination, @Nullable Integer bandwidthMbps) {
    static Circuit toCircuit(String field, LightpathDto dto) {
      return new Circuit(
          require(field + ".source", dto.source),
          require(field + ".destination", dto.destination),
          require(field + ".bandwidthMbps", dto.bandwidthMbps));
    }
  }

  /** An amount of a unit of a facility. */
  @JsonIgnoreProperties(ignoreUnknown = false)
  public record UnitsDto(
      @Nullable String resource, @Nullable String unit, @Nullable Integer amount) {
    static UnitAmount toUnits(String field, UnitsDto dto) {
      return new UnitAmount(
          require(field + ".resource", dto.resource),
          require(field + ".unit", dto.unit),
          require(field + ".amount", dto.amount));
    }
  }

  @JsonIgnoreProperties(ignoreUnknown = false)
  record ReservationPost(
      @Nullable String description,
      @Nullable String source,
      @Nullable String destination,
      @Nullable Integer bandwidthMbps,
      @Nullable ScheduleDto schedule,
      @Nullable Boolean dryRun) {

    BookingRequest toBookingRequest() {
      var times = require("schedule", schedule).toFixed();
      var circuit =
          new Circuit(
              require("source", source),
              require("destination", destination),
              require("bandwidthMbps", bandwidthMbps));
      return new BookingRequest(
          validateDescription(description), times, List.of(), List.of(circuit));
    }
  }

  /** Body of PATCH /api/v1/reservations/{connectionId}. Fields that are absent stay unchanged. */
  @JsonIgnoreProperties(ignoreUnknown = false)
  public record ReservationPatch(
      @Nullable String description,
      @Nullable Integer bandwidthMbps,
      @Nullable ScheduleDto schedule,
      @Nullable Boolean dryRun) {

    public StandaloneLightpathChange toChange() {
      return new StandaloneLightpathChange(
          description == null ? null : validateDescription(description),
          schedule == null ? null : schedule.newStart(),
          schedule == null ? null : schedule.newEnd(),
          bandwidthMbps,
          schedule == null ? null : schedule.newWindow());
    }
  }

  /** Maps an element of a list, given its field name. */
  private interface ElementMapper<A, B> {
    B map(String field, A element);
  }

  private static <A, B> List<B> readAll(
      String field, @Nullable List<A> elements, ElementMapper<A, B> mapper) {
    var source = Optional.ofNullable(elements).orElse(List.of());
    if (source.size() > MAX_ELEMENTS) {
      throw InvalidRequestException.malformed(
          field, "at-most-16", field + " must have at most 16 elements");
    }
    var results = new ArrayList<B>();
    for (var i = 0; i < source.size(); i++) {
      var elementField = field + "[" + i + "]";
      results.add(mapper.map(elementField, require(elementField, source.get(i))));
    }
    return results;
  }

  private static String validateDescription(@Nullable String description) {
    return validateText("description", Optional.ofNullable(description).orElse(""));
  }

  /** Returns a text of one line with at most 200 characters. */
  public static String validateText(String field, String text) {
    if (text.codePointCount(0, text.length()) > MAX_DESCRIPTION_LENGTH) {
      throw InvalidRequestException.malformed(
          field, "at-most-200", field + " must have at most 200 characters");
    }
    if (text.codePoints().anyMatch(ApiRequestBodyRecords::isControl)) {
      throw InvalidRequestException.malformed(
          field,
          "one-line",
          field
              + " must be one line without control characters or marks that change the direction of"
              + " text");
    }
    if (text.codePoints()
        .anyMatch(codePoint -> Character.getType(codePoint) == Character.SURROGATE)) {
      throw InvalidRequestException.malformed(
          field, "unicode", field + " contains a lone surrogate (half a character)");
    }
    return text;
  }

  /** Control characters, line separators, and Unicode's Bidi_Control (UAX 9, section 2). */
  private static boolean isControl(int codePoint) {
    return Character.isISOControl(codePoint)
        || BIDI_CONTROLS.indexOf(codePoint) >= 0
        || codePoint == 0x2028
        || codePoint == 0x2029;
  }

  private static <T> T require(String field, @Nullable T value) {
    if (value == null) {
      throw InvalidRequestException.malformed(field, "required", field + " is missing");
    }
    return value;
  }
}

package org.touchpaper.bar.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.Modification;
import org.touchpaper.bar.coallocation.When;
import org.touchpaper.bar.coallocation.Wish;
import org.touchpaper.platform.problem.InvalidRequest;

/**
 * Bodies of requests; what is missing or unknown is answered 400, naming the field. The pages ask
 * with them too.
 */
public final class Requested {

  private static final int AT_MOST = 16;
  private static final int LONGEST = 200;

  private Requested() {}

  /** Body of POST /api/v1/co-allocations. */
  @JsonIgnoreProperties(ignoreUnknown = false)
  public record CoAllocation(
      @Nullable String description,
      @Nullable Times schedule,
      @Nullable List<Compute> compute,
      @Nullable List<Lightpath> lightpaths) {

    public Wish wish() {
      return new Wish(
          described(description),
          present("schedule", schedule).when(),
          each("compute", compute, Compute::nodes),
          each("lightpaths", lightpaths, Lightpath::circuit));
    }
  }

  /**
   * Body of PATCH /api/v1/co-allocations/{id}: what is to be different; what is not named stays.
   */
  @JsonIgnoreProperties(ignoreUnknown = false)
  public record Changed(
      @Nullable Times schedule,
      @Nullable List<Compute> compute,
      @Nullable List<Lightpath> lightpaths) {

    public Modification modification() {
      return new Modification(
          schedule == null ? null : schedule.start(),
          schedule == null ? null : schedule.end(),
          compute == null ? null : each("compute", compute, Compute::nodes),
          lightpaths == null ? null : each("lightpaths", lightpaths, Lightpath::circuit));
    }
  }

  /** When: from a start to an end, or for a length as early as possible within a window. */
  @JsonIgnoreProperties(ignoreUnknown = false)
  public record Times(
      @Nullable String startTime,
      @Nullable String endTime,
      @Nullable String notBefore,
      @Nullable String notAfter,
      @Nullable String duration) {

    When when() {
      if (!isWindow()) {
        return fixed();
      }
      if (startTime != null || endTime != null) {
        throw InvalidRequest.neverFits(
            "schedule",
            "one-form",
            "a schedule has startTime and endTime, or notBefore, notAfter and duration, not both");
      }
      return new When.Window(
          notBefore == null ? null : instant("schedule.notBefore", notBefore),
          instant("schedule.notAfter", present("schedule.notAfter", notAfter)),
          length(present("schedule.duration", duration)));
    }

    When.Fixed fixed() {
      mustBeFixed(
          "a lightpath alone is booked at a fixed time; give startTime and endTime, or ask for it"
              + " as a co-allocation");
      return new When.Fixed(
          startTime == null ? null : instant("schedule.startTime", startTime),
          instant("schedule.endTime", present("schedule.endTime", endTime)));
    }

    /** Another start, if one is named. */
    @Nullable Instant start() {
      mustBeFixed("what is booked is moved to a fixed time; give startTime, endTime or both");
      return startTime == null ? null : instant("schedule.startTime", startTime);
    }

    /** Another end, if one is named. */
    @Nullable Instant end() {
      return endTime == null ? null : instant("schedule.endTime", endTime);
    }

    private void mustBeFixed(String why) {
      if (isWindow()) {
        throw InvalidRequest.neverFits("schedule", "fixed-times", why);
      }
    }

    private boolean isWindow() {
      return notBefore != null || notAfter != null || duration != null;
    }

    private static Duration length(String text) {
      try {
        return Duration.parse(text).truncatedTo(ChronoUnit.MICROS);
      } catch (DateTimeException | ArithmeticException e) {
        throw InvalidRequest.malformed(
            "schedule.duration",
            "iso-8601",
            "schedule.duration is a length of time, such as PT1H30M");
      }
    }

    /** The books keep microseconds; what is finer is cut off once, here. */
    private static Instant instant(String field, String text) {
      try {
        return OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MICROS);
      } catch (DateTimeException e) {
        throw InvalidRequest.malformed(
            field, "rfc-3339", field + " is a time with a zone, such as 2026-12-01T21:00:00Z");
      }
    }
  }

  /** Whole nodes of a cluster. */
  @JsonIgnoreProperties(ignoreUnknown = false)
  public record Compute(@Nullable String resource, @Nullable Integer nodes) {
    static Wish.Nodes nodes(String field, Compute wanted) {
      return new Wish.Nodes(
          present(field + ".resource", wanted.resource), present(field + ".nodes", wanted.nodes));
    }
  }

  /** A lightpath between two hosts. */
  @JsonIgnoreProperties(ignoreUnknown = false)
  public record Lightpath(
      @Nullable String source, @Nullable String destination, @Nullable Integer bandwidthMbps) {
    static Wish.Circuit circuit(String field, Lightpath wanted) {
      return new Wish.Circuit(
          present(field + ".source", wanted.source),
          present(field + ".destination", wanted.destination),
          present(field + ".bandwidthMbps", wanted.bandwidthMbps));
    }
  }

  /** Body of POST /api/v1/reservations. */
  @JsonIgnoreProperties(ignoreUnknown = false)
  record Reservation(
      @Nullable String description,
      @Nullable String source,
      @Nullable String destination,
      @Nullable Integer bandwidthMbps,
      @Nullable Times schedule) {

    Wish wish() {
      var times = present("schedule", schedule).fixed();
      var circuit =
          new Wish.Circuit(
              present("source", source),
              present("destination", destination),
              present("bandwidthMbps", bandwidthMbps));
      return new Wish(described(description), times, List.of(), List.of(circuit));
    }
  }

  /** Reads one element, knowing its place. */
  private interface Reading<A, B> {
    B read(String field, A element);
  }

  private static <A, B> List<B> each(
      String field, @Nullable List<A> elements, Reading<A, B> reading) {
    var given = Optional.ofNullable(elements).orElse(List.of());
    if (given.size() > AT_MOST) {
      throw InvalidRequest.malformed(field, "at-most-16", field + " has at most 16 elements");
    }
    var read = new ArrayList<B>();
    for (var i = 0; i < given.size(); i++) {
      var place = field + "[" + i + "]";
      read.add(reading.read(place, present(place, given.get(i))));
    }
    return read;
  }

  private static String described(@Nullable String description) {
    var text = Optional.ofNullable(description).orElse("");
    if (text.length() > LONGEST) {
      throw InvalidRequest.malformed(
          "description", "at-most-200", "description has at most 200 characters");
    }
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw InvalidRequest.malformed(
          "description", "one-line", "description is one line of text, without control characters");
    }
    if (text.codePoints().anyMatch(each -> Character.getType(each) == Character.SURROGATE)) {
      throw InvalidRequest.malformed(
          "description", "unicode", "description has half a character: a lone surrogate");
    }
    return text;
  }

  private static <T> T present(String field, @Nullable T value) {
    if (value == null) {
      throw InvalidRequest.malformed(field, "required", field + " is missing");
    }
    return value;
  }
}

package org.touchpaper.bar.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.bar.resource.AvailabilityRequest;
import org.touchpaper.bar.resource.AvailabilityService;
import org.touchpaper.bar.resource.AvailabilityService.CommonAvailability;
import org.touchpaper.bar.resource.AvailabilityService.ResourceAvailability;
import org.touchpaper.bar.resource.MissingAnswer;
import org.touchpaper.bar.resource.ResourceKind;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.StepFunction;
import org.touchpaper.timetable.Window;

/** Serves the availability of several resources over time; advisory. */
@RestController
@RequestMapping(path = "/api/v1/timetable", produces = MediaType.APPLICATION_JSON_VALUE)
class ResourceAvailabilityController {

  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration HORIZON = Duration.ofDays(366);
  private static final int MAX_RESOURCES = 20;
  private static final int MAX_LIMIT = 1000;

  private final AvailabilityService availabilityService;
  private final CurrentUserPermissionService currentUserPermissionService;
  private final Clock clock;

  ResourceAvailabilityController(
      AvailabilityService availabilityService,
      CurrentUserPermissionService currentUserPermissionService,
      Clock clock) {
    this.availabilityService = availabilityService;
    this.currentUserPermissionService = currentUserPermissionService;
    this.clock = clock;
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record CommonTimetableView(
      Instant from,
      Instant to,
      List<TimetableView> resources,
      @Nullable List<FreeWindowView> windows,
      List<MissingAnswer> unanswered) {

    static CommonTimetableView of(Schedule window, CommonAvailability availability) {
      return new CommonTimetableView(
          window.startTime(),
          window.endTime(),
          availability.resources().stream().map(TimetableView::of).toList(),
          availability
              .windows()
              .map(windows -> windows.stream().map(FreeWindowView::of).toList())
              .orElse(null),
          availability.missing());
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record TimetableView(
      String resource,
      ResourceKind type,
      String unit,
      long capacity,
      @Nullable Integer granularity,
      @Nullable String setupLead,
      List<Step> steps) {

    static TimetableView of(ResourceAvailability availability) {
      var setupLead = availability.setupLead();
      return new TimetableView(
          availability.resource(),
          availability.kind(),
          availability.unit(),
          availability.capacity(),
          availability.granularity(),
          setupLead == null ? null : setupLead.toString(),
          availability.steps().steps().stream().map(Step::of).toList());
    }
  }

  record Step(Instant from, Instant to, long free) {
    static Step of(StepFunction.Step step) {
      return new Step(step.window().start(), step.window().end(), step.amount());
    }
  }

  /** In the form of a booking's window, so that it can be sent as such. */
  record FreeWindowView(Instant notBefore, Instant notAfter) {
    static FreeWindowView of(Window window) {
      return new FreeWindowView(window.start(), window.end());
    }
  }

  @GetMapping
  CommonTimetableView show(
      @RequestParam List<String> resource,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(required = false) @Nullable Integer bandwidthMbps,
      @RequestParam(required = false) @Nullable Integer nodes,
      @RequestParam(required = false) @Nullable Integer amount,
      @RequestParam(required = false) @Nullable String duration,
      @RequestParam(defaultValue = "100") int limit,
      Authentication login) {
    requireCount(resource, limit);
    var window = window(from, to);
    requireAmount("bandwidthMbps", bandwidthMbps, duration);
    requireAmount("nodes", nodes, duration);
    requireAmount("amount", amount, duration);
    var request =
        new AvailabilityRequest(
            resource,
            window,
            bandwidthMbps,
            nodes,
            amount,
            duration == null ? null : parseDuration(duration, window),
            limit);
    return CommonTimetableView.of(
        window, availabilityService.find(request, currentUserPermissionService.personOf(login)));
  }

  private static void requireCount(List<String> resources, int limit) {
    if (resources.isEmpty()) {
      throw InvalidRequestException.malformed("resource", "required", "resource is missing");
    }
    if (resources.size() > MAX_RESOURCES) {
      throw InvalidRequestException.malformed(
          "resource", "at-most-20", "at most " + MAX_RESOURCES + " resources can be asked at once");
    }
    if (limit < 1 || limit > MAX_LIMIT) {
      throw InvalidRequestException.malformed(
          "limit", "1-to-1000", "limit must be between 1 and 1000");
    }
  }

  private static void requireAmount(
      String field, @Nullable Integer amount, @Nullable String duration) {
    if (amount != null && amount < 1) {
      throw InvalidRequestException.unprocessable(
          field, "at-least-1", field + " must be at least 1, not " + amount);
    }
    if (amount != null && duration == null) {
      throw InvalidRequestException.malformed(
          "duration", "required", "duration is missing: say for how long " + field + " is needed");
    }
  }

  private static Duration parseDuration(String text, Schedule window) {
    try {
      var duration = Duration.parse(text);
      if (!duration.isPositive()) {
        throw InvalidRequestException.unprocessable(
            "duration", "positive", "duration must be positive, not " + duration);
      }
      if (duration.compareTo(window.duration()) > 0) {
        throw InvalidRequestException.unprocessable(
            "duration",
            "fits-the-window",
            "duration "
                + duration
                + " is longer than from "
                + window.startTime()
                + " to "
                + window.endTime());
      }
      return duration;
    } catch (DateTimeException | ArithmeticException e) {
      throw InvalidRequestException.malformed(
          "duration", "iso-8601", "duration must be an ISO 8601 duration, such as PT1H30M");
    }
  }

  /** Rejects times that the messages between services cannot carry, such as the year 10000. */
  private Schedule window(@Nullable Instant from, @Nullable Instant to) {
    var start = from == null ? clock.instant() : from;
    if (Duration.between(clock.instant(), start).abs().compareTo(HORIZON) > 0) {
      throw InvalidRequestException.unprocessable(
          "from", "within-horizon", "from must be within " + HORIZON.toDays() + " days of now");
    }
    var end = to == null ? start.plus(DAY) : to;
    if (!start.isBefore(end) || end.isAfter(start.plus(HORIZON))) {
      throw InvalidRequestException.unprocessable(
          "to", "after-from", "to must be after from, by at most " + HORIZON.toDays() + " days");
    }
    return new Schedule(start, end);
  }
}

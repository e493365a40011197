package org.touchpaper.bar.api;

import java.time.Clock;
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
import org.touchpaper.bar.coallocation.service.AvailabilityService;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.StepFunction;

/** Serves a resource's availability over time; advisory. */
@RestController
@RequestMapping(path = "/api/v1/timetable", produces = MediaType.APPLICATION_JSON_VALUE)
class TimetableController {

  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration HORIZON = Duration.ofDays(366);

  private final AvailabilityService availabilityService;
  private final CurrentUser currentUser;
  private final Clock clock;

  TimetableController(
      AvailabilityService availabilityService, CurrentUser currentUser, Clock clock) {
    this.availabilityService = availabilityService;
    this.currentUser = currentUser;
    this.clock = clock;
  }

  record TimetableView(String resource, String unit, long capacity, List<Step> steps) {}

  record Step(Instant from, Instant to, long free) {
    static Step of(StepFunction.Step step) {
      return new Step(step.window().start(), step.window().end(), step.amount());
    }
  }

  @GetMapping
  TimetableView show(
      @RequestParam String resource,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      Authentication login) {
    var start = from == null ? clock.instant() : from;
    requireWithinHorizon(start);
    var end = to == null ? start.plus(DAY) : to;
    if (!start.isBefore(end) || end.isAfter(start.plus(HORIZON))) {
      throw InvalidRequestException.unprocessable(
          "to", "after-from", "to must be after from, by at most " + HORIZON.toDays() + " days");
    }
    var availability =
        availabilityService.find(resource, currentUser.personOf(login), new Schedule(start, end));
    return new TimetableView(
        resource,
        availability.unit(),
        availability.capacity(),
        availability.steps().steps().stream().map(Step::of).toList());
  }

  /** Rejects times that the messages between services cannot carry, such as the year 10000. */
  private void requireWithinHorizon(Instant start) {
    if (Duration.between(clock.instant(), start).abs().compareTo(HORIZON) > 0) {
      throw InvalidRequestException.unprocessable(
          "from", "within-horizon", "from must be within " + HORIZON.toDays() + " days of now");
    }
  }
}

package org.touchpaper.bar.api;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.bar.coallocation.Outlook;
import org.touchpaper.platform.problem.InvalidRequest;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.Steps;

/** What is free when: of a cluster, or between two hosts. Advisory. */
@RestController
@RequestMapping("/api/v1/timetable")
class TimetableController {

  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration LONGEST = Duration.ofDays(366);

  private final Outlook outlook;
  private final Persons persons;
  private final Clock clock;

  TimetableController(Outlook outlook, Persons persons, Clock clock) {
    this.outlook = outlook;
    this.persons = persons;
    this.clock = clock;
  }

  record TimetableView(String resource, String unit, long capacity, List<Step> steps) {}

  record Step(Instant from, Instant to, long free) {
    static Step of(Steps.Step step) {
      return new Step(step.during().start(), step.during().end(), step.amount());
    }
  }

  @GetMapping
  TimetableView show(
      @RequestParam String resource,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      Authentication login) {
    var start = from == null ? clock.instant() : from;
    requireNear(start);
    var end = to == null ? start.plus(DAY) : to;
    if (!start.isBefore(end) || end.isAfter(start.plus(LONGEST))) {
      throw InvalidRequest.neverFits(
          "to", "after-from", "to is after from, by at most " + LONGEST.toDays() + " days");
    }
    var free = outlook.of(resource, persons.of(login), new Schedule(start, end));
    return new TimetableView(
        resource,
        free.unit(),
        free.capacity(),
        free.steps().steps().stream().map(Step::of).toList());
  }

  /** Nothing is booked far away, and the messages between services carry no year 10000. */
  private void requireNear(Instant start) {
    if (Duration.between(clock.instant(), start).abs().compareTo(LONGEST) > 0) {
      throw InvalidRequest.neverFits(
          "from", "within-horizon", "from is at most " + LONGEST.toDays() + " days away");
    }
  }
}

package org.touchpaper.bar.coallocation.validation;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.request.EarliestSlotChange;
import org.touchpaper.bar.coallocation.request.RequestedSchedule;
import org.touchpaper.segment.connection.Schedule;

/** Validates the times of a request or a change against the time at which it was received. */
final class ScheduleValidator {

  private static final Duration HORIZON = Duration.ofDays(366);

  /** The tolerated clock difference to clients. */
  private static final Duration TOLERANCE = Duration.ofSeconds(2);

  private final Instant now;
  private final Violations violations;

  ScheduleValidator(Instant now, Violations violations) {
    this.now = now;
    this.violations = violations;
  }

  void validate(RequestedSchedule schedule) {
    switch (schedule) {
      case RequestedSchedule.Fixed(var requestedStart, var end) -> {
        var start = requestedStart == null ? now : requestedStart;
        requireNotPast("startTime", start);
        requireAfter("endTime", end, "startTime", start);
        requireWithinHorizon("endTime", end);
      }
      case RequestedSchedule.Window(var notBefore, var notAfter, var duration) -> {
        var from = notBefore == null ? now : notBefore;
        requireNotPast("notBefore", from);
        requireAfter("notAfter", notAfter, "notBefore", from);
        requireWithinHorizon("notAfter", notAfter);
        requireFittingDuration(duration, from, notAfter);
      }
    }
  }

  /** Validates a change's times. Unchanged times may be past; a start in the past cannot change. */
  void validateChange(
      @Nullable Instant newStart,
      @Nullable Instant newEnd,
      @Nullable EarliestSlotChange window,
      Schedule slot) {
    if (window == null) {
      validateFixedChange(newStart, newEnd, slot);
    } else if (slot.startTime().isAfter(now)) {
      validate(window.of(slot));
    } else {
      violations.report(
          "schedule",
          "has-begun",
          "the booking started at " + slot.startTime() + "; only its end time can change");
    }
  }

  private void validateFixedChange(
      @Nullable Instant newStart, @Nullable Instant newEnd, Schedule slot) {
    var start = newStart == null ? slot.startTime() : newStart;
    var end = newEnd == null ? slot.endTime() : newEnd;
    if (!start.equals(slot.startTime()) && !slot.startTime().isAfter(now)) {
      violations.report(
          "schedule.startTime",
          "has-begun",
          "the booking started at " + slot.startTime() + "; its start time cannot change");
    } else if (!start.equals(slot.startTime())) {
      requireNotPast("startTime", start);
    }
    requireAfter("endTime", end, "startTime", start);
    if (!end.equals(slot.endTime())) {
      requireNotPast("endTime", end);
      requireWithinHorizon("endTime", end);
    }
  }

  private void requireNotPast(String field, Instant instant) {
    if (instant.isBefore(now.minus(TOLERANCE))) {
      violations.report(
          "schedule." + field,
          "not-in-the-past",
          field + " " + instant + " is in the past; the time is " + now);
    }
  }

  private void requireAfter(String field, Instant end, String startField, Instant start) {
    if (!start.isBefore(end)) {
      violations.report(
          "schedule." + field,
          "after-start",
          field + " " + end + " is not after " + startField + " " + start);
    }
  }

  private void requireWithinHorizon(String field, Instant instant) {
    if (instant.isAfter(now.plus(HORIZON))) {
      violations.report(
          "schedule." + field,
          "within-horizon",
          field + " is more than " + HORIZON.toDays() + " days ahead");
    }
  }

  private void requireFittingDuration(Duration duration, Instant from, Instant to) {
    if (duration.isNegative() || duration.isZero()) {
      violations.report(
          "schedule.duration", "positive", "duration must be positive, not " + duration);
    } else if (from.isBefore(to) && duration.compareTo(Duration.between(from, to)) > 0) {
      violations.report(
          "schedule.duration",
          "fits-the-window",
          "duration " + duration + " is longer than the window from " + from + " to " + to);
    }
  }
}

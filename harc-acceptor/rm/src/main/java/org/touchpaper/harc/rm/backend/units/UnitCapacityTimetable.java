package org.touchpaper.harc.rm.backend.units;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.backend.units.UnitAssignmentRepository.UnitAllocation;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.CapacityTimetable;
import org.touchpaper.timetable.Window;

/** The free capacity of one unit over time. */
record UnitCapacityTimetable(CapacityTimetable timetable, List<UnitAllocation> allocations) {

  /**
   * The capacity that these allocations leave.
   *
   * @param allocations those of one booking must be adjacent: at each instant the larger of them
   *     counts
   */
  static UnitCapacityTimetable of(int capacity, List<UnitAllocation> allocations) {
    var timetable = CapacityTimetable.ofCapacity(capacity);
    @Nullable UnitAllocation previous = null;
    for (var allocation : allocations) {
      timetable = timetable.book(window(allocation.during()), allocation.amount());
      if (previous != null && previous.bookingId().equals(allocation.bookingId())) {
        var overlapAmount = Math.min(previous.amount(), allocation.amount());
        var overlap = window(previous.during()).intersect(window(allocation.during()));
        timetable =
            overlap.isPresent() ? timetable.release(overlap.get(), overlapAmount) : timetable;
      }
      previous = allocation;
    }
    return new UnitCapacityTimetable(timetable, allocations);
  }

  boolean fits(Schedule schedule, int amount) {
    return timetable.fits(window(schedule), amount);
  }

  /** The minimum that is free throughout. */
  long free(Schedule schedule) {
    return Math.max(0, timetable.free(window(schedule)));
  }

  /**
   * The earliest period of the same length, not before the requested start, at which the amount
   * fits.
   */
  Optional<Schedule> nextFit(Schedule wanted, int amount) {
    var emptyFrom =
        allocations.stream()
            .map(allocation -> allocation.during().endTime())
            .filter(wanted.startTime()::isBefore)
            .max(Comparator.naturalOrder())
            .orElse(wanted.startTime());
    return timetable
        .earliest(
            new Window(wanted.startTime(), emptyFrom.plus(wanted.duration())),
            amount,
            wanted.duration())
        .map(window -> new Schedule(window.start(), window.end()));
  }

  static Window window(Schedule schedule) {
    return new Window(schedule.startTime(), schedule.endTime());
  }

  /** Returns true if the schedule lies within the years that timetables support. */
  static boolean isWithinHorizon(Schedule schedule) {
    return schedule.startTime().isAfter(HORIZON_START) && schedule.endTime().isBefore(HORIZON_END);
  }

  private static final Instant HORIZON_START = Instant.parse("1701-01-01T00:00:00Z");

  /** The end of all searches. */
  static final Instant HORIZON_END = Instant.parse("2150-01-01T00:00:00Z");
}

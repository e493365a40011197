package org.touchpaper.harc.rm.generic;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.generic.UnitBookings.Taken;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.Timetable;
import org.touchpaper.timetable.Window;

/** What is left of one unit over time. */
record Room(Timetable timetable, List<Taken> taken) {

  /**
   * What those leave.
   *
   * @param taken a booking's own next to each other: of those the more counts at each instant
   */
  static Room of(int capacity, List<Taken> taken) {
    var timetable = Timetable.ofCapacity(capacity);
    @Nullable Taken before = null;
    for (var each : taken) {
      timetable = timetable.book(window(each.during()), each.amount());
      if (before != null && before.ident().equals(each.ident())) {
        var less = Math.min(before.amount(), each.amount());
        var both = window(before.during()).intersect(window(each.during()));
        timetable = both.isPresent() ? timetable.release(both.get(), less) : timetable;
      }
      before = each;
    }
    return new Room(timetable, taken);
  }

  boolean fits(Schedule schedule, int amount) {
    return timetable.fits(window(schedule), amount);
  }

  /** The least that is free throughout. */
  long free(Schedule schedule) {
    return Math.max(0, timetable.free(window(schedule)));
  }

  /** The earliest time, no sooner than wanted, at which so much is free for as long. */
  Optional<Schedule> nextFit(Schedule wanted, int amount) {
    var emptyFrom =
        taken.stream()
            .map(each -> each.during().endTime())
            .filter(wanted.startTime()::isBefore)
            .max(Comparator.naturalOrder())
            .orElse(wanted.startTime());
    return timetable
        .earliest(
            new Window(wanted.startTime(), emptyFrom.plus(wanted.length())),
            amount,
            wanted.length())
        .map(window -> new Schedule(window.start(), window.end()));
  }

  static Window window(Schedule schedule) {
    return new Window(schedule.startTime(), schedule.endTime());
  }

  /** The timetables know these years alone. */
  static boolean isWithinReach(Schedule schedule) {
    return schedule.startTime().isAfter(FIRST) && schedule.endTime().isBefore(LAST);
  }

  private static final Instant FIRST = Instant.parse("1701-01-01T00:00:00Z");

  /** The end of all that is looked at. */
  static final Instant LAST = Instant.parse("2150-01-01T00:00:00Z");
}

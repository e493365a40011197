package org.touchpaper.harc.rm.slurm;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.touchpaper.segment.connection.Schedule;

/**
 * How often a reservation comes again (slurm 22.05, scontrol(1), Flags), of which Slurm shows the
 * next time alone, and minds no other where it is for maintenance. In UTC: where the cluster's
 * people change their clocks, it is an hour off from then on.
 */
enum Recurrence {
  NONE(Duration.ZERO),
  HOURLY(Duration.ofHours(1)),
  DAILY(Duration.ofDays(1)),
  WEEKDAY(Duration.ofDays(1)),
  WEEKEND(Duration.ofDays(1)),
  WEEKLY(Duration.ofDays(7));

  private static final Set<DayOfWeek> SATURDAY_AND_SUNDAY =
      Set.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY);

  /** Nobody looks further than that for when something fits. */
  private static final Duration REACH = Duration.ofDays(60);

  private final Duration step;

  Recurrence(Duration step) {
    this.step = step;
  }

  /** That of a reservation with those flags. */
  static Recurrence of(Collection<String> flags) {
    return Stream.of(values()).filter(each -> flags.contains(each.name())).findFirst().orElse(NONE);
  }

  /**
   * When it takes place in a window, or in its first 60 days if it is longer.
   *
   * @param next when it takes place next, which is always among them
   */
  List<Schedule> times(Schedule next, Schedule window) {
    var times = new ArrayList<Schedule>();
    times.add(next);
    if (this == NONE) {
      return times;
    }
    var last = window.startTime().plus(REACH);
    var until = last.isBefore(window.endTime()) ? last : window.endTime();
    var before = Duration.between(next.endTime(), window.startTime()).dividedBy(step);
    var start = next.startTime().plus(step.multipliedBy(Math.max(1, before)));
    for (; start.isBefore(until); start = start.plus(step)) {
      var again = new Schedule(start, start.plus(next.length()));
      if (again.overlaps(window) && isOnItsDay(again)) {
        times.add(again);
      }
    }
    return times;
  }

  private boolean isOnItsDay(Schedule time) {
    var day = time.startTime().atOffset(ZoneOffset.UTC).getDayOfWeek();
    return switch (this) {
      case WEEKDAY -> !SATURDAY_AND_SUNDAY.contains(day);
      case WEEKEND -> SATURDAY_AND_SUNDAY.contains(day);
      case NONE, HOURLY, DAILY, WEEKLY -> true;
    };
  }
}

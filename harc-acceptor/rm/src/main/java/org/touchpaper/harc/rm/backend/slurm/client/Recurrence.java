package org.touchpaper.harc.rm.backend.slurm.client;

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
 * How often a reservation recurs (slurm 22.05, scontrol(1), Flags). Slurm shows only the next
 * occurrence, and ignores later ones of maintenance reservations. Occurrences are computed in UTC:
 * where the cluster's local time changes, they are an hour off after that.
 */
public enum Recurrence {
  NONE(Duration.ZERO),
  HOURLY(Duration.ofHours(1)),
  DAILY(Duration.ofDays(1)),
  WEEKDAY(Duration.ofDays(1)),
  WEEKEND(Duration.ofDays(1)),
  WEEKLY(Duration.ofDays(7));

  private static final Set<DayOfWeek> SATURDAY_AND_SUNDAY =
      Set.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY);

  /** The limit of a search for a fit. */
  private static final Duration MAX_LOOKAHEAD = Duration.ofDays(60);

  private final Duration interval;

  Recurrence(Duration interval) {
    this.interval = interval;
  }

  /** The recurrence of a reservation with these flags. */
  public static Recurrence of(Collection<String> flags) {
    return Stream.of(values())
        .filter(recurrence -> flags.contains(recurrence.name()))
        .findFirst()
        .orElse(NONE);
  }

  /**
   * The occurrences in a window, or in its first 60 days if it is longer.
   *
   * @param next the next occurrence, which is always included
   */
  public List<Schedule> occurrences(Schedule next, Schedule window) {
    var occurrences = new ArrayList<Schedule>();
    occurrences.add(next);
    if (this == NONE) {
      return occurrences;
    }
    var last = window.startTime().plus(MAX_LOOKAHEAD);
    var until = last.isBefore(window.endTime()) ? last : window.endTime();
    var skippedIntervals = Duration.between(next.endTime(), window.startTime()).dividedBy(interval);
    var start = next.startTime().plus(interval.multipliedBy(Math.max(1, skippedIntervals)));
    for (; start.isBefore(until); start = start.plus(interval)) {
      var occurrence = new Schedule(start, start.plus(next.duration()));
      if (occurrence.overlaps(window) && isOnMatchingDay(occurrence)) {
        occurrences.add(occurrence);
      }
    }
    return occurrences;
  }

  private boolean isOnMatchingDay(Schedule time) {
    var day = time.startTime().atOffset(ZoneOffset.UTC).getDayOfWeek();
    return switch (this) {
      case WEEKDAY -> !SATURDAY_AND_SUNDAY.contains(day);
      case WEEKEND -> SATURDAY_AND_SUNDAY.contains(day);
      case NONE, HOURLY, DAILY, WEEKLY -> true;
    };
  }
}

package org.touchpaper.timetable;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Timetables drawn as text: one character a minute from noon, its digit the booked amount. */
final class TimetableDrawings {

  static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

  private TimetableDrawings() {}

  static Instant minute(long minute) {
    return NOON.plus(Duration.ofMinutes(minute));
  }

  static Window minutes(long from, long to) {
    return new Window(minute(from), minute(to));
  }

  /** Parses a drawing; {@code .} is zero. */
  static CapacityTimetable load(long capacity, String drawing) {
    var timetable = CapacityTimetable.ofCapacity(capacity);
    for (var i = 0; i < drawing.length(); i++) {
      if (drawing.charAt(i) != '.') {
        timetable = timetable.book(minutes(i, i + 1L), Character.digit(drawing.charAt(i), 10));
      }
    }
    return timetable;
  }

  /** Draws the load of this many minutes. */
  static String draw(CapacityTimetable timetable, int minutes) {
    return IntStream.range(0, minutes)
        .mapToLong(i -> timetable.peak(minutes(i, i + 1L)))
        .mapToObj(load -> load == 0 ? "." : Long.toString(load))
        .collect(Collectors.joining());
  }

  /** Draws start ranges: {@code s} where a start at that minute is possible. */
  static String draw(StartRanges starts, int minutes) {
    return IntStream.range(0, minutes)
        .mapToObj(i -> starts.contains(minute(i)) ? "s" : ".")
        .collect(Collectors.joining());
  }

  static String draw(List<Window> windows) {
    return windows.stream()
        .map(window ->
            Duration.between(NOON, window.start()).toMinutes()
                + "-"
                + Duration.between(NOON, window.end()).toMinutes())
        .collect(Collectors.joining(" "));
  }

  static String draw(StepFunction steps) {
    return steps.steps().stream()
        .map(step -> draw(List.of(step.window())) + "=" + step.amount())
        .collect(Collectors.joining(" "));
  }
}

package org.touchpaper.timetable;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Timetables drawn as text: one character a minute from noon, its digit what is taken. */
final class Drawn {

  static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

  private Drawn() {}

  static Instant minute(long minute) {
    return NOON.plus(Duration.ofMinutes(minute));
  }

  static Window minutes(long from, long to) {
    return new Window(minute(from), minute(to));
  }

  /** Reads a drawing; {@code .} is zero. */
  static Timetable load(long capacity, String drawing) {
    var timetable = Timetable.ofCapacity(capacity);
    for (var i = 0; i < drawing.length(); i++) {
      if (drawing.charAt(i) != '.') {
        timetable = timetable.book(minutes(i, i + 1L), Character.digit(drawing.charAt(i), 10));
      }
    }
    return timetable;
  }

  /** Draws the load of so many minutes. */
  static String draw(Timetable timetable, int minutes) {
    return IntStream.range(0, minutes)
        .mapToLong(i -> timetable.peak(minutes(i, i + 1L)))
        .mapToObj(load -> load == 0 ? "." : Long.toString(load))
        .collect(Collectors.joining());
  }

  /** Draws ranges of starts: {@code s} where a start on that minute would do. */
  static String draw(Starts starts, int minutes) {
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

  static String draw(Steps steps) {
    return steps.steps().stream()
        .map(step -> draw(List.of(step.during())) + "=" + step.amount())
        .collect(Collectors.joining(" "));
  }
}

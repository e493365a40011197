package org.touchpaper.timetable;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A stretch of time, half-open: it contains its start and not its end. */
public record Window(Instant start, Instant end) {

  private static final Instant FIRST = Instant.parse("1700-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("2200-01-01T00:00:00Z");

  public Window {
    if (!start.isBefore(end)) {
      throw new IllegalArgumentException("a window ends after it starts, not " + start + "/" + end);
    }
    if (start.isBefore(FIRST) || end.isAfter(LAST)) {
      throw new IllegalArgumentException(
          "a window lies between " + FIRST + " and " + LAST + ", not " + start + "/" + end);
    }
  }

  static Window ofNanos(long start, long end) {
    return new Window(instant(start), instant(end));
  }

  /** The window of that length from a start on. */
  public static Window of(Instant start, Duration length) {
    return new Window(start, start.plus(length));
  }

  public Duration length() {
    return Duration.between(start, end);
  }

  public boolean overlaps(Window other) {
    return start.isBefore(other.end) && other.start.isBefore(end);
  }

  /** What both windows share; empty where they only touch. */
  public Optional<Window> intersect(Window other) {
    var from = start.isAfter(other.start) ? start : other.start;
    var to = end.isBefore(other.end) ? end : other.end;
    return from.isBefore(to) ? Optional.of(new Window(from, to)) : Optional.empty();
  }

  long startNanos() {
    return nanos(start);
  }

  long endNanos() {
    return nanos(end);
  }

  /** Nanoseconds since 1970: a long holds them for every instant a window may contain. */
  static long nanos(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
  }

  static Instant instant(long nanos) {
    return Instant.ofEpochSecond(
        Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
  }

  @Override
  public String toString() {
    return "[" + start + ", " + end + ")";
  }
}

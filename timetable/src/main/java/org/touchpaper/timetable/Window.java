package org.touchpaper.timetable;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A half-open time interval: it includes its start and excludes its end. */
public record Window(Instant start, Instant end) {

  private static final Instant FIRST = Instant.parse("1700-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("2200-01-01T00:00:00Z");

  public Window {
    if (!start.isBefore(end)) {
      throw new IllegalArgumentException("a window must end after it starts: " + start + "/" + end);
    }
    if (start.isBefore(FIRST) || end.isAfter(LAST)) {
      throw new IllegalArgumentException(
          "a window must lie between " + FIRST + " and " + LAST + ": " + start + "/" + end);
    }
  }

  static Window ofNanos(long start, long end) {
    return new Window(instant(start), instant(end));
  }

  public static Window of(Instant start, Duration length) {
    return new Window(start, start.plus(length));
  }

  public Duration length() {
    return Duration.between(start, end);
  }

  public boolean overlaps(Window other) {
    return start.isBefore(other.end) && other.start.isBefore(end);
  }

  /** The common part of both windows; empty if they only touch. */
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

  /** Nanoseconds since 1970; a long suffices for every permitted instant. */
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

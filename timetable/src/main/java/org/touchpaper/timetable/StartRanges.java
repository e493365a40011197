package org.touchpaper.timetable;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A set of possible start times, as disjoint ranges in order. Services exchange these: the {@link
 * #intersect intersection} suits all of several segments, the {@link #union union} at least one of
 * several paths.
 */
public record StartRanges(List<Range> ranges) {

  /** No start time. */
  public static final StartRanges NONE = new StartRanges(List.of());

  /** Every start from first to last, both included. */
  public record Range(Instant first, Instant last) {
    public Range {
      if (last.isBefore(first)) {
        throw new IllegalArgumentException(
            "last start " + last + " must not be before first start " + first);
      }
    }
  }

  public StartRanges {
    var ordered = new ArrayList<Range>();
    for (var range : ranges.stream().sorted(Comparator.comparing(Range::first)).toList()) {
      if (ordered.isEmpty() || ordered.getLast().last().isBefore(range.first())) {
        ordered.add(range);
      } else if (ordered.getLast().last().isBefore(range.last())) {
        ordered.add(new Range(ordered.removeLast().first(), range.last()));
      }
    }
    ranges = List.copyOf(ordered);
  }

  /** The start times from which a duration lies within one of the windows. */
  public static StartRanges within(List<Window> windows, Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException("duration must be positive: " + duration);
    }
    return new StartRanges(
        windows.stream()
            .filter(window -> window.length().compareTo(duration) >= 0)
            .map(window -> new Range(window.start(), window.end().minus(duration)))
            .toList());
  }

  public StartRanges union(StartRanges other) {
    var all = new ArrayList<>(ranges);
    all.addAll(other.ranges);
    return new StartRanges(all);
  }

  public StartRanges intersect(StartRanges other) {
    var common = new ArrayList<Range>();
    var index = 0;
    var otherIndex = 0;
    while (index < ranges.size() && otherIndex < other.ranges.size()) {
      var a = ranges.get(index);
      var b = other.ranges.get(otherIndex);
      var first = a.first().isAfter(b.first()) ? a.first() : b.first();
      var last = a.last().isBefore(b.last()) ? a.last() : b.last();
      if (!last.isBefore(first)) {
        common.add(new Range(first, last));
      }
      index += a.last().isAfter(last) ? 0 : 1;
      otherIndex += b.last().isAfter(last) ? 0 : 1;
    }
    return new StartRanges(common);
  }

  /** The starts on full seconds: each range begins and ends with one. */
  public StartRanges onFullSeconds() {
    return new StartRanges(
        ranges.stream()
            .flatMap(range -> {
              var last = range.last().truncatedTo(ChronoUnit.SECONDS);
              var floor = range.first().truncatedTo(ChronoUnit.SECONDS);
              var first = floor.equals(range.first()) ? floor : floor.plusSeconds(1);
              return last.isBefore(first) ? Stream.of() : Stream.of(new Range(first, last));
            })
            .toList());
  }

  /** The starts a time later. */
  public StartRanges shift(Duration time) {
    return new StartRanges(
        ranges.stream()
            .map(range -> new Range(range.first().plus(time), range.last().plus(time)))
            .toList());
  }

  public boolean contains(Instant start) {
    return ranges.stream()
        .anyMatch(range -> !start.isBefore(range.first()) && !start.isAfter(range.last()));
  }

  public Optional<Instant> earliest() {
    return ranges.stream().map(Range::first).findFirst();
  }

  /** The earliest start that is not before an instant. */
  public Optional<Instant> earliestFrom(Instant instant) {
    return ranges.stream()
        .filter(range -> !range.last().isBefore(instant))
        .map(range -> range.first().isAfter(instant) ? range.first() : instant)
        .findFirst();
  }
}

package org.touchpaper.timetable;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The start times that would do, as ranges in order that do not meet. Services tell each other
 * these: what suits all is the {@link #intersect intersection}, what suits one of several paths the
 * {@link #union union}.
 */
public record Starts(List<Range> ranges) {

  /** No start will do. */
  public static final Starts NONE = new Starts(List.of());

  /** Any start from first to last, both included. */
  public record Range(Instant first, Instant last) {
    public Range {
      if (last.isBefore(first)) {
        throw new IllegalArgumentException("the last start " + last + " precedes " + first);
      }
    }
  }

  public Starts {
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

  /** The starts from which a duration stays within one of the stretches. */
  public static Starts within(List<Window> stretches, Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException("a duration is positive, not " + duration);
    }
    return new Starts(
        stretches.stream()
            .filter(stretch -> stretch.length().compareTo(duration) >= 0)
            .map(stretch -> new Range(stretch.start(), stretch.end().minus(duration)))
            .toList());
  }

  public Starts union(Starts other) {
    var all = new ArrayList<>(ranges);
    all.addAll(other.ranges);
    return new Starts(all);
  }

  public Starts intersect(Starts other) {
    var shared = new ArrayList<Range>();
    var mine = 0;
    var theirs = 0;
    while (mine < ranges.size() && theirs < other.ranges.size()) {
      var a = ranges.get(mine);
      var b = other.ranges.get(theirs);
      var first = a.first().isAfter(b.first()) ? a.first() : b.first();
      var last = a.last().isBefore(b.last()) ? a.last() : b.last();
      if (!last.isBefore(first)) {
        shared.add(new Range(first, last));
      }
      mine += a.last().isAfter(last) ? 0 : 1;
      theirs += b.last().isAfter(last) ? 0 : 1;
    }
    return new Starts(shared);
  }

  public boolean contains(Instant start) {
    return ranges.stream()
        .anyMatch(range -> !start.isBefore(range.first()) && !start.isAfter(range.last()));
  }

  public Optional<Instant> earliest() {
    return ranges.stream().map(Range::first).findFirst();
  }

  /** The earliest start that will do and is not before an instant. */
  public Optional<Instant> earliestFrom(Instant instant) {
    return ranges.stream()
        .filter(range -> !range.last().isBefore(instant))
        .map(range -> range.first().isAfter(instant) ? range.first() : instant)
        .findFirst();
  }
}

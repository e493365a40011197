package org.touchpaper.harc.rm.nodes;

import static java.util.Comparator.comparing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.touchpaper.harc.rm.local.FreeTime.StartRange;
import org.touchpaper.harc.rm.local.FreeTime.Step;
import org.touchpaper.segment.connection.Schedule;

/**
 * Which of a machine's nodes are free when. A node counts as free for a stretch only if it is free
 * throughout: a run cannot hop from node to node.
 */
public record FreeNodes(int nodeCount, List<Busy> busy) {

  /** One node, numbered from 1, promised for a stretch of time. */
  public record Busy(int node, Schedule during) {}

  public FreeNodes {
    busy = List.copyOf(busy);
  }

  /** The lowest-numbered nodes that are free throughout; none if they are too few. */
  public Optional<List<Integer>> pick(Schedule schedule, int count) {
    return pick(schedule, count, List.of());
  }

  /** As {@link #pick(Schedule, int)}, but those that are preferred first. */
  public Optional<List<Integer>> pick(Schedule schedule, int count, List<Integer> preferred) {
    var taken = new BitSet();
    busy.stream().filter(b -> b.during().overlaps(schedule)).forEach(b -> taken.set(b.node()));
    var free =
        IntStream.rangeClosed(1, nodeCount)
            .filter(n -> !taken.get(n))
            .boxed()
            .sorted(comparing(n -> !preferred.contains(n)))
            .limit(count)
            .sorted()
            .toList();
    return free.size() == count ? Optional.of(free) : Optional.empty();
  }

  /** The earliest time, no sooner than wanted, at which so many nodes are free for as long. */
  public Optional<Schedule> nextFit(Schedule wanted, int count) {
    var emptyFrom =
        busy.stream()
            .map(b -> b.during().endTime())
            .filter(wanted.startTime()::isBefore)
            .max(Instant::compareTo)
            .orElse(wanted.startTime());
    return starts(wanted.startTime(), emptyFrom, count, wanted.length()).stream()
        .map(range -> new Schedule(range.firstStart(), range.firstStart().plus(wanted.length())))
        .findFirst();
  }

  /** How many nodes are free at each instant of a window. */
  public List<Step> steps(Schedule window) {
    var changes = changes(window);
    var steps = new ArrayList<Step>();
    var from = window.startTime();
    var free = nodeCount;
    for (var change : changes.entrySet()) {
      if (change.getValue() != 0 && change.getKey().isAfter(from)) {
        steps.add(new Step(new Schedule(from, change.getKey()), free));
        from = change.getKey();
      }
      free += change.getValue();
    }
    steps.add(new Step(new Schedule(from, window.endTime()), free));
    return steps;
  }

  private TreeMap<Instant, Integer> changes(Schedule window) {
    var changes = new TreeMap<Instant, Integer>();
    for (var taken : takenOnEach().values()) {
      for (var during : taken) {
        if (during.overlaps(window)) {
          changes.merge(later(during.startTime(), window.startTime()), -1, Integer::sum);
          if (during.endTime().isBefore(window.endTime())) {
            changes.merge(during.endTime(), 1, Integer::sum);
          }
        }
      }
    }
    return changes;
  }

  /** When one may start, from first to last, and have so many nodes for so long. */
  public List<StartRange> starts(Instant first, Instant last, int count, Duration length) {
    var opening = new TreeMap<Instant, Integer>();
    var closing = new TreeMap<Instant, Integer>();
    var takenOnEach = takenOnEach();
    for (var node = 1; node <= nodeCount; node++) {
      var taken = takenOnEach.getOrDefault(node, List.of());
      for (var range : startsBeside(taken, first, last, length)) {
        opening.merge(range.firstStart(), 1, Integer::sum);
        closing.merge(range.firstStart(), 0, Integer::sum);
        closing.merge(range.lastStart(), 1, Integer::sum);
      }
    }
    return covered(opening, closing, count);
  }

  /** The ranges are closed, so at one instant those that open count before those that close. */
  private static List<StartRange> covered(
      TreeMap<Instant, Integer> opening, TreeMap<Instant, Integer> closing, int count) {
    var ranges = new ArrayList<StartRange>();
    var free = 0;
    var since = Optional.<Instant>empty();
    for (var point : closing.entrySet()) {
      var at = point.getKey();
      free += opening.getOrDefault(at, 0);
      if (since.isEmpty() && free >= count) {
        since = Optional.of(at);
      }
      free -= point.getValue();
      if (since.isPresent() && free < count) {
        ranges.add(new StartRange(since.get(), at));
        since = Optional.empty();
      }
    }
    return ranges;
  }

  private static List<StartRange> startsBeside(
      List<Schedule> taken, Instant first, Instant last, Duration length) {
    var ranges = new ArrayList<StartRange>();
    var from = first;
    for (var during : taken) {
      var latest = earlier(during.startTime().minus(length), last);
      if (!latest.isBefore(from)) {
        ranges.add(new StartRange(from, latest));
      }
      from = later(from, during.endTime());
    }
    if (!last.isBefore(from)) {
      ranges.add(new StartRange(from, last));
    }
    return ranges;
  }

  /** When each node is taken, in order; what is promised twice at once is taken once. */
  private Map<Integer, List<Schedule>> takenOnEach() {
    var taken = new HashMap<Integer, List<Schedule>>();
    busy.stream()
        .sorted(comparing(b -> b.during().startTime()))
        .forEach(b -> add(b.during(), taken.computeIfAbsent(b.node(), _ -> new ArrayList<>())));
    return taken;
  }

  /** What begins no sooner than the last of them. */
  private static void add(Schedule next, List<Schedule> inOrder) {
    if (inOrder.isEmpty() || inOrder.getLast().endTime().isBefore(next.startTime())) {
      inOrder.add(next);
    } else {
      var last = inOrder.removeLast();
      inOrder.add(new Schedule(last.startTime(), later(last.endTime(), next.endTime())));
    }
  }

  private static Instant later(Instant a, Instant b) {
    return a.isBefore(b) ? b : a;
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }
}

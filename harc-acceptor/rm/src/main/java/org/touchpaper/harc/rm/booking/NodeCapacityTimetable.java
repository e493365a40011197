package org.touchpaper.harc.rm.booking;

import static java.util.Comparator.comparing;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability.StartRange;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability.Step;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.segment.connection.Schedule;

/**
 * The free nodes of a machine over time. A node counts as free for a period only if it is free
 * throughout: a job cannot move from node to node.
 */
public record NodeCapacityTimetable(List<String> nodes, List<BusyNode> busyNodes) {

  /** A node that is assigned to a booking for a period. */
  public record BusyNode(String node, Schedule during) {}

  public NodeCapacityTimetable {
    nodes = List.copyOf(nodes);
    busyNodes = List.copyOf(busyNodes);
  }

  /** The period that a query is about: its window, and the duration of a start at its end. */
  public static Schedule periodOf(ResourceAvailabilityQuery query) {
    var window = query.window();
    return query.duration() == null
        ? window
        : new Schedule(window.startTime(), window.endTime().plus(query.duration()));
  }

  /** The answer to a query. */
  public ResourceAvailability answer(ResourceAvailabilityQuery query) {
    var window = query.window();
    var startRanges =
        query.amount() == null || query.duration() == null
            ? List.<StartRange>of()
            : startRanges(window.startTime(), window.endTime(), query.amount(), query.duration());
    return new ResourceAvailability("nodes", steps(window), startRanges);
  }

  /** The first nodes that are free throughout, preferred ones first; empty if there are too few. */
  Optional<List<String>> pick(Schedule schedule, int count, List<String> preferred) {
    var occupied =
        busyNodes.stream()
            .filter(busy -> busy.during().overlaps(schedule))
            .map(BusyNode::node)
            .collect(Collectors.toSet());
    var free = nodes.stream().filter(node -> !occupied.contains(node)).toList();
    var picked =
        free.stream()
            .sorted(comparing(node -> !preferred.contains(node)))
            .limit(count)
            .collect(Collectors.toSet());
    return picked.size() == count
        ? Optional.of(free.stream().filter(picked::contains).toList())
        : Optional.empty();
  }

  /**
   * The earliest period of the same length, not before the requested start, with enough free nodes.
   */
  public Optional<Schedule> nextFit(Schedule wanted, int count) {
    var emptyFrom =
        busyNodes.stream()
            .map(b -> b.during().endTime())
            .filter(wanted.startTime()::isBefore)
            .max(Instant::compareTo)
            .orElse(wanted.startTime());
    return startRanges(wanted.startTime(), emptyFrom, count, wanted.duration()).stream()
        .map(range -> new Schedule(range.firstStart(), range.firstStart().plus(wanted.duration())))
        .findFirst();
  }

  /** The number of free nodes at each instant of a window. */
  public List<Step> steps(Schedule window) {
    var changes = changesInFreeCount(window);
    var steps = new ArrayList<Step>();
    var from = window.startTime();
    var free = nodes.size();
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

  private TreeMap<Instant, Integer> changesInFreeCount(Schedule window) {
    var changes = new TreeMap<Instant, Integer>();
    for (var periods : busyPeriodsByNode().values()) {
      for (var during : periods) {
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

  /** The start times, between first and last, with enough nodes free for that duration. */
  public List<StartRange> startRanges(Instant first, Instant last, int count, Duration length) {
    var opening = new TreeMap<Instant, Integer>();
    var closing = new TreeMap<Instant, Integer>();
    var busyPeriods = busyPeriodsByNode();
    for (var node : nodes) {
      var periods = busyPeriods.getOrDefault(node, List.of());
      for (var range : startRangesAround(periods, first, last, length)) {
        opening.merge(range.firstStart(), 1, Integer::sum);
        closing.merge(range.firstStart(), 0, Integer::sum);
        closing.merge(range.lastStart(), 1, Integer::sum);
      }
    }
    return rangesWithEnoughFree(opening, closing, count);
  }

  /**
   * Sweeps over the range ends. Ranges are closed, so at an instant an opening counts before a
   * closing.
   */
  private static List<StartRange> rangesWithEnoughFree(
      TreeMap<Instant, Integer> opening, TreeMap<Instant, Integer> closing, int count) {
    var ranges = new ArrayList<StartRange>();
    var free = 0;
    var rangeStart = Optional.<Instant>empty();
    for (var point : closing.entrySet()) {
      var time = point.getKey();
      free += opening.getOrDefault(time, 0);
      if (rangeStart.isEmpty() && free >= count) {
        rangeStart = Optional.of(time);
      }
      free -= point.getValue();
      if (rangeStart.isPresent() && free < count) {
        ranges.add(new StartRange(rangeStart.get(), time));
        rangeStart = Optional.empty();
      }
    }
    return ranges;
  }

  private static List<StartRange> startRangesAround(
      List<Schedule> busyPeriods, Instant first, Instant last, Duration length) {
    var ranges = new ArrayList<StartRange>();
    var from = first;
    for (var during : busyPeriods) {
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

  /** The busy periods of each of its nodes, in order; overlapping ones are merged. */
  private Map<String, List<Schedule>> busyPeriodsByNode() {
    var known = Set.copyOf(nodes);
    var periods = new HashMap<String, List<Schedule>>();
    busyNodes.stream()
        .filter(busy -> known.contains(busy.node()))
        .sorted(comparing(b -> b.during().startTime()))
        .forEach(
            b -> addMerged(b.during(), periods.computeIfAbsent(b.node(), _ -> new ArrayList<>())));
    return periods;
  }

  /** Adds a period that starts no earlier than the last one. */
  private static void addMerged(Schedule period, List<Schedule> merged) {
    if (merged.isEmpty() || merged.getLast().endTime().isBefore(period.startTime())) {
      merged.add(period);
    } else {
      var last = merged.removeLast();
      merged.add(new Schedule(last.startTime(), later(last.endTime(), period.endTime())));
    }
  }

  private static Instant later(Instant a, Instant b) {
    return a.isBefore(b) ? b : a;
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }
}

package org.touchpaper.timetable;

import static org.touchpaper.timetable.LoadTreap.NEVER;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Finds the earliest time at which several capacities are free at once. */
public final class CommonSlotFinder {

  private CommonSlotFinder() {}

  /** An amount of one timetable's capacity. */
  public record Demand(CapacityTimetable timetable, long amount) {}

  /**
   * The earliest window of that length, within the given one, in which every demand is met
   * throughout. A demand that is not met moves the candidate behind the obstacle; the candidate is
   * the result once all demands accept it.
   */
  public static Optional<Window> earliest(List<Demand> demands, Window within, Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException("duration must be positive: " + duration);
    }
    if (duration.compareTo(within.length()) > 0) {
      return Optional.empty();
    }
    var length = duration.toNanos();
    var last = within.endNanos() - length;
    var start = within.startNanos();
    var satisfied = 0;
    for (var i = 0; satisfied < demands.size(); i = (i + 1) % demands.size()) {
      var next = notBefore(demands.get(i), start, length, last);
      if (next > last) {
        return Optional.empty();
      }
      satisfied = next == start ? satisfied + 1 : 1;
      start = next;
    }
    return Optional.of(Window.ofNanos(start, start + length));
  }

  /**
   * The first windows in which every slot of that length that starts on a full second suits all, in
   * order.
   *
   * @param starts the start times that suit each
   * @param limit the maximum number of windows
   */
  public static List<Window> windows(
      List<StartRanges> starts, Window within, Duration length, int limit) {
    return starts.stream()
        .reduce(StartRanges.within(List.of(within), length), StartRanges::intersect)
        .onFullSeconds()
        .ranges()
        .stream()
        .limit(limit)
        .map(range -> new Window(range.first(), range.last().plus(length)))
        .toList();
  }

  /**
   * The first start from then on that this demand accepts; {@link LoadTreap#NEVER} after the last.
   */
  private static long notBefore(Demand demand, long from, long length, long last) {
    var start = demand.timetable().firstFree(from, demand.amount());
    while (start <= last) {
      var busy = demand.timetable().firstBusy(start, demand.amount());
      if (busy == NEVER || busy >= start + length) {
        return start;
      }
      start = demand.timetable().firstFree(busy, demand.amount());
    }
    return NEVER;
  }
}

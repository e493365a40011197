package org.touchpaper.timetable;

import static org.touchpaper.timetable.Changes.NEVER;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The earliest time at which several things have room at once. */
public final class CommonSlot {

  private CommonSlot() {}

  /** So much of one timetable's capacity. */
  public record Demand(Timetable timetable, long amount) {}

  /**
   * The earliest window of that length, inside the given one, in which every demand is met
   * throughout. A demand that stands in the way moves the candidate behind the obstacle; the
   * candidate stands once nobody objects.
   */
  public static Optional<Window> earliest(List<Demand> demands, Window within, Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException("a duration is positive, not " + duration);
    }
    if (duration.compareTo(within.length()) > 0) {
      return Optional.empty();
    }
    var length = duration.toNanos();
    var last = within.endNanos() - length;
    var start = within.startNanos();
    var content = 0;
    for (var i = 0; content < demands.size(); i = (i + 1) % demands.size()) {
      var moved = notBefore(demands.get(i), start, length, last);
      if (moved > last) {
        return Optional.empty();
      }
      content = moved == start ? content + 1 : 1;
      start = moved;
    }
    return Optional.of(Window.ofNanos(start, start + length));
  }

  /**
   * The first start from then on that this demand accepts; {@link Changes#NEVER} after the last.
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

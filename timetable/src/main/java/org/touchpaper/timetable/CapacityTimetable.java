package org.touchpaper.timetable;

import static org.touchpaper.timetable.LoadTreap.NEVER;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How much of one capacity is booked over time: Mbit/s of a link, nodes of a cluster. The peak over
 * a window counts against the capacity, not the sum of the bookings in it: consecutive bookings
 * share the same capacity.
 *
 * <p>Immutable: {@link #book} and {@link #release} return a changed copy that shares all but O(log
 * n) of it, so readers keep a consistent view. Each query takes O(log n) in the number of bookings,
 * plus the length of its result.
 */
public final class CapacityTimetable {

  private final long capacity;
  private final @Nullable LoadTreap load;

  private CapacityTimetable(long capacity, @Nullable LoadTreap changes) {
    this.capacity = capacity;
    this.load = changes;
  }

  public static CapacityTimetable ofCapacity(long capacity) {
    if (capacity < 0) {
      throw new IllegalArgumentException("capacity must be at least 0: " + capacity);
    }
    return new CapacityTimetable(capacity, null);
  }

  public long capacity() {
    return capacity;
  }

  /**
   * A copy with this amount booked during the window. It does not check whether the amount fits.
   */
  public CapacityTimetable book(Window window, long amount) {
    var from = LoadTreap.add(load, window.startNanos(), amount);
    return new CapacityTimetable(capacity, LoadTreap.add(from, window.endNanos(), -amount));
  }

  /** A copy with this amount released during the window: the inverse of {@link #book}. */
  public CapacityTimetable release(Window window, long amount) {
    return book(window, -amount);
  }

  /** A copy without the bookings before an instant; that time reads as free. */
  public CapacityTimetable forgetBefore(Instant instant) {
    var time = Window.nanos(instant);
    var running = LoadTreap.sumAt(load, time);
    var later = LoadTreap.atOrAfter(load, time + 1);
    return new CapacityTimetable(capacity, LoadTreap.add(later, time, running));
  }

  /** The highest amount booked at any instant of the window. */
  public long peak(Window window) {
    return LoadTreap.maxSum(load, window.startNanos(), window.endNanos());
  }

  /** The amount that is free throughout the window; negative if it is overbooked. */
  public long free(Window window) {
    return capacity - peak(window);
  }

  public boolean fits(Window window, long amount) {
    return amount <= free(window);
  }

  /** The free amount as steps. */
  public StepFunction freeSteps(Window window) {
    var steps =
        new StepFunction.Builder(window, capacity - LoadTreap.sumAt(load, window.startNanos()));
    LoadTreap.visit(
        load,
        0,
        window.startNanos(),
        window.endNanos(),
        (time, load) -> steps.changeAt(time, capacity - load));
    return steps.build();
  }

  /** The maximal ranges within the window in which the amount is free, in order. */
  public List<Window> freeRanges(Window within, long amount) {
    var ranges = new ArrayList<Window>();
    var end = within.endNanos();
    var from = firstFree(within.startNanos(), amount);
    while (from < end) {
      var to = Math.min(firstBusy(from, amount), end);
      ranges.add(Window.ofNanos(from, to));
      from = to == end ? NEVER : firstFree(to, amount);
    }
    return List.copyOf(ranges);
  }

  /** The start times from which the amount is free for the whole duration, within the window. */
  public StartRanges startRanges(Window within, long amount, Duration duration) {
    return StartRanges.within(freeRanges(within, amount), duration);
  }

  /** The earliest window of that length, within the given one, in which the amount is free. */
  public Optional<Window> earliest(Window within, long amount, Duration duration) {
    return CommonSlotFinder.earliest(
        List.of(new CommonSlotFinder.Demand(this, amount)), within, duration);
  }

  /** The first instant from then on with the amount free; {@link LoadTreap#NEVER} if none. */
  long firstFree(long from, long amount) {
    return LoadTreap.firstAtMost(load, from, capacity - amount);
  }

  /** The first instant from then on at which the amount is not free. */
  long firstBusy(long from, long amount) {
    return LoadTreap.firstAbove(load, from, capacity - amount);
  }
}

package org.touchpaper.timetable;

import static org.touchpaper.timetable.Changes.NEVER;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How much of one thing is taken when: Mbit/s of a link, nodes of a machine. What counts against
 * the capacity is the peak over a window, never the sum of the bookings that touch it: two that
 * follow each other share the same capacity.
 *
 * <p>A value: {@link #book} and {@link #release} answer a changed copy, sharing all but O(log n) of
 * it, so a reader keeps a consistent picture while a writer goes on. All questions are O(log n) in
 * the number of bookings, plus the length of the answer where that is a list.
 */
public final class Timetable {

  private final long capacity;
  private final @Nullable Changes changes;

  private Timetable(long capacity, @Nullable Changes changes) {
    this.capacity = capacity;
    this.changes = changes;
  }

  /** An empty timetable. */
  public static Timetable ofCapacity(long capacity) {
    if (capacity < 0) {
      throw new IllegalArgumentException("capacity is at least 0, not " + capacity);
    }
    return new Timetable(capacity, null);
  }

  public long capacity() {
    return capacity;
  }

  /** With so much more taken during the window. Whether it fits is another question. */
  public Timetable book(Window window, long amount) {
    var from = Changes.add(changes, window.startNanos(), amount);
    return new Timetable(capacity, Changes.add(from, window.endNanos(), -amount));
  }

  /** With so much less taken during the window: the opposite of {@link #book}. */
  public Timetable release(Window window, long amount) {
    return book(window, -amount);
  }

  /** The same bookings from an instant on; what lies before is forgotten and reads as free. */
  public Timetable since(Instant instant) {
    var time = Window.nanos(instant);
    var running = Changes.at(changes, time);
    var later = Changes.atOrAfter(changes, time + 1);
    return new Timetable(capacity, Changes.add(later, time, running));
  }

  /** The most that is taken at any instant of the window. */
  public long peak(Window window) {
    return Changes.highest(changes, window.startNanos(), window.endNanos());
  }

  /** The most that can be had throughout the window; below zero where it is overbooked. */
  public long free(Window window) {
    return capacity - peak(window);
  }

  public boolean fits(Window window, long amount) {
    return amount <= free(window);
  }

  /** What is free from step to step. */
  public Steps freeSteps(Window window) {
    var steps = new Steps.Builder(window, capacity - Changes.at(changes, window.startNanos()));
    Changes.visit(
        changes,
        0,
        window.startNanos(),
        window.endNanos(),
        (time, load) -> steps.change(time, capacity - load));
    return steps.build();
  }

  /** The longest stretches within the window that have room for the amount, in order. */
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

  /** The starts from which the amount is free for the whole duration, all within the window. */
  public Starts starts(Window within, long amount, Duration duration) {
    return Starts.within(freeRanges(within, amount), duration);
  }

  /** The earliest window of that length, inside the given one, with room for the amount. */
  public Optional<Window> earliest(Window within, long amount, Duration duration) {
    return CommonSlot.earliest(List.of(new CommonSlot.Demand(this, amount)), within, duration);
  }

  /** The first instant from then on with room for the amount; {@link Changes#NEVER} if none. */
  long firstFree(long from, long amount) {
    return Changes.firstAtMost(changes, from, capacity - amount);
  }

  /** The first instant from then on without room for the amount. */
  long firstBusy(long from, long amount) {
    return Changes.firstAbove(changes, from, capacity - amount);
  }
}

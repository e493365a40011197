package org.touchpaper.timetable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongBinaryOperator;

/**
 * A step function over a window: what is free from when to when. The steps adjoin, cover the
 * window, and differ from their neighbours.
 */
public record Steps(List<Step> steps) {

  /** So much throughout a stretch of time. */
  public record Step(Window during, long amount) {}

  public Steps {
    steps = List.copyOf(steps);
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("steps cover a window, so there is at least one");
    }
  }

  /** The same amount throughout. */
  public static Steps flat(Window window, long amount) {
    return new Steps(List.of(new Step(window, amount)));
  }

  public Window window() {
    return new Window(steps.getFirst().during().start(), steps.getLast().during().end());
  }

  /** Whichever is less at each instant: what a chain of links has free. */
  public Steps min(Steps other) {
    return combine(other, Math::min);
  }

  /** Whichever is more at each instant: what the better of two paths has free. */
  public Steps max(Steps other) {
    return combine(other, Math::max);
  }

  /** So many times as much at each instant: slots as what they carry. */
  public Steps times(long factor) {
    return new Steps(
        steps.stream().map(step -> new Step(step.during(), step.amount() * factor)).toList());
  }

  /** The stretches on which there is at least the amount, in order. */
  public List<Window> atLeast(long amount) {
    var found = new ArrayList<Window>();
    for (var step : steps) {
      if (step.amount() < amount) {
        continue;
      }
      if (!found.isEmpty() && found.getLast().end().equals(step.during().start())) {
        found.add(new Window(found.removeLast().start(), step.during().end()));
      } else {
        found.add(step.during());
      }
    }
    return List.copyOf(found);
  }

  private Steps combine(Steps other, LongBinaryOperator how) {
    if (!window().equals(other.window())) {
      throw new IllegalArgumentException(
          "steps cover the same window, not " + window() + " and " + other.window());
    }
    var mine = 0;
    var theirs = 0;
    var combined =
        new Builder(
            window(), how.applyAsLong(steps.getFirst().amount(), other.steps.getFirst().amount()));
    while (mine < steps.size() && theirs < other.steps.size()) {
      var a = steps.get(mine);
      var b = other.steps.get(theirs);
      var from = Math.max(a.during().startNanos(), b.during().startNanos());
      combined.change(from, how.applyAsLong(a.amount(), b.amount()));
      mine += a.during().end().isAfter(b.during().end()) ? 0 : 1;
      theirs += b.during().end().isAfter(a.during().end()) ? 0 : 1;
    }
    return combined.build();
  }

  /** Collects changes in order and leaves out those that change nothing. */
  static final class Builder {
    private final List<Step> done = new ArrayList<>();
    private final Window window;
    private long since;
    private long amount;

    Builder(Window window, long amount) {
      this.window = window;
      this.since = window.startNanos();
      this.amount = amount;
    }

    void change(long time, long amountFromThen) {
      if (amountFromThen == amount) {
        return;
      }
      if (time > since) {
        done.add(new Step(Window.ofNanos(since, time), amount));
      }
      since = time;
      amount = amountFromThen;
    }

    Steps build() {
      done.add(new Step(Window.ofNanos(since, window.endNanos()), amount));
      return new Steps(done);
    }
  }
}

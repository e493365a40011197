package org.touchpaper.timetable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongBinaryOperator;

/**
 * A step function over a window, such as free capacity over time. The steps adjoin, cover the
 * window, and differ from their neighbours.
 */
public record StepFunction(List<Step> steps) {

  /** A constant amount throughout a window. */
  public record Step(Window window, long amount) {}

  public StepFunction {
    steps = List.copyOf(steps);
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("at least one step is required");
    }
  }

  /** A function with the same amount throughout. */
  public static StepFunction constant(Window window, long amount) {
    return new StepFunction(List.of(new Step(window, amount)));
  }

  public Window window() {
    return new Window(steps.getFirst().window().start(), steps.getLast().window().end());
  }

  /** The minimum at each instant: the free capacity of a chain of links. */
  public StepFunction min(StepFunction other) {
    return combine(other, Math::min);
  }

  /** The maximum at each instant: the free capacity of the better of two paths. */
  public StepFunction max(StepFunction other) {
    return combine(other, Math::max);
  }

  /** An amount more during a part of the window: what is free if a booking in it counts as free. */
  public StepFunction plus(Window during, long amount) {
    return during
        .intersect(window())
        .map(part -> combine(zeroExcept(part, amount), Long::sum))
        .orElse(this);
  }

  private StepFunction zeroExcept(Window part, long amount) {
    var steps = new Builder(window(), 0);
    steps.changeAt(part.startNanos(), amount);
    if (part.end().isBefore(window().end())) {
      steps.changeAt(part.endNanos(), 0);
    }
    return steps.build();
  }

  /** Each amount times a factor, as from slots to Mbit/s. */
  public StepFunction scale(long factor) {
    return new StepFunction(
        steps.stream().map(step -> new Step(step.window(), step.amount() * factor)).toList());
  }

  /**
   * The function on a part of its window.
   *
   * @throws IllegalArgumentException if its window does not contain the part
   */
  public StepFunction within(Window part) {
    if (part.start().isBefore(window().start()) || part.end().isAfter(window().end())) {
      throw new IllegalArgumentException(part + " is not within " + window());
    }
    return new StepFunction(
        steps.stream()
            .flatMap(step ->
                step
                    .window()
                    .intersect(part)
                    .map(common -> new Step(common, step.amount()))
                    .stream())
            .toList());
  }

  /** The windows with at least the amount, in order. */
  public List<Window> windowsWithAtLeast(long amount) {
    var windows = new ArrayList<Window>();
    for (var step : steps) {
      if (step.amount() < amount) {
        continue;
      }
      if (!windows.isEmpty() && windows.getLast().end().equals(step.window().start())) {
        windows.add(new Window(windows.removeLast().start(), step.window().end()));
      } else {
        windows.add(step.window());
      }
    }
    return List.copyOf(windows);
  }

  private StepFunction combine(StepFunction other, LongBinaryOperator operator) {
    if (!window().equals(other.window())) {
      throw new IllegalArgumentException("windows differ: " + window() + " and " + other.window());
    }
    var index = 0;
    var otherIndex = 0;
    var combined =
        new Builder(
            window(),
            operator.applyAsLong(steps.getFirst().amount(), other.steps.getFirst().amount()));
    while (index < steps.size() && otherIndex < other.steps.size()) {
      var a = steps.get(index);
      var b = other.steps.get(otherIndex);
      var from = Math.max(a.window().startNanos(), b.window().startNanos());
      combined.changeAt(from, operator.applyAsLong(a.amount(), b.amount()));
      index += a.window().end().isAfter(b.window().end()) ? 0 : 1;
      otherIndex += b.window().end().isAfter(a.window().end()) ? 0 : 1;
    }
    return combined.build();
  }

  /** Builds a function from changes in order, leaving out those without effect. */
  static final class Builder {
    private final List<Step> steps = new ArrayList<>();
    private final Window window;
    private long stepStart;
    private long amount;

    Builder(Window window, long amount) {
      this.window = window;
      this.stepStart = window.startNanos();
      this.amount = amount;
    }

    void changeAt(long time, long amountFromThen) {
      if (amountFromThen == amount) {
        return;
      }
      if (time > stepStart) {
        steps.add(new Step(Window.ofNanos(stepStart, time), amount));
      }
      stepStart = time;
      amount = amountFromThen;
    }

    StepFunction build() {
      steps.add(new Step(Window.ofNanos(stepStart, window.endNanos()), amount));
      return new StepFunction(steps);
    }
  }
}

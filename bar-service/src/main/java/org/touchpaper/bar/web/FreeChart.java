package org.touchpaper.bar.web;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** How much of something is free over time, as bars to draw in a box of 1000 by 84. */
public record FreeChart(String title, String caption, List<Bar> steps, List<Tick> ticks) {

  private static final double WIDTH = 1000;
  private static final double HEIGHT = 84;

  public FreeChart {
    steps = List.copyOf(steps);
    ticks = List.copyOf(ticks);
  }

  /** A chart of what nobody knows. */
  static FreeChart unknown(String title, String why) {
    return new FreeChart(title, why, List.of(), List.of());
  }

  /** A time on the axis, so many per cent from its beginning. */
  public record Tick(double percent, String text) {}

  /** One stretch of time. */
  public record Bar(double x, double y, double width, double height, boolean none, String text) {}

  /** An amount that is free throughout a stretch of time. */
  public record Free(Instant start, Instant end, int amount) {}

  static FreeChart of(String title, String unit, List<Free> free) {
    if (free.isEmpty()) {
      return unknown(title, "nothing is known");
    }
    var from = free.getFirst().start();
    var to = free.getLast().end();
    var whole = (double) Math.max(1, Duration.between(from, to).toMillis());
    var most = free.stream().mapToInt(Free::amount).max().orElse(0);
    var least = free.stream().mapToInt(Free::amount).min().orElse(0);
    var bars = new ArrayList<Bar>();
    for (var step : free) {
      var x = WIDTH * Duration.between(from, step.start()).toMillis() / whole;
      var width = WIDTH * Duration.between(step.start(), step.end()).toMillis() / whole;
      var none = step.amount() == 0;
      var height = none ? HEIGHT : HEIGHT * step.amount() / most;
      var text =
          "%d %s free from %s to %s"
              .formatted(step.amount(), unit, Times.text(step.start()), Times.text(step.end()));
      bars.add(new Bar(x, HEIGHT - height, width, height, none, text));
    }
    var caption =
        "%s %s free between %s and %s UTC"
            .formatted(range(least, most), unit, Times.text(from), Times.text(to));
    return new FreeChart(title, caption, bars, ticks(from, to));
  }

  private static String range(int least, int most) {
    return least == most ? Integer.toString(most) : least + " to " + most;
  }

  /** Whole hours of a day or so, four of them; the last one would stand over the edge. */
  private static List<Tick> ticks(Instant from, Instant to) {
    var whole = Duration.between(from, to);
    var hours = Math.max(1, whole.toHours() / 4);
    var ticks = new ArrayList<Tick>();
    for (var at = from.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS);
        at.isBefore(to.minus(whole.dividedBy(20)));
        at = at.plus(hours, ChronoUnit.HOURS)) {
      var percent = 100.0 * Duration.between(from, at).toMillis() / whole.toMillis();
      ticks.add(new Tick(percent, Times.clock(at)));
    }
    return ticks;
  }
}

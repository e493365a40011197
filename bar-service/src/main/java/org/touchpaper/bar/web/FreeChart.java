package org.touchpaper.bar.web;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** How much of something is free over time, as bars to draw in a box of 1000 by 84. */
public record FreeChart(String title, String caption, List<Bar> steps) {

  private static final double WIDTH = 1000;
  private static final double HEIGHT = 84;

  public FreeChart {
    steps = List.copyOf(steps);
  }

  /** One stretch of time. */
  public record Bar(double x, double y, double width, double height, boolean none, String text) {}

  /** An amount that is free throughout a stretch of time. */
  public record Free(Instant start, Instant end, int amount) {}

  static FreeChart of(String title, String unit, List<Free> free) {
    if (free.isEmpty()) {
      return new FreeChart(title, "nothing is known", List.of());
    }
    var from = free.getFirst().start();
    var to = free.getLast().end();
    var whole = (double) Math.max(1, Duration.between(from, to).toMillis());
    var most = Math.max(1, free.stream().mapToInt(Free::amount).max().orElse(1));
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
        "%d to %d %s free between %s and %s UTC"
            .formatted(least, most, unit, Times.text(from), Times.text(to));
    return new FreeChart(title, caption, bars);
  }
}

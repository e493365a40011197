package org.touchpaper.bar.web;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** A bar chart of free capacity over time, drawn in a box of 1000 by 84. */
public record AvailabilityChart(
    String title, String caption, List<Rectangle> steps, List<Tick> ticks) {

  private static final double WIDTH = 1000;
  private static final double HEIGHT = 84;

  public AvailabilityChart {
    steps = List.copyOf(steps);
    ticks = List.copyOf(ticks);
  }

  /** An empty chart with an explanation. */
  static AvailabilityChart unavailable(String title, String explanation) {
    return new AvailabilityChart(title, explanation, List.of(), List.of());
  }

  /**
   * A label on the time axis.
   *
   * @param percent its position from the left, in percent
   */
  public record Tick(double percent, String text) {}

  public record Rectangle(
      double x, double y, double width, double height, boolean none, String text) {}

  /** A constant free amount during a period. */
  public record FreeAmount(Instant start, Instant end, int amount) {}

  static AvailabilityChart of(String title, String unit, List<FreeAmount> amounts) {
    if (amounts.isEmpty()) {
      return unavailable(title, "no data");
    }
    var from = amounts.getFirst().start();
    var to = amounts.getLast().end();
    var totalMillis = (double) Math.max(1, Duration.between(from, to).toMillis());
    var max = amounts.stream().mapToInt(FreeAmount::amount).max().orElse(0);
    var min = amounts.stream().mapToInt(FreeAmount::amount).min().orElse(0);
    var bars = new ArrayList<Rectangle>();
    for (var step : amounts) {
      var x = WIDTH * Duration.between(from, step.start()).toMillis() / totalMillis;
      var width = WIDTH * Duration.between(step.start(), step.end()).toMillis() / totalMillis;
      var isNone = step.amount() == 0;
      var height = isNone ? HEIGHT : HEIGHT * step.amount() / max;
      var text =
          "%d %s free from %s to %s"
              .formatted(
                  step.amount(),
                  unit,
                  UtcTimeFormat.format(step.start()),
                  UtcTimeFormat.format(step.end()));
      bars.add(new Rectangle(x, HEIGHT - height, width, height, isNone, text));
    }
    var caption =
        "%s %s free between %s and %s UTC"
            .formatted(range(min, max), unit, UtcTimeFormat.format(from), UtcTimeFormat.format(to));
    return new AvailabilityChart(title, caption, bars, ticks(from, to));
  }

  private static String range(int min, int max) {
    return min == max ? Integer.toString(max) : min + " to " + max;
  }

  /**
   * Ticks at full hours, about four per chart. None in the last 5 %, where its label would
   * overflow.
   */
  private static List<Tick> ticks(Instant from, Instant to) {
    var period = Duration.between(from, to);
    var hours = Math.max(1, period.toHours() / 4);
    var ticks = new ArrayList<Tick>();
    for (var at = from.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS);
        at.isBefore(to.minus(period.dividedBy(20)));
        at = at.plus(hours, ChronoUnit.HOURS)) {
      var percent = 100.0 * Duration.between(from, at).toMillis() / period.toMillis();
      ticks.add(new Tick(percent, UtcTimeFormat.formatClock(at)));
    }
    return ticks;
  }
}

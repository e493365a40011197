package org.touchpaper.lab.result;

import java.util.List;
import java.util.Locale;
import org.touchpaper.lab.result.LinearFit.Point;

/** A plot of lines as SVG within HTML. */
final class LinePlot {

  record Line(String label, int colour, boolean dashed, List<Point> points) {}

  private static final int WIDTH = 640;
  private static final int HEIGHT = 320;
  private static final int LEFT = 60;
  private static final int RIGHT = 170;
  private static final int TOP = 15;
  private static final int BOTTOM = 45;
  private static final int MAX_TICKS = 5;

  /** Colours are properties of the page, {@code --line-0} and so on, for light and dark. */
  private static final int COLOURS = 4;

  private final String xLabel;
  private final String yLabel;
  private final List<Line> lines;
  private final double stepX;
  private final double stepY;
  private final double maxX;
  private final double maxY;

  LinePlot(String xLabel, String yLabel, double limitY, List<Line> lines) {
    this.xLabel = xLabel;
    this.yLabel = yLabel;
    this.lines = List.copyOf(lines);
    this.stepX = step(max(lines, true));
    this.stepY = step(Math.min(limitY, max(lines, false)));
    this.maxX = lastTick(max(lines, true), stepX);
    this.maxY = lastTick(Math.min(limitY, max(lines, false)), stepY);
  }

  /** A round distance of ticks: 1, 2, 2.5, 4 or 5 times a power of ten. */
  private static double step(double max) {
    var power = Math.pow(10, Math.floor(Math.log10(max / MAX_TICKS)));
    for (var factor : new double[] {1, 2, 2.5, 4, 5}) {
      if (max <= MAX_TICKS * factor * power) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  private static double lastTick(double max, double step) {
    return step * Math.ceil(max / step - 1e-9);
  }

  private static double max(List<Line> lines, boolean isX) {
    return lines.stream()
        .flatMap(line -> line.points().stream())
        .mapToDouble(point -> isX ? point.x() : point.y())
        .max()
        .orElse(1);
  }

  /** Lines leave the plot at its upper edge where they exceed its limit. */
  String svg() {
    var svg = new StringBuilder();
    append(
        svg,
        "<svg viewBox='0 0 %d %d' role='img' aria-label='%s over %s'>%n",
        WIDTH,
        HEIGHT,
        yLabel,
        xLabel);
    append(
        svg,
        "<clipPath id='c%x'><rect x='%d' y='%d' width='%d' height='%d'/></clipPath>%n",
        hashCode(),
        LEFT,
        TOP - 5,
        WIDTH - LEFT - RIGHT + 5,
        HEIGHT - TOP - BOTTOM + 5);
    for (var i = 0; i <= Math.round(maxX / stepX); i++) {
      tickX(svg, stepX * i);
    }
    for (var i = 0; i <= Math.round(maxY / stepY); i++) {
      tickY(svg, stepY * i);
    }
    append(
        svg,
        "<text x='%d' y='%d' text-anchor='middle'>%s</text>%n",
        (LEFT + WIDTH - RIGHT) / 2,
        HEIGHT - 5,
        xLabel);
    append(
        svg,
        "<text transform='translate(14 %d) rotate(-90)' text-anchor='middle'>%s</text>%n",
        HEIGHT / 2,
        yLabel);
    for (var i = 0; i < lines.size(); i++) {
      line(svg, lines.get(i), i);
    }
    return svg.append("</svg>\n").toString();
  }

  private void tickY(StringBuilder svg, double y) {
    append(
        svg,
        "<line class='grid' x1='%d' x2='%d' y1='%.1f' y2='%3$.1f'/>%n",
        LEFT,
        WIDTH - RIGHT,
        yOf(y));
    append(
        svg,
        "<text x='%d' y='%.1f' text-anchor='end'>%s</text>%n",
        LEFT - 6,
        yOf(y) + 4,
        number(y));
  }

  private void tickX(StringBuilder svg, double x) {
    append(
        svg,
        "<text x='%.1f' y='%d' text-anchor='middle'>%s</text>%n",
        xOf(x),
        HEIGHT - BOTTOM + 16,
        number(x));
  }

  private void line(StringBuilder svg, Line line, int index) {
    var colour = "var(--line-%d)".formatted(line.colour() % COLOURS);
    var dash = line.dashed() ? " stroke-dasharray='6 4'" : "";
    append(
        svg,
        "<polyline fill='none' clip-path='url(#c%x)' style='stroke:%s' stroke-width='2'%s points='",
        hashCode(),
        colour,
        dash);
    line.points().forEach(point -> append(svg, "%.1f,%.1f ", xOf(point.x()), yOf(point.y())));
    svg.append("'/>\n");
    for (var point : line.points()) {
      if (point.y() <= maxY) {
        append(
            svg,
            "<circle cx='%.1f' cy='%.1f' r='3' style='fill:%s'/>%n",
            xOf(point.x()),
            yOf(point.y()),
            colour);
      }
    }
    var y = TOP + 10 + 20 * index;
    append(
        svg,
        "<line x1='%d' x2='%d' y1='%d' y2='%3$d' style='stroke:%s' stroke-width='2'%s/><text x='%d' y='%d'>%s</text>%n",
        WIDTH - RIGHT + 15,
        WIDTH - RIGHT + 45,
        y,
        colour,
        dash,
        WIDTH - RIGHT + 50,
        y + 4,
        line.label());
  }

  private double xOf(double x) {
    return LEFT + (WIDTH - LEFT - RIGHT) * x / maxX;
  }

  private double yOf(double y) {
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * y / maxY;
  }

  private static String number(double value) {
    var rounded = Math.round(value * 1e3) / 1e3;
    return rounded == Math.rint(rounded)
        ? String.valueOf(Math.round(rounded))
        : String.valueOf(rounded);
  }

  @SuppressWarnings("AnnotateFormatMethod") // that annotation's library is not on the class path
  private static void append(StringBuilder svg, String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }
}

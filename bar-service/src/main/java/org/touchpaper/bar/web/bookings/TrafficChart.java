package org.touchpaper.bar.web.bookings;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.touchpaper.bar.traffic.LightpathTraffic;
import org.touchpaper.bar.traffic.LightpathTraffic.Point;
import org.touchpaper.bar.web.TimeAxis;

/**
 * The measured traffic of a lightpath as two curves over time, with the booked rate as a line.
 *
 * @param title what was booked
 * @param directions each with a curve; empty if nothing was counted
 * @param problem why the traffic is not known; empty if it is
 */
public record TrafficChart(
    String title,
    List<Direction> directions,
    double bookedY,
    String top,
    List<TimeAxis.Tick> ticks,
    String dropped,
    String problem) {

  /** Of the drawing, whose units have no meaning. */
  public static final int WIDTH = 600;

  public static final int HEIGHT = 150;

  private static final double HEADROOM = 1.1;
  private static final int MAX_TICKS = 5;
  private static final double LAST_LABEL = 88;
  private static final double MIN_TOP_MBPS = 1;

  public TrafficChart {
    directions = List.copyOf(directions);
    ticks = List.copyOf(ticks);
  }

  /**
   * One direction.
   *
   * @param name such as {@code to newton.manchester}
   * @param style the class of its curve
   * @param curves the points of each piece without a gap, in the drawing's units
   */
  public record Direction(
      String name, String style, List<String> curves, String mean, String peak) {
    public Direction {
      curves = List.copyOf(curves);
    }
  }

  static TrafficChart unknown(String title, String problem) {
    return new TrafficChart(title, List.of(), 0, "", List.of(), "", problem);
  }

  /**
   * Draws it.
   *
   * @param axis the time to draw
   */
  static TrafficChart of(
      String title, String source, String destination, LightpathTraffic traffic, TimeAxis axis) {
    var points = traffic.points();
    if (points.isEmpty()) {
      return unknown(title, "");
    }
    var peak = Math.max(peak(points, Point::toDestinationMbps), peak(points, Point::toSourceMbps));
    var top = HEADROOM * Math.max(MIN_TOP_MBPS, Math.max(peak, traffic.bandwidthMbps()));
    var drawing = new Drawing(traffic, axis, top);
    var dropped = points.stream().mapToDouble(Point::droppedMbps).max().orElse(0);
    return new TrafficChart(
        title,
        List.of(
            drawing.direction("to " + destination, "forward", Point::toDestinationMbps),
            drawing.direction("to " + source, "backward", Point::toSourceMbps)),
        drawing.y(traffic.bandwidthMbps()),
        rate(traffic.bandwidthMbps()) + " booked",
        axis.ticks(MAX_TICKS).stream().filter(tick -> tick.x() <= LAST_LABEL).toList(),
        dropped > 0 ? "Up to " + rate(dropped) + " exceeded the booked rate and was dropped." : "",
        "");
  }

  private static double peak(List<Point> points, ToDoubleFunction<Point> rate) {
    return points.stream().mapToDouble(rate).max().orElse(0);
  }

  private static String rate(double mbps) {
    return mbps >= 10
        ? String.format(Locale.ENGLISH, "%,d Mbit/s", Math.round(mbps))
        : String.format(Locale.ENGLISH, "%.1f Mbit/s", mbps);
  }

  private record Drawing(LightpathTraffic traffic, TimeAxis axis, double top) {

    double y(double mbps) {
      return round(HEIGHT * (1 - mbps / top));
    }

    Direction direction(String name, String style, ToDoubleFunction<Point> rate) {
      var points = traffic.points().stream().sorted(Comparator.comparing(Point::at)).toList();
      return new Direction(
          name,
          style,
          curves(points, rate),
          TrafficChart.rate(points.stream().mapToDouble(rate).average().orElse(0)),
          TrafficChart.rate(peak(points, rate)));
    }

    /**
     * A point is the mean of one step, and is drawn as long; where nothing was counted is a gap.
     */
    private List<String> curves(List<Point> points, ToDoubleFunction<Point> rate) {
      var curves = new ArrayList<String>();
      var open = new StringBuilder();
      var end = points.getFirst().at();
      for (var point : points) {
        if (point.at().isAfter(end) && !open.isEmpty()) {
          curves.add(open.toString().strip());
          open.setLength(0);
        }
        end = point.at().plusSeconds(traffic.stepSeconds());
        var y = y(rate.applyAsDouble(point));
        open.append(x(point.at())).append(',').append(y).append(' ');
        open.append(x(end)).append(',').append(y).append(' ');
      }
      curves.add(open.toString().strip());
      return curves;
    }

    private double x(Instant at) {
      return round(axis.clampedX(at) * WIDTH / 100);
    }

    private static double round(double value) {
      return Math.round(value * 10) / 10.0;
    }
  }
}

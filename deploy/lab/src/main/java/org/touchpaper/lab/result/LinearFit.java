package org.touchpaper.lab.result;

import java.util.List;

/**
 * The straight line through points, by least squares.
 *
 * @param rSquared how much of the variation the line explains, 0 to 1
 */
public record LinearFit(double slope, double intercept, double rSquared) {

  /** A point of a plot or a fit. */
  public record Point(double x, double y) {}

  /** The fit of at least two points with different x. */
  public static LinearFit of(List<Point> points) {
    var meanX = points.stream().mapToDouble(Point::x).average().orElseThrow();
    var meanY = points.stream().mapToDouble(Point::y).average().orElseThrow();
    var xx = points.stream().mapToDouble(point -> square(point.x - meanX)).sum();
    var yy = points.stream().mapToDouble(point -> square(point.y - meanY)).sum();
    var xy = points.stream().mapToDouble(point -> (point.x - meanX) * (point.y - meanY)).sum();
    if (xx == 0) {
      throw new IllegalArgumentException("a line needs two points with different x: " + points);
    }
    return new LinearFit(xy / xx, meanY - xy / xx * meanX, yy == 0 ? 1 : square(xy) / (xx * yy));
  }

  private static double square(double value) {
    return value * value;
  }
}

package org.touchpaper.lab.result;

import java.util.List;
import java.util.stream.IntStream;
import org.touchpaper.lab.result.LinearFit.Point;

/** Frame times over paths that differ in one thing, in its order. */
public record FrameTimeByPathSeries(String label, List<PathFrameMeasurement> cells) {

  public FrameTimeByPathSeries {
    cells = List.copyOf(cells);
  }

  /** t_s over the delay, both in milliseconds. */
  public List<Point> points() {
    return cells.stream()
        .map(cell -> new Point(cell.path().delayMs(), cell.frames().meanMs()))
        .toList();
  }

  /** Of each cell the faster measurement: a busy machine can only add time. */
  public FrameTimeByPathSeries bestOf(FrameTimeByPathSeries repeated) {
    return new FrameTimeByPathSeries(
        label,
        IntStream.range(0, cells.size())
            .mapToObj(i ->
                cells.get(i).frames().p50Ms() <= repeated.cells.get(i).frames().p50Ms()
                    ? cells.get(i)
                    : repeated.cells.get(i))
            .toList());
  }

  public LinearFit fit() {
    return LinearFit.of(points());
  }

  /**
   * The same through the medians. Other work of the machine holds up some frames, a path without
   * loss takes its time for each: this line is the path's, also on a busy machine.
   */
  public LinearFit medianFit() {
    return LinearFit.of(
        cells.stream()
            .map(cell -> new Point(cell.path().delayMs(), cell.frames().p50Ms()))
            .toList());
  }

  /** t_s of all cells together, in milliseconds: the larger, the worse the path. */
  public double sumMs() {
    return cells.stream().mapToDouble(cell -> cell.frames().meanMs()).sum();
  }

  /** Of all cells; 0 without any. */
  double meanFramesPerSecond() {
    return cells.stream().mapToDouble(cell -> cell.frames().framesPerSecond()).average().orElse(0);
  }
}

package org.touchpaper.lab;

import java.time.Duration;
import java.util.List;

/**
 * What is measured, and for how long.
 *
 * @param lossPercent rows of Table III
 * @param jitters delays of Table IV with the jitters at each, the first of them 0; in ms
 * @param cell how long a cell lasts; one that loses 1 % lasts twice as long, for its frames are few
 * @param repeats of lightpath and production, alternating
 */
record ExperimentPlan(
    List<Double> lossPercent, List<JitterSeries> jitters, Duration cell, int repeats) {

  record JitterSeries(double delayMs, List<Double> jitterMs) {}

  static final List<Double> DELAYS_MS = List.of(0.0, 2.0, 4.0, 8.0, 16.0);

  /** Below two minutes. */
  static final ExperimentPlan QUICK =
      new ExperimentPlan(
          List.of(0.0, 0.1, 1.0),
          List.of(new JitterSeries(4, List.of(0.0, 0.2, 0.8))),
          Duration.ofSeconds(2),
          2);

  /** All cells of the paper, about five minutes. */
  static final ExperimentPlan WHOLE =
      new ExperimentPlan(
          List.of(0.0, 0.01, 0.1, 1.0),
          List.of(
              new JitterSeries(4, List.of(0.0, 0.2, 0.8)),
              new JitterSeries(8, List.of(0.0, 1.0, 1.6)),
              new JitterSeries(16, List.of(0.0, 1.0, 3.2))),
          Duration.ofSeconds(5),
          3);
}

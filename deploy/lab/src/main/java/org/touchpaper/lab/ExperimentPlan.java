package org.touchpaper.lab;

import java.time.Duration;
import java.util.List;
import org.touchpaper.lab.network.CrossTrafficSettings;

/**
 * What is measured, and for how long.
 *
 * @param lossPercent rows of Table III
 * @param jitters delays of Table IV with the jitters at each, the first of them 0; in ms
 * @param cell how long a cell lasts; one that loses 1 % lasts twice as long, for its frames are few
 * @param repeats of lightpath and production, alternating
 * @param crossTraffic what other users do on the production path, the first of them nothing
 * @param exchanges messages of the ping-pong
 */
record ExperimentPlan(
    List<Double> lossPercent,
    List<JitterSeries> jitters,
    Duration cell,
    int repeats,
    List<CrossTrafficSettings> crossTraffic,
    List<ExchangeSeries> exchanges) {

  record JitterSeries(double delayMs, List<Double> jitterMs) {}

  record ExchangeSeries(int megabytes, List<Double> lossPercent) {}

  static final List<Double> DELAYS_MS = List.of(0.0, 2.0, 4.0, 8.0, 16.0);

  /** Below two minutes. */
  static final ExperimentPlan QUICK =
      new ExperimentPlan(
          List.of(0.0, 0.1, 1.0),
          List.of(new JitterSeries(4, List.of(0.0, 0.2, 0.8))),
          Duration.ofSeconds(2),
          2,
          List.of(),
          List.of());

  /** All cells of the paper, and what needs more time: about nine minutes. */
  static final ExperimentPlan WHOLE =
      new ExperimentPlan(
          List.of(0.0, 0.01, 0.1, 1.0),
          List.of(
              new JitterSeries(4, List.of(0.0, 0.2, 0.8)),
              new JitterSeries(8, List.of(0.0, 1.0, 1.6)),
              new JitterSeries(16, List.of(0.0, 1.0, 3.2))),
          Duration.ofSeconds(5),
          3,
          List.of(
              CrossTrafficSettings.streams(0),
              CrossTrafficSettings.streams(4),
              CrossTrafficSettings.streams(8),
              CrossTrafficSettings.streams(16),
              new CrossTrafficSettings(8, true)),
          List.of(
              new ExchangeSeries(4, List.of(0.0, 0.01, 0.1, 1.0)),
              new ExchangeSeries(16, List.of(0.0, 0.1))));

  /** As the papers print it. */
  static String lossLabel(double percent) {
    return (percent == Math.rint(percent)
            ? String.valueOf(Math.round(percent))
            : String.valueOf(percent))
        + " %";
  }
}

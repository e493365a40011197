package org.touchpaper.bar.pathcheck;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.pathcheck.PathCheckPlan.Measure;
import org.touchpaper.bar.reservation.pathcheck.PathCheckResult;
import org.touchpaper.bar.reservation.pathcheck.PathCheckResult.Throughput;
import org.touchpaper.bar.reservation.pathcheck.PathCheckState;
import org.touchpaper.pathcheck.statistics.LossBound;
import org.touchpaper.pathcheck.statistics.PathStatistics;

/**
 * Decides whether a path is as good as it should be. On a circuit of its own nothing should be lost
 * or overtaken, and the shortest round trip is that of the links.
 *
 * @param plan what was measured
 * @param limits the thresholds
 */
record PathEvaluation(Measure plan, PathCheckProperties limits) {

  private static final int MILLISECOND_DIGITS = 6;
  private static final int SHOWN_DIGITS = 3;

  /** Evaluates the figures, with a measurement of throughput if one was made. */
  PathCheckResult result(
      PathStatistics figures, @Nullable Throughput throughput, Instant checkedAt) {
    var problems = problems(figures, throughput);
    var loss = loss(figures);
    return new PathCheckResult(
        problems.isEmpty() ? PathCheckState.PASSED : PathCheckState.FAILED,
        checkedAt,
        roundTrip(figures),
        loss,
        figures.reordered(),
        throughput,
        problems.isEmpty() ? summary(figures, loss, throughput) : String.join("; ", problems));
  }

  private List<String> problems(PathStatistics figures, @Nullable Throughput throughput) {
    var roundTrip = figures.roundTrip();
    if (roundTrip == null) {
      return List.of(
          "none of %d packets came back from %s: the path carries nothing, its hosts are not set up, or no reflector runs beside %s"
              .formatted(figures.sent(), plan.address(), plan.farHost()));
    }
    var problems = new ArrayList<String>();
    var min = milliseconds(roundTrip.min());
    var expected = plan.expected();
    if (expected != null
        && min.compareTo(expected.add(milliseconds(limits.excessRoundTrip()))) > 0) {
      problems.add(
          "the shortest round trip was %s ms, expected %s ms: the path is longer than the topology says, or packets wait in a queue on it"
              .formatted(min, expected));
    }
    if (figures.lost() > limits.maxLoss() * figures.sent()) {
      problems.add(lossText(figures));
    }
    if (figures.reordered() > 0) {
      problems.add(
          "%d of %d packets came out of order, which no circuit causes by itself"
              .formatted(figures.reordered(), figures.received()));
    }
    if (throughput != null && throughput.lost() > limits.maxThroughputLoss() * throughput.sent()) {
      problems.add(throughputText(throughput));
    }
    return problems;
  }

  private String summary(
      PathStatistics figures, PathCheckResult.Loss loss, @Nullable Throughput throughput) {
    var roundTrip = roundTrip(figures);
    var text =
        "round trip %s ms%s; %s, which rules out more than %s %% at %s %% confidence"
            .formatted(
                roundTrip == null ? "?" : roundTrip.min(),
                plan.expected() == null ? "" : ", expected " + plan.expected() + " ms",
                lossText(figures),
                percent(loss.ruledOutAbove()),
                percent(loss.confidence()));
    return throughput == null ? text : text + "; " + throughputText(throughput);
  }

  private static String lossText(PathStatistics figures) {
    return figures.lost() == 0
        ? "none of %d packets lost".formatted(figures.sent())
        : "%d of %d packets lost (%d on the way there, %d on the way back)"
            .formatted(figures.lost(), figures.sent(), figures.lostThere(), figures.lostBack());
  }

  private static String throughputText(Throughput throughput) {
    return "at %s Mbit/s of %d booked %d of %d packets lost there and back"
        .formatted(
            throughput.offeredMbps(),
            throughput.bookedMbps(),
            throughput.lost(),
            throughput.sent());
  }

  private PathCheckResult.@Nullable RoundTrip roundTrip(PathStatistics figures) {
    var roundTrip = figures.roundTrip();
    return roundTrip == null
        ? null
        : new PathCheckResult.RoundTrip(
            milliseconds(roundTrip.min()),
            milliseconds(roundTrip.p50()),
            milliseconds(roundTrip.p99()),
            milliseconds(roundTrip.jitter()),
            plan.expected());
  }

  private PathCheckResult.Loss loss(PathStatistics figures) {
    var above = LossBound.above(figures.sent(), figures.lost(), limits.confidence());
    return new PathCheckResult.Loss(
        figures.sent(),
        figures.lost(),
        figures.lostThere(),
        figures.lostBack(),
        new BigDecimal(String.format(Locale.ROOT, "%.3g", above)).stripTrailingZeros(),
        BigDecimal.valueOf(limits.confidence()));
  }

  private static String percent(BigDecimal share) {
    return share.movePointRight(2).stripTrailingZeros().toPlainString();
  }

  private static BigDecimal milliseconds(Duration duration) {
    return BigDecimal.valueOf(duration.toNanos(), MILLISECOND_DIGITS)
        .setScale(SHOWN_DIGITS, RoundingMode.HALF_UP);
  }
}

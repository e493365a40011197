package org.touchpaper.lab.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Whether a result has the shape that the papers found. Absolute times are not judged: they depend
 * on the machine.
 *
 * @param detail the figures that decided
 */
public record LabCheck(String name, boolean passed, String detail) {

  /** A very busy machine bends the line; a fault of the path or of TCP's settings breaks it. */
  private static final double MIN_R_SQUARED = 0.95;

  /** The slope is what TCP's window predicts, or up to this much more for what the ends need. */
  private static final double SLOPE_BELOW = 0.1;

  private static final double SLOPE_ABOVE = 0.4;

  private static final double MIN_SLOWDOWN_BY_OTHERS = 1.2;

  /** All checks, passed or not. */
  public static List<LabCheck> of(LabResult result) {
    var checks = new ArrayList<LabCheck>();
    var clean = result.delayAndLoss().getFirst();
    var fit = clean.medianFit();
    var expected = result.expectedSlope();
    checks.add(
        check(
            "without loss t_s grows with the delay as the window predicts",
            fit.slope() > expected * (1 - SLOPE_BELOW)
                && fit.slope() < expected * (1 + SLOPE_ABOVE),
            "slope of the medians %.2f, predicted %.2f",
            fit.slope(),
            expected));
    checks.add(
        check(
            "without loss t_s is linear in the delay",
            fit.rSquared() > MIN_R_SQUARED,
            "R² of the medians %.3f",
            fit.rSquared()));
    for (var i = 1; i < result.delayAndLoss().size(); i++) {
      var better = result.delayAndLoss().get(i - 1);
      var worse = result.delayAndLoss().get(i);
      if (!worse.label().equals("0.01 %")) { // a loss that rare does not show within seconds
        checks.add(
            check(
                "a loss of " + worse.label() + " is worse than one of " + better.label(),
                worse.sumMs() > better.sumMs(),
                "sum of t_s %.0f and %.0f ms",
                worse.sumMs(),
                better.sumMs()));
      }
    }
    checks.add(
        check(
            "the lightpath is faster than the production path",
            result.gainPercent() > 0,
            "%.0f %%",
            result.gainPercent()));
    checks.addAll(ofCrossTraffic(result.crossTraffic()));
    checks.addAll(ofExchanges(result.exchanges()));
    checks.add(
        check(
            "a force moves the chain into the pore",
            result.steered() < 0,
            "%.2f along the pore",
            result.steered()));
    var run = result.run();
    if (run != null) {
      checks.add(
          check(
              "the path check finds the lightpath as the topology says",
              run.path().passed(),
              "%s",
              run.path().summary()));
      checks.add(
          check("the booking's end ends its job", run.jobEnded(), "job %s of Slurm", run.jobId()));
      checks.add(
          check(
              "packets pass until the booking's end, and no longer",
              run.pathEnded(),
              "to %s",
              run.endpoint()));
    }
    return checks;
  }

  /**
   * Compares no other users with most streams, by medians: other work of the machine moves means.
   */
  private static List<LabCheck> ofCrossTraffic(List<CrossTrafficRow> rows) {
    if (rows.isEmpty()) {
      return List.of();
    }
    var quiet = rows.getFirst();
    var busy =
        rows.stream()
            .filter(row -> !row.load().bursts())
            .max(Comparator.comparingInt(row -> row.load().streams()))
            .orElseThrow();
    var slowdown = slowdown(quiet.production(), busy.production());
    var checks = new ArrayList<LabCheck>();
    checks.add(
        check(
            "other users' traffic slows the production path",
            slowdown > MIN_SLOWDOWN_BY_OTHERS,
            "%s: %.1f times the median t_s",
            busy.load().label(),
            slowdown));
    var quietLightpath = quiet.lightpath();
    var busyLightpath = busy.lightpath();
    if (quietLightpath != null && busyLightpath != null) {
      var onLightpath = slowdown(quietLightpath, busyLightpath);
      checks.add(
          check(
              "cross-traffic does not slow the lightpath",
              onLightpath - 1 < (slowdown - 1) / 2,
              "%.2f times the median t_s",
              onLightpath));
    }
    return checks;
  }

  private static double slowdown(PathFrameMeasurement quiet, PathFrameMeasurement busy) {
    return busy.frames().p50Ms() / quiet.frames().p50Ms();
  }

  private static List<LabCheck> ofExchanges(List<ExchangeRow> rows) {
    var checks = new ArrayList<LabCheck>();
    for (var clean : rows) {
      if (clean.label().equals("0 %")) {
        var last = clean.cells().size() - 1;
        var lossy =
            rows.stream()
                .filter(row -> row.megabytes() == clean.megabytes() && row.label().equals("0.1 %"))
                .findFirst()
                .orElseThrow();
        checks.add(
            check(
                "a message of %d MB takes longer with delay, and with loss"
                    .formatted(clean.megabytes()),
                clean.seconds(last) > clean.seconds(0) && lossy.seconds(last) > clean.seconds(last),
                "%.2f s, with 16 ms %.2f s, with 0.1 %% loss %.2f s",
                clean.seconds(0),
                clean.seconds(last),
                lossy.seconds(last)));
      }
    }
    return checks;
  }

  @SuppressWarnings("AnnotateFormatMethod") // that annotation's library is not on the class path
  private static LabCheck check(String name, boolean passed, String detail, Object... figures) {
    return new LabCheck(name, passed, String.format(Locale.ROOT, detail, figures));
  }
}

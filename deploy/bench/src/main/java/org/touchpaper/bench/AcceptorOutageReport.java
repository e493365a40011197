package org.touchpaper.bench;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.touchpaper.harc.verification.availability.AvailabilityResult;
import org.touchpaper.harc.verification.availability.BirthDeathAvailabilityModel;
import org.touchpaper.harc.verification.availability.ConfidenceInterval;

/**
 * Simulated outages and unavailability, compared with the formula and with HARC's claim.
 *
 * @param up mean time to failure of an acceptor
 * @param down mean time to repair
 * @param rows one for each number of acceptors
 * @param seconds duration of the simulation
 */
record AcceptorOutageReport(Duration up, Duration down, List<Row> rows, double seconds) {
  private static final String OUTAGE_FORMAT = "%9s %7s %9s %8s  %-29s  %-14s  %s%n";
  private static final String SHARE_FORMAT = "%9s  %-32s  %s%n";

  /** HARC's claim: over ten years, with seven acceptors, each a week up and four hours down. */
  private static final double CLAIMED_SECONDS = 10 * DurationFormat.YEAR;

  /** The result for one number of acceptors. */
  record Row(BirthDeathAvailabilityModel model, AvailabilityResult result) {

    boolean matchesModel() {
      return result.agreesWith(model);
    }

    /** Whether outages are over ten years apart: yes, no, or open if the interval does not tell. */
    String isOverTenYears() {
      var interval = result.timeBetweenOutagesInterval();
      if (interval.low() > CLAIMED_SECONDS) {
        return "yes";
      }
      return interval.high() <= CLAIMED_SECONDS ? "no" : "open";
    }
  }

  boolean matchesModel() {
    return rows.stream().allMatch(Row::matchesModel);
  }

  void print(PrintWriter out) {
    rows.stream()
        .map(row -> row.result().firstFailure())
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(failure -> printFailure(failure, out));
    out.printf(
        "Mean time to failure of an acceptor: %s; mean time to repair: %s.%n"
            + "Confidence intervals are in brackets; one run in %d lies outside.%n%n",
        DurationFormat.format(seconds(up)),
        DurationFormat.format(seconds(down)),
        ConfidenceInterval.ONE_IN);
    out.printf(
        OUTAGE_FORMAT,
        "acceptors",
        "years",
        "changes",
        "outages",
        "time between outages",
        "by the formula",
        "over 10 years");
    rows.forEach(row -> printOutages(row, out));
    out.printf("%n" + SHARE_FORMAT, "acceptors", "unavailability", "by the formula");
    rows.forEach(row -> printShare(row, out));
    out.println();
    rows.forEach(row -> printClaim(row, out));
    printComparison(out);
    out.printf(
        Locale.ROOT,
        "%d transactions decided, %d against the majority, %d violations, %.1f s%n",
        rows.stream().mapToLong(row -> row.result().commits() + row.result().aborts()).sum(),
        rows.stream().mapToLong(row -> row.result().unexpectedOutcomes()).sum(),
        violations(),
        seconds);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  private static void printFailure(AvailabilityResult.Failure failure, PrintWriter out) {
    out.println(failure.trace());
    out.printf(
        "seed %d, transaction %d: %s%n%n", failure.seed(), failure.number(), failure.message());
  }

  private static void printOutages(Row row, PrintWriter out) {
    var result = row.result();
    out.printf(
        OUTAGE_FORMAT,
        row.model().acceptors(),
        DurationFormat.formatFigures(result.seconds() / DurationFormat.YEAR),
        result.changes(),
        result.outages(),
        DurationFormat.format(result.secondsBetweenOutages(), result.timeBetweenOutagesInterval()),
        DurationFormat.format(row.model().secondsBetweenOutages()),
        row.isOverTenYears());
    if (!row.matchesModel()) {
      out.printf("%9s  does not match the formula%n", "^");
    }
  }

  private static void printShare(Row row, PrintWriter out) {
    var result = row.result();
    var unavailable = result.unavailabilityInterval();
    out.printf(
        SHARE_FORMAT,
        row.model().acceptors(),
        unavailable == null
            ? DurationFormat.formatShare(result.unavailability()) + " (too few outages)"
            : DurationFormat.formatShare(result.unavailability(), unavailable),
        DurationFormat.formatShare(row.model().unavailability()));
  }

  /** Prints a verdict on HARC's claim, for its parameters only. */
  private void printClaim(Row row, PrintWriter out) {
    if (row.model().acceptors() != 7
        || !up.equals(Duration.ofDays(7))
        || !down.equals(Duration.ofHours(4))) {
      return;
    }
    var judgement =
        switch (row.isOverTenYears()) {
          case "yes" -> "confirmed";
          case "no" -> "not confirmed";
          default -> "open; simulate more years";
        };
    out.printf(
        "HARC's claim of over 10 years between outages with seven acceptors: %s.%n"
            + "Time from all acceptors up to the first outage, by the formula: %s.%n",
        judgement, DurationFormat.format(row.model().secondsToFirstOutage()));
  }

  private void printComparison(PrintWriter out) {
    var withOne = secondsBetweenOutages(1);
    var withFive = secondsBetweenOutages(5);
    if (!Double.isNaN(withOne) && !Double.isNaN(withFive)) {
      out.printf(
          "PoS(ESLEA)016, five acceptors have \"a far longer Mean Time to Failure\" than one: %s"
              + " times.%n",
          DurationFormat.formatFigures(withFive / withOne));
    }
  }

  private double secondsBetweenOutages(int acceptors) {
    return rows.stream()
        .filter(row -> row.model().acceptors() == acceptors)
        .mapToDouble(row -> row.result().secondsBetweenOutages())
        .findFirst()
        .orElse(Double.NaN);
  }

  long violations() {
    return rows.stream().filter(row -> row.result().firstFailure() != null).count();
  }
}

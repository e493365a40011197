package org.touchpaper.bench;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.touchpaper.harc.proof.Fleet;
import org.touchpaper.harc.proof.Interval;
import org.touchpaper.harc.proof.Uptime;

/**
 * What years of failures and repairs came to, beside the formula and what was said of HARC.
 *
 * @param up how long an acceptor works
 * @param down how long it is away
 * @param rows one for each number of acceptors
 * @param seconds how long it took
 */
record AvailabilityReport(Duration up, Duration down, List<Row> rows, double seconds) {
  private static final String OUTAGES = "%9s %7s %9s %8s  %-29s  %-14s  %s%n";
  private static final String SHARES = "%9s  %-32s  %s%n";

  /** "Over ten years", as was said of seven acceptors, each a week up and four hours down. */
  private static final double CLAIMED = 10 * TimeText.YEAR;

  /** One system of so many acceptors. */
  record Row(Fleet fleet, Uptime uptime) {

    boolean isRight() {
      return uptime.agreesWith(fleet);
    }

    /** Whether outages are over ten years apart: yes, no, or open if that is not to be told. */
    String isOverTenYears() {
      var between = uptime.betweenOutages();
      if (between.low() > CLAIMED) {
        return "yes";
      }
      return between.high() <= CLAIMED ? "no" : "open";
    }
  }

  boolean isRight() {
    return rows.stream().allMatch(Row::isRight);
  }

  void print(PrintWriter out) {
    rows.stream()
        .map(row -> row.uptime().first())
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(failure -> tell(failure, out));
    out.printf(
        "On average an acceptor works for %s and is away for %s.%n"
            + "The truth lies in what is in brackets, but for one run in %d.%n%n",
        TimeText.time(seconds(up)), TimeText.time(seconds(down)), Interval.ONE_IN);
    out.printf(
        OUTAGES,
        "acceptors",
        "years",
        "changes",
        "outages",
        "from outage to outage",
        "by the formula",
        "over 10 years");
    rows.forEach(row -> printOutages(row, out));
    out.printf("%n" + SHARES, "acceptors", "share of time out", "by the formula");
    rows.forEach(row -> printShare(row, out));
    out.println();
    rows.forEach(row -> sayWhatWasClaimed(row, out));
    compareFiveWithOne(out);
    out.printf(
        Locale.ROOT,
        "%d transactions decided, %d against the majority, %d violations, %.1f s%n",
        rows.stream().mapToLong(row -> row.uptime().commits() + row.uptime().aborts()).sum(),
        rows.stream().mapToLong(row -> row.uptime().surprises()).sum(),
        violations(),
        seconds);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  private static void tell(Uptime.Failure failure, PrintWriter out) {
    out.println(failure.story());
    out.printf(
        "seed %d, transaction %d: %s%n%n", failure.seed(), failure.number(), failure.message());
  }

  private static void printOutages(Row row, PrintWriter out) {
    var uptime = row.uptime();
    out.printf(
        OUTAGES,
        row.fleet().acceptors(),
        TimeText.figures(uptime.seconds() / TimeText.YEAR),
        uptime.changes(),
        uptime.outages(),
        TimeText.time(uptime.secondsBetweenOutages(), uptime.betweenOutages()),
        TimeText.time(row.fleet().secondsBetweenOutages()),
        row.isOverTenYears());
    if (!row.isRight()) {
      out.printf("%9s  not as it should be%n", "^");
    }
  }

  private static void printShare(Row row, PrintWriter out) {
    var uptime = row.uptime();
    var unavailable = uptime.unavailable();
    out.printf(
        SHARES,
        row.fleet().acceptors(),
        unavailable == null
            ? TimeText.share(uptime.unavailability()) + " (too few outages)"
            : TimeText.share(uptime.unavailability(), unavailable),
        TimeText.share(row.fleet().unavailability()));
  }

  /** Only what was said is judged: other numbers have their line in the table. */
  private void sayWhatWasClaimed(Row row, PrintWriter out) {
    if (row.fleet().acceptors() != 7
        || !up.equals(Duration.ofDays(7))
        || !down.equals(Duration.ofHours(4))) {
      return;
    }
    var verdict =
        switch (row.isOverTenYears()) {
          case "yes" -> "it holds";
          case "no" -> "it does not hold";
          default -> "open, simulate more years";
        };
    out.printf(
        "HARC's claim, seven acceptors fail together once in over 10 years: %s.%n"
            + "From all up to the first outage it is %s by the formula.%n",
        verdict, TimeText.time(row.fleet().secondsToFirstOutage()));
  }

  private void compareFiveWithOne(PrintWriter out) {
    var one = between(1);
    var five = between(5);
    if (!Double.isNaN(one) && !Double.isNaN(five)) {
      out.printf(
          "PoS(ESLEA)016, five have \"a far longer Mean Time to Failure\" than one: %s times as"
              + " long.%n",
          TimeText.figures(five / one));
    }
  }

  private double between(int acceptors) {
    return rows.stream()
        .filter(row -> row.fleet().acceptors() == acceptors)
        .mapToDouble(row -> row.uptime().secondsBetweenOutages())
        .findFirst()
        .orElse(Double.NaN);
  }

  long violations() {
    return rows.stream().filter(row -> row.uptime().first() != null).count();
  }
}

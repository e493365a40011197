package org.touchpaper.bench;

import java.util.Arrays;
import java.util.Locale;
import org.touchpaper.harc.verification.availability.ConfidenceInterval;

/** Formats durations in the largest suitable unit, and shares of time. */
final class DurationFormat {
  static final double YEAR = 365.25 * 86_400;

  private DurationFormat() {}

  private enum Unit {
    YEARS(YEAR),
    DAYS(86_400),
    HOURS(3600),
    SECONDS(1);

    private final double seconds;

    Unit(double seconds) {
      this.seconds = seconds;
    }

    static Unit of(double seconds) {
      return Arrays.stream(values())
          .filter(unit -> seconds >= unit.seconds)
          .findFirst()
          .orElse(SECONDS);
    }

    String format(double time) {
      return DurationFormat.formatFigures(time / seconds);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static String format(double seconds) {
    var unit = Unit.of(seconds);
    return Double.isFinite(seconds) ? unit.format(seconds) + " " + unit : "never";
  }

  static String format(double seconds, ConfidenceInterval interval) {
    var unit = Unit.of(Double.isFinite(seconds) ? seconds : interval.low());
    return "%s (%s to %s)"
        .formatted(format(seconds), unit.format(interval.low()), unit.format(interval.high()));
  }

  static String formatShare(double share) {
    return String.format(Locale.ROOT, "%.2e", share);
  }

  static String formatShare(double share, ConfidenceInterval interval) {
    return String.format(
        Locale.ROOT, "%.2e (%.1e to %.1e)", share, interval.low(), interval.high());
  }

  static String formatFigures(double value) {
    if (Double.isInfinite(value)) {
      return "never";
    }
    var decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}

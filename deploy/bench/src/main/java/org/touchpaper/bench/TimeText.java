package org.touchpaper.bench;

import java.util.Locale;
import org.touchpaper.harc.proof.Interval;

/** Times in the largest unit of which there is one at least, and shares of time. */
final class TimeText {
  static final double YEAR = 365.25 * 86_400;

  private TimeText() {}

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
      for (var unit : values()) {
        if (seconds >= unit.seconds) {
          return unit;
        }
      }
      return SECONDS;
    }

    String figures(double time) {
      return TimeText.figures(time / seconds);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static String time(double seconds) {
    var unit = Unit.of(seconds);
    return Double.isFinite(seconds) ? unit.figures(seconds) + " " + unit : "never";
  }

  static String time(double seconds, Interval between) {
    var unit = Unit.of(Double.isFinite(seconds) ? seconds : between.low());
    return "%s (%s to %s)"
        .formatted(time(seconds), unit.figures(between.low()), unit.figures(between.high()));
  }

  static String share(double share) {
    return String.format(Locale.ROOT, "%.2e", share);
  }

  static String share(double share, Interval around) {
    return String.format(Locale.ROOT, "%.2e (%.1e to %.1e)", share, around.low(), around.high());
  }

  static String figures(double value) {
    if (Double.isInfinite(value)) {
      return "never";
    }
    var decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}

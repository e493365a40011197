package org.touchpaper.platform;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.springframework.boot.convert.DurationStyle;

/**
 * The permitted values of a setting, both ends included. A service does not start with a value
 * outside, because it would never retry, or retry without a pause.
 */
public record SettingValueRange<T extends Comparable<T>>(T min, T max) {

  private static final List<ChronoUnit> UNITS =
      List.of(
          ChronoUnit.DAYS,
          ChronoUnit.HOURS,
          ChronoUnit.MINUTES,
          ChronoUnit.SECONDS,
          ChronoUnit.MILLIS);

  public SettingValueRange {
    if (min.compareTo(max) > 0) {
      throw new IllegalArgumentException("the range is empty: " + min + " is above " + max);
    }
  }

  /**
   * Checks a setting.
   *
   * @param property its full name, such as {@code touchpaper.max-body}
   * @throws IllegalArgumentException with the name, the value and the range, if it is outside
   */
  public void check(String property, T value) {
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new IllegalArgumentException(
          "%s is %s; set it to a value from %s to %s"
              .formatted(property, format(value), format(min), format(max)));
    }
  }

  /** Formats as in a configuration file: {@code 30s}, not {@code PT30S}. */
  private static String format(Object value) {
    return value instanceof Duration duration ? formatDuration(duration) : value.toString();
  }

  private static String formatDuration(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    return UNITS.stream()
        .filter(unit -> duration.equals(unit.getDuration().multipliedBy(unitsIn(unit, duration))))
        .findFirst()
        .map(unit -> DurationStyle.SIMPLE.print(duration, unit))
        .orElseGet(duration::toString);
  }

  private static long unitsIn(ChronoUnit unit, Duration duration) {
    return duration.dividedBy(unit.getDuration());
  }
}

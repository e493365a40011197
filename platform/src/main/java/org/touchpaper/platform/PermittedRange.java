package org.touchpaper.platform;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.springframework.boot.convert.DurationStyle;

/**
 * Which values a setting may have, both ends included. Outside it a service would run, and never
 * try again, or try again without a pause: it is not to start instead.
 */
public record PermittedRange<T extends Comparable<T>>(T least, T most) {

  private static final List<ChronoUnit> UNITS =
      List.of(
          ChronoUnit.DAYS,
          ChronoUnit.HOURS,
          ChronoUnit.MINUTES,
          ChronoUnit.SECONDS,
          ChronoUnit.MILLIS);

  public PermittedRange {
    if (least.compareTo(most) > 0) {
      throw new IllegalArgumentException("nothing lies between " + least + " and " + most);
    }
  }

  /**
   * Checks a setting.
   *
   * @param property its name, as an administrator writes it
   * @throws IllegalArgumentException with its name, its value and what is permitted, if it is
   *     outside
   */
  public void check(String property, T value) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s is %s; set it to a value from %s to %s"
              .formatted(property, words(value), words(least), words(most)));
    }
  }

  /** As one writes it in a configuration: {@code 30s}, not {@code PT30S}. */
  private static String words(Object value) {
    return value instanceof Duration duration ? inUnits(duration) : value.toString();
  }

  private static String inUnits(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    return UNITS.stream()
        .filter(unit -> duration.equals(unit.getDuration().multipliedBy(in(unit, duration))))
        .findFirst()
        .map(unit -> DurationStyle.SIMPLE.print(duration, unit))
        .orElseGet(duration::toString);
  }

  private static long in(ChronoUnit unit, Duration duration) {
    return duration.dividedBy(unit.getDuration());
  }
}

package org.touchpaper.hlm.cli;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Times and lengths as people write them: {@code +10s}, {@code 1h30m}, {@code PT1H}, ISO 8601. */
final class Times {
  private static final Pattern PART = Pattern.compile("(\\d{1,9})([smhd])");
  private static final Pattern LENGTH = Pattern.compile("(?:\\d{1,9}[smhd])+");
  private static final Map<String, ChronoUnit> UNITS =
      Map.of(
          "s", ChronoUnit.SECONDS,
          "m", ChronoUnit.MINUTES,
          "h", ChronoUnit.HOURS,
          "d", ChronoUnit.DAYS);

  private Times() {}

  /** An option with that time, as it is written on a command line; nothing if there is none. */
  static String option(String name, @Nullable Instant time) {
    return time == null ? "" : " " + name + " " + time;
  }

  /** The time an option gives. */
  static Instant instant(String option, String text, Instant now) {
    if (text.startsWith("+")) {
      return after(option, text.substring(1), now);
    }
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          option
              + ": not a time: '"
              + text
              + "'; give an ISO 8601 time with its zone, such as 2026-12-01T21:00:00Z, or +10s,"
              + " +5m, +2h from now",
          e);
    }
  }

  /** The time that is later by the length an option gives. */
  static Instant after(String option, String text, Instant start) {
    return measured(option, text, () -> start.plus(read(text)));
  }

  /** The length an option gives. */
  static Duration length(String option, String text) {
    return measured(option, text, () -> read(text));
  }

  private static <T> T measured(String option, String text, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          option
              + ": not a length of time: '"
              + text
              + "'; give for example 20s, 90m, 1h30m or PT1H",
          e);
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(option + ": '" + text + "' is too long", e);
    }
  }

  private static Duration read(String text) {
    if (LENGTH.matcher(text).matches()) {
      return PART.matcher(text)
          .results()
          .map(it -> Duration.of(Long.parseLong(it.group(1)), UNITS.get(it.group(2))))
          .reduce(Duration.ZERO, Duration::plus);
    }
    return Duration.parse(text);
  }
}

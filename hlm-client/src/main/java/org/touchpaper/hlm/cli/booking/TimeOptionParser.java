package org.touchpaper.hlm.cli.booking;

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

/** Parses times and durations: ISO 8601, {@code +10s}, {@code 1h30m}, {@code PT1H}. */
final class TimeOptionParser {
  private static final Pattern PART = Pattern.compile("(\\d{1,9})([smhd])");
  private static final Pattern LENGTH = Pattern.compile("(?:\\d{1,9}[smhd])+");
  private static final Map<String, ChronoUnit> UNITS =
      Map.of(
          "s", ChronoUnit.SECONDS,
          "m", ChronoUnit.MINUTES,
          "h", ChronoUnit.HOURS,
          "d", ChronoUnit.DAYS);

  private TimeOptionParser() {}

  /** The option with that time as text; empty if the time is null. */
  static String option(String name, @Nullable Instant time) {
    return time == null ? "" : " " + name + " " + time;
  }

  /** Parses an absolute time, or one relative to now. */
  static Instant parseInstant(String option, String text, Instant now) {
    if (text.startsWith("+")) {
      return parseOffset(option, text.substring(1), now);
    }
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          option
              + ": not a time: '"
              + text
              + "'; use ISO 8601 with a zone, such as 2026-12-01T21:00:00Z, or +10s, +5m, +2h from"
              + " now",
          e);
    }
  }

  /** Adds the given duration to a start. */
  static Instant parseOffset(String option, String text, Instant start) {
    return parse(option, text, () -> start.plus(parseDuration(text)));
  }

  static Duration parseLength(String option, String text) {
    return parse(option, text, () -> parseDuration(text));
  }

  private static <T> T parse(String option, String text, Supplier<T> parser) {
    try {
      return parser.get();
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          option + ": not a duration: '" + text + "'; use for example 20s, 90m, 1h30m or PT1H", e);
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(option + ": '" + text + "' is too long", e);
    }
  }

  private static Duration parseDuration(String text) {
    if (LENGTH.matcher(text).matches()) {
      return PART.matcher(text)
          .results()
          .map(match -> Duration.of(Long.parseLong(match.group(1)), UNITS.get(match.group(2))))
          .reduce(Duration.ZERO, Duration::plus);
    }
    return Duration.parse(text);
  }
}

package org.touchpaper.bar.web.book;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Lengths of time as people write them: minutes, {@code 1:30}, {@code 2 h 30 min}, 3 days. */
final class FormDurationParser {

  private static final Duration MAX = Duration.ofDays(366);
  private static final Pattern CLOCK = Pattern.compile("(\\d{1,4}):([0-5]\\d)");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,8}(?:[.,]\\d{1,6})?");
  private static final Pattern PART = Pattern.compile("(" + NUMBER + ")\\s*([a-z]+)\\s*");

  private FormDurationParser() {}

  /** Reads a length; empty if it is none, is not positive, or is longer than 366 days. */
  static Optional<Duration> parse(String typed) {
    var text = typed.strip().toLowerCase(Locale.ROOT);
    var clock = CLOCK.matcher(text);
    if (clock.matches()) {
      return valid(
          Duration.ofHours(Long.parseLong(clock.group(1)))
              .plusMinutes(Long.parseLong(clock.group(2))));
    }
    return NUMBER.matcher(text).matches()
        ? times(text, Duration.ofMinutes(1)).flatMap(FormDurationParser::valid)
        : parseParts(text);
  }

  private static Optional<Duration> parseParts(String text) {
    var part = PART.matcher(text);
    var total = Duration.ZERO;
    var position = 0;
    while (part.find() && part.start() == position) {
      var length = unit(part.group(2)).flatMap(unit -> times(part.group(1), unit));
      if (length.isEmpty()) {
        return Optional.empty();
      }
      total = total.plus(length.get());
      position = part.end();
    }
    return position == text.length() ? valid(total) : Optional.empty();
  }

  private static Optional<Duration> unit(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "s", "sec", "secs", "second", "seconds" -> Duration.ofSeconds(1);
          case "m", "min", "mins", "minute", "minutes" -> Duration.ofMinutes(1);
          case "h", "hr", "hrs", "hour", "hours" -> Duration.ofHours(1);
          case "d", "day", "days" -> Duration.ofDays(1);
          case "w", "week", "weeks" -> Duration.ofDays(7);
          default -> null;
        });
  }

  /** In whole milliseconds. */
  private static Optional<Duration> times(String number, Duration unit) {
    var millis =
        new BigDecimal(number.replace(',', '.')).multiply(BigDecimal.valueOf(unit.toMillis()));
    return Optional.of(Duration.ofMillis(millis.longValue()));
  }

  private static Optional<Duration> valid(Duration length) {
    return Optional.of(length).filter(Duration::isPositive).filter(it -> it.compareTo(MAX) <= 0);
  }

  /** Writes a length, such as {@code 2 d 1 h 30 min}. */
  static String format(Duration length) {
    var text = new StringBuilder();
    append(length.toDaysPart(), "d", text);
    append(length.toHoursPart(), "h", text);
    append(length.toMinutesPart(), "min", text);
    var seconds =
        BigDecimal.valueOf(length.toSecondsPart())
            .add(BigDecimal.valueOf(length.toMillisPart(), 3))
            .stripTrailingZeros();
    if (seconds.signum() > 0 || text.isEmpty()) {
      text.append(text.isEmpty() ? "" : " ").append(seconds.toPlainString()).append(" s");
    }
    return text.toString();
  }

  private static void append(long count, String unit, StringBuilder text) {
    if (count > 0) {
      text.append(text.isEmpty() ? "" : " ").append(count).append(' ').append(unit);
    }
  }
}

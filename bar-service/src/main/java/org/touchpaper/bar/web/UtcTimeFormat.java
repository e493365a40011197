package org.touchpaper.bar.web;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Formats and parses the times on pages, always in UTC. */
public final class UtcTimeFormat {

  private static final DateTimeFormatter DISPLAY_FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter INPUT_FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss").withZone(ZoneOffset.UTC);

  private static final DateTimeFormatter CLOCK_FORMAT =
      DateTimeFormatter.ofPattern("EEE HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private UtcTimeFormat() {}

  public static String format(Instant instant) {
    return DISPLAY_FORMAT.format(instant.truncatedTo(ChronoUnit.SECONDS));
  }

  /** Formats weekday and time of day. */
  static String formatClock(Instant instant) {
    return CLOCK_FORMAT.format(instant);
  }

  public static String formatInput(Instant instant) {
    return INPUT_FORMAT.format(instant);
  }

  /**
   * Parses the value of a {@code datetime-local} input.
   *
   * @throws java.time.format.DateTimeParseException if it is malformed
   */
  public static Instant parse(String input) {
    return LocalDateTime.parse(input).toInstant(ZoneOffset.UTC);
  }
}

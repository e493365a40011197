package org.touchpaper.bar.web;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** How pages write and read times: always UTC. */
final class Times {

  private static final DateTimeFormatter FOR_PEOPLE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter FOR_INPUT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss").withZone(ZoneOffset.UTC);

  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("EEE HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private Times() {}

  static String text(Instant instant) {
    return FOR_PEOPLE.format(instant.truncatedTo(ChronoUnit.SECONDS));
  }

  /** Day of the week and time of day. */
  static String clock(Instant instant) {
    return CLOCK.format(instant);
  }

  static String input(Instant instant) {
    return FOR_INPUT.format(instant);
  }

  /** Reads what a datetime-local input sends; throws DateTimeParseException otherwise. */
  static Instant parse(String input) {
    return LocalDateTime.parse(input).toInstant(ZoneOffset.UTC);
  }
}

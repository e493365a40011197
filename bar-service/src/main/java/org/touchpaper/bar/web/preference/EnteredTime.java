package org.touchpaper.bar.web.preference;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/**
 * What a form says about a moment in a time zone. When the clocks change, a local time can occur
 * never or twice; nothing is guessed then.
 */
public sealed interface EnteredTime {

  /** A moment. */
  record Exact(Instant at) implements EnteredTime {}

  /** A local time that is skipped as the clocks go forward. */
  record Gap(String message) implements EnteredTime {}

  /** A local time that occurs twice as the clocks go back: the form asks which is meant. */
  record Overlap(Instant earlier, Instant later, String message) implements EnteredTime {}

  /** Not a time. */
  record Malformed(String message) implements EnteredTime {}

  /**
   * Reads the value of a {@code datetime-local} input.
   *
   * @param text such as {@code 2027-03-28T01:30}
   * @param offset which of two is meant, such as {@code +01:00}; else empty
   */
  public static EnteredTime parse(String text, String offset, ZoneId zone) {
    final LocalDateTime local;
    try {
      local = LocalDateTime.parse(text.strip().replace(' ', 'T'));
    } catch (DateTimeParseException _) {
      return new Malformed("Enter a date and a time, such as 2026-12-01 21:00.");
    }
    var change = zone.getRules().getTransition(local);
    if (change == null) {
      return new Exact(local.atZone(zone).toInstant());
    }
    var day = DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH).format(local);
    if (change.isGap()) {
      return new Gap(
          "On %s the clocks in %s go forward from %s to %s, so there is no %s. Enter another time."
              .formatted(
                  day,
                  zone,
                  change.getDateTimeBefore().toLocalTime(),
                  change.getDateTimeAfter().toLocalTime(),
                  local.toLocalTime()));
    }
    for (var candidate : zone.getRules().getValidOffsets(local)) {
      if (candidate.getId().equals(offset)) {
        return new Exact(local.toInstant(candidate));
      }
    }
    var earlier = local.toInstant(change.getOffsetBefore());
    var later = local.toInstant(change.getOffsetAfter());
    return new Overlap(
        earlier,
        later,
        "On %s the clocks in %s go back, so %s occurs twice: at %s and at %s UTC. Choose one."
            .formatted(day, zone, local.toLocalTime(), clock(earlier), clock(later)));
  }

  private static String clock(Instant at) {
    return DateTimeFormatter.ofPattern("HH:mm").withZone(ZoneOffset.UTC).format(at);
  }
}

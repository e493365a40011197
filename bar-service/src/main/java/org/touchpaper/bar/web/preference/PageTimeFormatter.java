package org.touchpaper.bar.web.preference;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.springframework.stereotype.Component;

/**
 * Shows and reads times in the zone of who asks for the page ({@link PreferenceCookieReader#zone}),
 * with UTC beside it. Times are rounded down to seconds. Templates write {@code <time
 * th:replace="~{layout :: time(${booking.start})}"></time>}, where {@code booking.start} is an
 * Instant, or call this bean as {@code @pageTimeFormatter}.
 */
@Component("pageTimeFormatter")
public final class PageTimeFormatter {

  private final PreferenceCookieReader preferences;

  PageTimeFormatter(PreferenceCookieReader preferences) {
    this.preferences = preferences;
  }

  /** The zone in which times are shown and read. */
  public ZoneId zone() {
    return preferences.zone();
  }

  /** True if the zone is UTC, so that nothing needs to be said twice. */
  public boolean isUtc() {
    return zone().equals(ZoneOffset.UTC);
  }

  /** In the zone, with its name: {@code 2026-12-01 22:00 CET}. */
  public String text(Instant at) {
    return local(at) + " " + zoneName(at);
  }

  /** In the zone, without its name: {@code 2026-12-01 22:00}, with seconds if there are any. */
  public String local(Instant at) {
    return format(at, zone());
  }

  /** What stands beside it: {@code 21:00 UTC}, with the date if it is another; empty in UTC. */
  public String utc(Instant at) {
    if (isUtc()) {
      return "";
    }
    var text = format(at, ZoneOffset.UTC);
    var isSameDay = local(at).startsWith(text.substring(0, 10));
    return (isSameDay ? text.substring(11) : text) + " UTC";
  }

  /** Both on one line: {@code 2026-12-01 22:00 CET (21:00 UTC)}. */
  public String both(Instant at) {
    return isUtc() ? text(at) : text(at) + " (" + utc(at) + ")";
  }

  /** Weekday and time of day, for axes: {@code Tue 22:00}. */
  public String clock(Instant at) {
    return DateTimeFormatter.ofPattern("EEE HH:mm", Locale.ENGLISH).withZone(zone()).format(at);
  }

  /** The zone's short name at a moment: {@code CET}, {@code CEST}, {@code GMT-03:00}. */
  public String zoneName(Instant at) {
    return DateTimeFormatter.ofPattern("zzz", Locale.UK)
        .withZone(isUtc() ? ZoneId.of("UTC") : zone())
        .format(at);
  }

  /** The value of a {@code datetime-local} input in the zone. */
  public String input(Instant at) {
    return input(at, zone());
  }

  /** The value of a {@code datetime-local} input in another zone, such as that of a sent form. */
  public static String input(Instant at, ZoneId zone) {
    return format(at, zone).replace(' ', 'T');
  }

  /** Which of two moments an input means where the clocks go back, such as {@code +01:00}. */
  public static String offset(Instant at, ZoneId zone) {
    var zoned = at.atZone(zone);
    var isRepeated = zone.getRules().getValidOffsets(zoned.toLocalDateTime()).size() > 1;
    return isRepeated ? zoned.getOffset().getId() : "";
  }

  /** Reads a {@code datetime-local} input in the zone. */
  public EnteredTime parse(String text) {
    return parse(text, "");
  }

  /**
   * Reads a {@code datetime-local} input in the zone.
   *
   * @param offset which of two is meant where the clocks go back, such as {@code +01:00}; else
   *     empty
   */
  public EnteredTime parse(String text, String offset) {
    return EnteredTime.parse(text, offset, zone());
  }

  private static String format(Instant at, ZoneId zone) {
    var seconds = at.truncatedTo(ChronoUnit.SECONDS);
    var pattern = seconds.getEpochSecond() % 60 == 0 ? "uuuu-MM-dd HH:mm" : "uuuu-MM-dd HH:mm:ss";
    return DateTimeFormatter.ofPattern(pattern).withZone(zone).format(seconds);
  }
}

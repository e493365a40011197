package org.touchpaper.bar.web.book;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import org.touchpaper.bar.web.book.BookingForm.ScheduleFields;
import org.touchpaper.bar.web.book.BookingForm.TimeField;
import org.touchpaper.bar.web.preference.EnteredTime;
import org.touchpaper.bar.web.preference.PageTimeFormatter;

/**
 * Reads and writes times in the zone of the form, which stays what it was when the form was shown.
 */
record FormTimeFormatter(ZoneId zone) {

  private static final DateTimeFormatter INPUT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");
  private static final DateTimeFormatter DATE = format("EEE d MMM uuuu");
  private static final DateTimeFormatter MINUTE = format("HH:mm");
  private static final DateTimeFormatter SECOND = format("HH:mm:ss");
  private static final DateTimeFormatter ZONE = format("zzz");

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH);
  }

  /** The zone of an id, or UTC if there is none. */
  static FormTimeFormatter of(String id) {
    try {
      var zone = ZoneId.of(id);
      return new FormTimeFormatter(
          zone.normalized().equals(ZoneOffset.UTC) ? ZoneOffset.UTC : zone);
    } catch (DateTimeException _) {
      return new FormTimeFormatter(ZoneOffset.UTC);
    }
  }

  String zoneId() {
    return isUtc() ? "UTC" : zone.getId();
  }

  boolean isUtc() {
    return zone.equals(ZoneOffset.UTC);
  }

  /** Reads a field; empty if nothing was typed. A time with a Z is in UTC, as in links. */
  Optional<EnteredTime> read(TimeField field) {
    if (field.text().isEmpty()) {
      return Optional.empty();
    }
    var isUtc = field.text().endsWith("Z");
    return Optional.of(
        EnteredTime.parse(
            isUtc ? field.text().substring(0, field.text().length() - 1) : field.text(),
            field.offset(),
            isUtc ? ZoneOffset.UTC : zone));
  }

  /** Returns what is typed for an instant, in whole seconds. */
  TimeField write(Instant instant) {
    return new TimeField(
        INPUT.format(instant.atZone(zone)), PageTimeFormatter.offset(instant, zone));
  }

  /** Returns the fields in another zone; what is no time stays as it is. */
  ScheduleFields convert(ScheduleFields fields, FormTimeFormatter other) {
    return new ScheduleFields(
        other.zoneId(),
        fields.when(),
        fields.until(),
        convert(fields.start(), other),
        convert(fields.end(), other),
        convert(fields.notBefore(), other),
        convert(fields.notAfter(), other),
        fields.minutes());
  }

  private TimeField convert(TimeField field, FormTimeFormatter other) {
    return read(field).orElse(null) instanceof EnteredTime.Exact(var at) ? other.write(at) : field;
  }

  /** An instant here and in UTC: {@code Tue 1 Dec 2026, 22:00 CET (21:00 UTC)}. */
  String text(Instant at) {
    return date(at) + ", " + clock(at) + zoneName(at) + (isUtc() ? "" : " (" + utc(at) + ")");
  }

  /** A period here and in UTC: {@code Tue 1 Dec 2026, 22:00–23:30 CET (21:00–22:30 UTC)}. */
  String text(Instant from, Instant to) {
    if (!date(from).equals(date(to)) || !zoneName(from).equals(zoneName(to))) {
      return text(from) + " – " + text(to);
    }
    var utc = new FormTimeFormatter(ZoneOffset.UTC);
    var here = date(from) + ", " + clock(from) + "–" + clock(to) + zoneName(from);
    return isUtc()
        ? here
        : utc.date(from).equals(utc.date(to))
            ? here + " (" + utcOn(from) + utc.clock(from) + "–" + utc.clock(to) + " UTC)"
            : here + " (" + utc.text(from, to) + ")";
  }

  /** In UTC, with the date if that is another one there. */
  String utc(Instant at) {
    return utcOn(at) + new FormTimeFormatter(ZoneOffset.UTC).clock(at) + " UTC";
  }

  private String utcOn(Instant at) {
    var date = new FormTimeFormatter(ZoneOffset.UTC).date(at);
    return date.equals(date(at)) ? "" : date + ", ";
  }

  private String date(Instant at) {
    return DATE.format(at.atZone(zone));
  }

  private String clock(Instant at) {
    var zoned = at.truncatedTo(ChronoUnit.SECONDS).atZone(zone);
    return (zoned.getSecond() == 0 ? MINUTE : SECOND).format(zoned);
  }

  private String zoneName(Instant at) {
    return " " + (isUtc() ? "UTC" : ZONE.format(at.atZone(zone)));
  }
}

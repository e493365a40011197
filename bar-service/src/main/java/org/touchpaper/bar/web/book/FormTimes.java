package org.touchpaper.bar.web.book;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.touchpaper.bar.web.book.BookingForm.TimeField;

/**
 * Reads and writes times in the zone of the form. A time that a clock skips when it is put forward
 * is no time, and one that it shows twice needs the choice of one.
 */
record FormTimes(ZoneId zone) {

  private static final DateTimeFormatter INPUT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");
  private static final DateTimeFormatter DATE = format("EEE d MMM uuuu");
  private static final DateTimeFormatter MINUTE = format("HH:mm");
  private static final DateTimeFormatter SECOND = format("HH:mm:ss");
  private static final DateTimeFormatter ZONE = format("zzz");

  /** What a field says. */
  sealed interface FormTime {

    record Single(Instant instant) implements FormTime {}

    record Missing() implements FormTime {}

    record Malformed() implements FormTime {}

    /** Clocks are put forward past it, to {@code next}. */
    record Gap(Instant next) implements FormTime {}

    /** Clocks are put back, so that it occurs twice. */
    record Overlap(Instant first, Instant second) implements FormTime {}
  }

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH);
  }

  /** The zone of an id, or UTC if there is none. */
  static FormTimes of(String id) {
    try {
      var zone = ZoneId.of(id);
      return new FormTimes(zone.normalized().equals(ZoneOffset.UTC) ? ZoneOffset.UTC : zone);
    } catch (DateTimeException _) {
      return new FormTimes(ZoneOffset.UTC);
    }
  }

  String zoneId() {
    return isUtc() ? "UTC" : zone.getId();
  }

  boolean isUtc() {
    return zone.equals(ZoneOffset.UTC);
  }

  FormTime read(TimeField field) {
    if (field.text().isEmpty()) {
      return new FormTime.Missing();
    }
    try {
      if (field.text().endsWith("Z")) {
        return new FormTime.Single(Instant.parse(field.text()).truncatedTo(ChronoUnit.MICROS));
      }
      return read(
          LocalDateTime.parse(field.text()).truncatedTo(ChronoUnit.MICROS), field.occurrence());
    } catch (DateTimeParseException _) {
      return new FormTime.Malformed();
    }
  }

  private FormTime read(LocalDateTime local, String occurrence) {
    var rules = zone.getRules();
    var offsets = rules.getValidOffsets(local);
    if (offsets.isEmpty()) {
      return new FormTime.Gap(rules.getTransition(local).getInstant());
    }
    var first = local.toInstant(offsets.getFirst());
    var second = local.toInstant(offsets.getLast());
    return first.equals(second) || occurrence.equals(TimeField.FIRST)
        ? new FormTime.Single(first)
        : occurrence.equals(TimeField.SECOND)
            ? new FormTime.Single(second)
            : new FormTime.Overlap(first, second);
  }

  /** Returns what is typed for an instant, in whole seconds. */
  TimeField write(Instant instant) {
    var zoned = instant.atZone(zone);
    var offsets = zone.getRules().getValidOffsets(zoned.toLocalDateTime());
    var occurrence =
        offsets.size() < 2
            ? ""
            : zoned.getOffset().equals(offsets.getFirst()) ? TimeField.FIRST : TimeField.SECOND;
    return new TimeField(INPUT.format(zoned), occurrence);
  }

  /** Returns a field of another zone in this one; what is no time stays as it is. */
  TimeField convert(TimeField field, FormTimes other) {
    return other.read(field) instanceof FormTime.Single(var instant) ? write(instant) : field;
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
    var utc = new FormTimes(ZoneOffset.UTC);
    var here = date(from) + ", " + clock(from) + "–" + clock(to) + zoneName(from);
    return isUtc()
        ? here
        : utc.date(from).equals(utc.date(to))
            ? here + " (" + utcOn(from) + utc.clock(from) + "–" + utc.clock(to) + " UTC)"
            : here + " (" + utc.text(from, to) + ")";
  }

  /** In UTC, with the date if that is another one there. */
  String utc(Instant at) {
    return utcOn(at) + new FormTimes(ZoneOffset.UTC).clock(at) + " UTC";
  }

  private String utcOn(Instant at) {
    var date = new FormTimes(ZoneOffset.UTC).date(at);
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

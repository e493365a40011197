package org.touchpaper.bar.calendar;

import biweekly.ICalVersion;
import biweekly.ICalendar;
import biweekly.component.VEvent;
import biweekly.io.text.ICalWriter;
import biweekly.property.Status;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.segment.connection.Schedule;

/**
 * Writes bookings as an iCalendar stream (RFC 5545): one VEVENT each, in UTC. A calendar that has
 * an event of the same UID replaces it if SEQUENCE is higher.
 */
public final class BookingCalendarWriter {

  public static final String MEDIA_TYPE = "text/calendar;charset=UTF-8";

  private static final String PRODUCT = "-//Touchpaper//Reservations//EN";

  private static final String LINE_END = "\r\n";
  private static final int MAX_OCTETS = 75;

  /** What text may not contain (RFC 5545 section 3.1), but for line ends, which are escaped. */
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\\n\\t]]");

  private BookingCalendarWriter() {}

  /**
   * A booking as a calendar shows it.
   *
   * @param version rises with each change of what is booked or of its state
   * @param title one line
   * @param details lines of text: the parts, and what is wrong
   * @param page the booking's page
   */
  public record Entry(
      UUID id,
      long version,
      BookingPhase state,
      Schedule schedule,
      Instant createdAt,
      String title,
      String details,
      URI page) {}

  /**
   * Writes a calendar.
   *
   * @param name shown by calendars that subscribe to it
   * @param now when it is written (DTSTAMP)
   */
  public static String write(String name, List<Entry> entries, Instant now) {
    var calendar = new ICalendar();
    calendar.setProductId(PRODUCT);
    calendar.setName(clean(name));
    entries.forEach(entry -> calendar.addEvent(event(entry, now)));
    var text = new StringWriter();
    try (var writer = new ICalWriter(text, ICalVersion.V2_0)) {
      writer.getVObjectWriter().getFoldedLineWriter().setLineLength(null);
      writer.write(calendar);
    } catch (IOException e) {
      throw new UncheckedIOException("a string cannot be written", e);
    }
    return text.toString().lines().map(BookingCalendarWriter::fold).collect(Collectors.joining());
  }

  /** Folds a line after 75 octets at most (RFC 5545 section 3.1); the library counts characters. */
  private static String fold(String line) {
    var folded = new StringBuilder();
    var octets = 0;
    for (var point : line.codePoints().toArray()) {
      var text = Character.toString(point);
      octets += text.getBytes(StandardCharsets.UTF_8).length;
      if (octets > MAX_OCTETS) {
        folded.append(LINE_END).append(' ');
        octets = 1 + text.getBytes(StandardCharsets.UTF_8).length;
      }
      folded.append(text);
    }
    return folded.append(LINE_END).toString();
  }

  private static VEvent event(Entry entry, Instant now) {
    var event = new VEvent();
    event.setUid(entry.id() + "@touchpaper");
    event.setSequence((int) Math.min(entry.version(), Integer.MAX_VALUE));
    event.setStatus(status(entry.state()));
    event.setDateTimeStamp(Date.from(now));
    event.setCreated(Date.from(entry.createdAt()));
    event.setDateStart(Date.from(entry.schedule().startTime()));
    event.setDateEnd(Date.from(entry.schedule().endTime()));
    event.setSummary(clean(entry.title()));
    event.setDescription(clean(entry.details()));
    event.setUrl(entry.page().toString());
    return event;
  }

  private static Status status(BookingPhase state) {
    return switch (state) {
      case UNDECIDED -> Status.tentative();
      case COMMITTED, ACTIVE, ENDED -> Status.confirmed();
      case CANCELLED, FAILED, REFUSED -> Status.cancelled();
    };
  }

  private static String clean(String text) {
    return CONTROL.matcher(text.replace("\r\n", "\n").replace('\r', '\n')).replaceAll("");
  }
}

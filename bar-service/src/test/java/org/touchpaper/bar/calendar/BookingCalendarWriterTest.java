package org.touchpaper.bar.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import biweekly.Biweekly;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.segment.connection.Schedule;

/** Bookings as events of a calendar. */
class BookingCalendarWriterTest {

  private static final Instant NOW = Instant.parse("2026-11-30T08:00:00.123Z");

  @Test
  void aBookingIsOneEventInUtc() {
    var text = write(entry(BookingPhase.COMMITTED, "SPICE run 42", "4 nodes of newton"));
    assertThat(text)
        .isEqualTo(
            """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//Touchpaper//Reservations//EN
            NAME:My bookings
            BEGIN:VEVENT
            UID:01900000-0000-7000-8000-000000000001@touchpaper
            SEQUENCE:3
            STATUS:CONFIRMED
            DTSTAMP:20261130T080000Z
            CREATED:20261129T120000Z
            DTSTART:20261201T210000Z
            DTEND:20261201T220000Z
            SUMMARY:SPICE run 42
            DESCRIPTION:4 nodes of newton
            URL:https://bar.example/bookings/1
            END:VEVENT
            END:VCALENDAR
            """
                .replace("\n", "\r\n"));
  }

  @ParameterizedTest
  @CsvSource({
    "UNDECIDED, TENTATIVE",
    "COMMITTED, CONFIRMED",
    "ACTIVE, CONFIRMED",
    "ENDED, CONFIRMED",
    "CANCELLED, CANCELLED",
    "FAILED, CANCELLED",
    "REFUSED, CANCELLED"
  })
  void theStatusSaysWhetherItTakesPlace(BookingPhase state, String status) {
    assertThat(write(entry(state, "run", ""))).contains("\r\nSTATUS:" + status + "\r\n");
  }

  @Test
  void commasSemicolonsBackslashesAndLineEndsAreEscaped() {
    assertThat(write(entry(BookingPhase.ACTIVE, "a,b;c\\d", "one\ntwo")))
        .contains("\r\nSUMMARY:a\\,b\\;c\\\\d\r\n", "\r\nDESCRIPTION:one\\ntwo\r\n");
  }

  @Test
  void aDescriptionCannotAddALine() {
    var text = write(entry(BookingPhase.ACTIVE, "x\r\nATTACH:http://evil\rX:y\u0000\u0085", "d"));
    assertThat(text.lines()).noneMatch(line -> line.startsWith("ATTACH") || line.startsWith("X:"));
    assertThat(text).doesNotContain("\u0000", "\u0085");
  }

  @Test
  void noLineIsLongerThan75OctetsAndFoldedTextReadsAsBefore() {
    var title = "Spannungsänderung in Poren 測定 " + "ü".repeat(300) + "😀".repeat(50);
    var text = write(entry(BookingPhase.ACTIVE, title, "d"));
    assertThat(text.split("\r\n"))
        .allMatch(line -> line.getBytes(StandardCharsets.UTF_8).length <= 75);
    var read = Biweekly.parse(text).first().getEvents().getFirst();
    assertThat(read.getSummary().getValue()).isEqualTo(title);
  }

  @Test
  void aFeedHasManyEvents() {
    var entry = entry(BookingPhase.ACTIVE, "run", "");
    assertThat(
            Biweekly.parse(BookingCalendarWriter.write("b", List.of(entry, entry), NOW))
                .first()
                .getEvents())
        .hasSize(2);
  }

  private static String write(BookingCalendarWriter.Entry entry) {
    return BookingCalendarWriter.write("My bookings", List.of(entry), NOW);
  }

  private static BookingCalendarWriter.Entry entry(
      BookingPhase state, String title, String details) {
    return new BookingCalendarWriter.Entry(
        UUID.fromString("01900000-0000-7000-8000-000000000001"),
        3,
        state,
        new Schedule(Instant.parse("2026-12-01T21:00:00Z"), Instant.parse("2026-12-01T22:00:00Z")),
        Instant.parse("2026-11-29T12:00:00Z"),
        title,
        details,
        URI.create("https://bar.example/bookings/1"));
  }
}

package org.touchpaper.bar.web.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.bar.web.book.BookingForm.ScheduleFields;
import org.touchpaper.bar.web.book.BookingForm.TimeField;
import org.touchpaper.bar.web.preference.EnteredTime;

/** Times of the form in its zone, over both changes of the clocks. */
class FormTimeFormatterTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          UTC,                 2026-12-01T21:00:00,  '',     2026-12-01T21:00:00Z
          Europe/London,       2026-07-01T21:00,     '',     2026-07-01T20:00:00Z
          Asia/Kolkata,        2026-12-01T21:00,     '',     2026-12-01T15:30:00Z
          Europe/London,       2026-07-01T21:00:00Z, '',     2026-07-01T21:00:00Z
          no/zone,             2026-12-01T21:00:00,  '',     2026-12-01T21:00:00Z
          Europe/London,       2026-10-25T01:30,     +01:00, 2026-10-25T00:30:00Z
          Europe/London,       2026-10-25T01:30,     Z,      2026-10-25T01:30:00Z
          America/New_York,    2026-11-01T01:30,     -04:00, 2026-11-01T05:30:00Z
          America/New_York,    2026-11-01T01:30,     -05:00, 2026-11-01T06:30:00Z
          Australia/Lord_Howe, 2027-04-04T01:45,     +11:00, 2027-04-03T14:45:00Z
          Australia/Lord_Howe, 2027-04-04T01:45,     +10:30, 2027-04-03T15:15:00Z
          """)
  void readsAndWritesATimeInTheZone(String zone, String text, String offset, Instant instant) {
    var times = FormTimeFormatter.of(zone);
    assertThat(times.read(new TimeField(text, offset))).contains(new EnteredTime.Exact(instant));
    assertThat(times.read(times.write(instant))).contains(new EnteredTime.Exact(instant));
  }

  @Test
  void writesThisZoneAndUtcSideBySide() {
    var evening = Instant.parse("2026-12-01T21:00:00Z");
    var later = Instant.parse("2026-12-01T22:30:00Z");
    assertThat(FormTimeFormatter.of("UTC").text(evening)).isEqualTo("Tue 1 Dec 2026, 21:00 UTC");
    assertThat(FormTimeFormatter.of("Europe/Paris").text(evening, later))
        .isEqualTo("Tue 1 Dec 2026, 22:00–23:30 CET (21:00–22:30 UTC)");
    assertThat(FormTimeFormatter.of("Asia/Tokyo").text(evening))
        .isEqualTo("Wed 2 Dec 2026, 06:00 JST (Tue 1 Dec 2026, 21:00 UTC)");
    assertThat(FormTimeFormatter.of("UTC").text(evening, evening.plusSeconds(86_401)))
        .isEqualTo("Tue 1 Dec 2026, 21:00 UTC – Wed 2 Dec 2026, 21:00:01 UTC");
  }

  @Test
  void nothingIsNoTime() {
    assertThat(FormTimeFormatter.of("UTC").read(TimeField.EMPTY)).isEmpty();
  }

  /** A form of a link is in UTC; people see it in their zone. */
  @Test
  void convertsAFormIntoAnotherZone() {
    var utc = FormTimeFormatter.of("UTC");
    var fields =
        new ScheduleFields(
            "UTC",
            "at",
            "length",
            new TimeField("2026-10-25T01:30", ""),
            new TimeField("soon", ""),
            TimeField.EMPTY,
            TimeField.EMPTY,
            "60");
    var london = utc.convert(fields, FormTimeFormatter.of("Europe/London"));
    assertThat(london.zone()).isEqualTo("Europe/London");
    assertThat(london.start()).isEqualTo(new TimeField("2026-10-25T01:30:00", "Z"));
    assertThat(london.end()).isEqualTo(new TimeField("soon", ""));
  }
}

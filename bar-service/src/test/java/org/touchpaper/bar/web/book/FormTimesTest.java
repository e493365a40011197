package org.touchpaper.bar.web.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.bar.web.book.BookingForm.TimeField;
import org.touchpaper.bar.web.book.FormTimes.FormTime;

/** Times of the form in its zone, over both changes of the clocks. */
class FormTimesTest {

  private static FormTime read(String zone, String text, String occurrence) {
    return FormTimes.of(zone).read(new TimeField(text, occurrence));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          UTC,              2026-12-01T21:00:00, 2026-12-01T21:00:00Z
          Europe/London,    2026-07-01T21:00,    2026-07-01T20:00:00Z
          America/New_York, 2026-12-01T21:00,    2026-12-02T02:00:00Z
          Asia/Kolkata,     2026-12-01T21:00,    2026-12-01T15:30:00Z
          Europe/London,    2026-07-01T21:00:00Z, 2026-07-01T21:00:00Z
          no/zone,          2026-12-01T21:00:00, 2026-12-01T21:00:00Z
          """)
  void readsATimeInTheZone(String zone, String text, Instant instant) {
    assertThat(read(zone, text, "")).isEqualTo(new FormTime.Single(instant));
    var times = FormTimes.of(zone);
    assertThat(times.read(times.write(instant))).isEqualTo(new FormTime.Single(instant));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          Europe/London,       2027-03-28T01:30, 2027-03-28T01:00:00Z
          America/New_York,    2027-03-14T02:30, 2027-03-14T07:00:00Z
          Australia/Lord_Howe, 2026-10-04T02:15, 2026-10-03T15:30:00Z
          """)
  void aTimeThatClocksSkipIsNone(String zone, String text, Instant next) {
    assertThat(read(zone, text, "")).isEqualTo(new FormTime.Gap(next));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          Europe/London,       2026-10-25T01:30, 2026-10-25T00:30:00Z, 2026-10-25T01:30:00Z
          America/New_York,    2026-11-01T01:30, 2026-11-01T05:30:00Z, 2026-11-01T06:30:00Z
          Australia/Lord_Howe, 2027-04-04T01:45, 2027-04-03T14:45:00Z, 2027-04-03T15:15:00Z
          """)
  void aTimeThatOccursTwiceNeedsAChoice(String zone, String text, Instant first, Instant second) {
    assertThat(read(zone, text, "")).isEqualTo(new FormTime.Overlap(first, second));
    assertThat(read(zone, text, "first")).isEqualTo(new FormTime.Single(first));
    assertThat(read(zone, text, "second")).isEqualTo(new FormTime.Single(second));
    var times = FormTimes.of(zone);
    assertThat(times.write(first)).isEqualTo(new TimeField(text + ":00", "first"));
    assertThat(times.write(second)).isEqualTo(new TimeField(text + ":00", "second"));
  }

  @Test
  void writesThisZoneAndUtcSideBySide() {
    var evening = Instant.parse("2026-12-01T21:00:00Z");
    var later = Instant.parse("2026-12-01T22:30:00Z");
    assertThat(FormTimes.of("UTC").text(evening)).isEqualTo("Tue 1 Dec 2026, 21:00 UTC");
    assertThat(FormTimes.of("Europe/Paris").text(evening, later))
        .isEqualTo("Tue 1 Dec 2026, 22:00–23:30 CET (21:00–22:30 UTC)");
    assertThat(FormTimes.of("Asia/Tokyo").text(evening))
        .isEqualTo("Wed 2 Dec 2026, 06:00 JST (Tue 1 Dec 2026, 21:00 UTC)");
    assertThat(FormTimes.of("UTC").text(evening, evening.plusSeconds(86_401)))
        .isEqualTo("Tue 1 Dec 2026, 21:00 UTC – Wed 2 Dec 2026, 21:00:01 UTC");
  }

  @Test
  void readsNothingAndNonsenseAsSuch() {
    assertThat(read("UTC", "", "")).isEqualTo(new FormTime.Missing());
    assertThat(read("UTC", "soon", "")).isEqualTo(new FormTime.Malformed());
    assertThat(read("UTC", "2026-02-30T00:00", "")).isEqualTo(new FormTime.Malformed());
  }
}

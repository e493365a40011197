package org.touchpaper.bar.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A tick is drawn as its position in percent and its text; a star marks a new day or more. */
class TimeAxisTest {

  @ParameterizedTest(name = "{0} to {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2026-12-01T20:00:00Z | 2026-12-01T21:00:00Z | 0 20:00, 25 20:15, 50 20:30, 75 20:45
          2026-12-01T21:30:00Z | 2026-12-02T03:30:00Z | 8 22:00, 42 Wed 2*, 75 02:00
          2026-12-01T12:00:00Z | 2026-12-05T12:00:00Z | 13 2 Dec, 38 3 Dec, 63 4 Dec, 88 5 Dec
          2026-12-01T12:00:00Z | 2027-01-01T12:00:00Z | 18 7 Dec, 40 14 Dec, 63 21 Dec, 85 28 Dec
          2026-11-15T00:00:00Z | 2027-02-15T00:00:00Z | 17 Dec 2026, 51 Jan 2027*, 85 Feb 2027
          """)
  void ticksSuitThePeriod(Instant from, Instant to, String ticks) {
    assertThat(text(new TimeAxis(from, to, ZoneOffset.UTC))).isEqualTo(ticks);
  }

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Europe/London    | 2027-03-28T00:00:00Z | 0 Sun 28*, 25 02:00, 50 03:00, 75 04:00
          Europe/London    | 2026-10-24T23:00:00Z | 0 Sun 25*, 25 01:00, 50 01:00, 75 02:00
          America/New_York | 2027-03-14T05:00:00Z | 0 Sun 14*, 25 01:00, 50 03:00, 75 04:00
          Asia/Kolkata     | 2026-11-30T18:00:00Z | 13 Tue 1*, 38 01:00, 63 02:00, 88 03:00
          """)
  void aClockThatIsPutForwardOrBackMovesNoTick(String zone, Instant from, String ticks) {
    assertThat(text(new TimeAxis(from, from.plusSeconds(4 * 3600), ZoneId.of(zone))))
        .isEqualTo(ticks);
  }

  private static String text(TimeAxis axis) {
    return axis.ticks(5).stream()
        .map(tick -> Math.round(tick.x()) + " " + tick.text() + (tick.major() ? "*" : ""))
        .collect(Collectors.joining(", "));
  }
}

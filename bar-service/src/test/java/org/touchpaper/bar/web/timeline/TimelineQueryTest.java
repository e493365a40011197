package org.touchpaper.bar.web.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is shown, as the URL says it, at 20:00 on 1 December. */
class TimelineQueryTest {

  private static final Instant NOW = Instant.parse("2026-12-01T20:00:00Z");

  @ParameterizedTest(name = "?{0}")
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      textBlock =
          """
          none                                         | 2026-12-01T18:00:00Z | 2026-12-02T18:00:00Z
          zoom=hour                                    | 2026-12-01T19:55:00Z | 2026-12-01T20:55:00Z
          zoom=week                                    | 2026-12-01T06:00:00Z | 2026-12-08T06:00:00Z
          at=2026-12-24T00:00&zoom=month               | 2026-12-24T00:00:00Z | 2027-01-24T00:00:00Z
          from=2026-12-24T18:00Z&to=2026-12-24T20:30Z  | 2026-12-24T18:00:00Z | 2026-12-24T20:30:00Z
          """)
  void aPeriodIsChosenByItsEndsOrItsZoom(String url, Instant from, Instant to) {
    var query = query(url == null ? "" : url.replace(":00Z", ":00:00Z").replace(":30Z", ":30:00Z"));
    assertThat(query.errors()).isEmpty();
    assertThat(query.from()).isEqualTo(from);
    assertThat(query.to()).isEqualTo(to);
  }

  @ParameterizedTest(name = "?{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          zoom=decade                           | There is no zoom “decade”. One day is shown.
          at=tomorrow                           | From must be a time such as 2026-12-01T21:00.
          at=2036-01-01T00:00                   | From must be at most 366 days from now.
          at=-999999999-01-01T00:00             | From must be at most 366 days from now.
          to=2026-11-01T00:00                   | To must be after From, by 5 minutes to 366 days.
          nodes=many                            | Nodes must be a whole number.
          mbps=-1                               | Mbit/s must be a whole number.
          """)
  void whatCannotBeShownIsSaid(String url, String error) {
    var query = query(url);
    assertThat(query.errors()).containsExactly(error);
    assertThat(query.from()).isEqualTo("2026-12-01T18:00:00Z");
  }

  @Test
  void linksKeepWhatIsAskedFor() {
    var query =
        query("at=2026-12-02T00:00&zoom=day&nodes=4&mbps=300&source=vis.ucl&destination=newton");
    assertThat(query.later())
        .isEqualTo(
            "/timeline?nodes=4&mbps=300&source=vis.ucl&destination=newton"
                + "&at=2026-12-02T18:00:00Z&zoom=day");
    assertThat(query.earlier()).contains("at=2026-12-01T06:00:00Z");
    assertThat(query.nowUrl()).endsWith("destination=newton&zoom=day");
    assertThat(query.zoomed(TimelineZoom.WEEK)).contains("at=2026-11-29T00:00:00Z&zoom=week");
    assertThat(query.zoomed(TimelineZoom.HOUR)).contains("at=2026-12-02T11:30:00Z&zoom=hour");
    assertThat(query("from=2026-12-02T00:00&to=2026-12-02T02:30").later())
        .isEqualTo("/timeline?from=2026-12-02T01:52:30Z&to=2026-12-02T04:22:30Z");
  }

  /** In London, clocks are put back at 01:00 UTC on 25 October and forward on 28 March. */
  @Test
  void aTimeWithoutAnOffsetIsOfTheZone() {
    var london = ZoneId.of("Europe/London");
    assertThat(TimelineQuery.parseTime("2026-10-25T00:30", london))
        .contains(Instant.parse("2026-10-24T23:30:00Z"));
    assertThat(TimelineQuery.parseTime("2026-10-25T02:30", london))
        .contains(Instant.parse("2026-10-25T02:30:00Z"));
    assertThat(TimelineQuery.parseTime("2027-03-28T01:30", london))
        .contains(Instant.parse("2027-03-28T01:30:00Z"));
    assertThat(TimelineQuery.parseTime("2027-03-28T02:30", london))
        .contains(Instant.parse("2027-03-28T01:30:00Z"));
  }

  private static TimelineQuery query(String url) {
    var values =
        Stream.of(url.split("&"))
            .filter(pair -> !pair.isEmpty())
            .map(pair -> pair.split("=", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    return TimelineQuery.of(parameters(values), NOW, ZoneOffset.UTC);
  }

  private static TimelineQuery.Parameters parameters(Map<String, String> values) {
    return new TimelineQuery.Parameters(
        values.get("from"),
        values.get("to"),
        values.get("at"),
        values.get("zoom"),
        values.get("nodes"),
        values.get("mbps"),
        values.get("source"),
        values.get("destination"));
  }
}

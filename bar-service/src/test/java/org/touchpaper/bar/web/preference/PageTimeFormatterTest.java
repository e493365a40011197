package org.touchpaper.bar.web.preference;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.Cookie;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** Times in my zone with UTC beside it, across both changes of the clocks. */
class PageTimeFormatterTest {

  private static final Instant EVENING = Instant.parse("2026-12-01T21:00:00Z");

  private final PageTimeFormatter times = new PageTimeFormatter(new PreferenceCookieReader());

  @AfterEach
  void forget() {
    RequestContextHolder.resetRequestAttributes();
  }

  private static void browserSends(Cookie... cookies) {
    var request = new MockHttpServletRequest();
    request.setCookies(cookies);
    RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request));
  }

  @Test
  void withoutACookieTimesAreInUtcOnly() {
    assertThat(times.both(EVENING)).isEqualTo("2026-12-01 21:00 UTC");
    assertThat(times.utc(EVENING)).isEmpty();
    assertThat(times.input(EVENING.plusSeconds(5))).isEqualTo("2026-12-01T21:00:05");
  }

  @ParameterizedTest
  @CsvSource({
    "Europe/Paris, 2026-12-01 22:00 CET (21:00 UTC)",
    "America/New_York, 2026-12-01 16:00 GMT-05:00 (21:00 UTC)",
    "Asia/Kathmandu, 2026-12-02 02:45 GMT+05:45 (2026-12-01 21:00 UTC)",
    "Mars/Olympus, 2026-12-01 21:00 UTC",
    "%, 2026-12-01 21:00 UTC"
  })
  void timesAreInTheBrowsersZoneWithUtcBeside(String zone, String expected) {
    browserSends(new Cookie(PreferenceCookieReader.BROWSER_ZONE, zone));
    assertThat(times.both(EVENING)).isEqualTo(expected);
  }

  @Test
  void whatIChooseTakesPrecedence() {
    browserSends(
        new Cookie(PreferenceCookieReader.BROWSER_ZONE, "Europe/Paris"),
        new Cookie(PreferenceCookieReader.CHOSEN_ZONE, "Europe%2FLondon"));
    assertThat(times.text(EVENING)).isEqualTo("2026-12-01 21:00 GMT");
    assertThat(times.isUtc()).isFalse();
    browserSends(
        new Cookie(PreferenceCookieReader.BROWSER_ZONE, "Europe/Paris"),
        new Cookie(PreferenceCookieReader.CHOSEN_ZONE, "UTC"));
    assertThat(times.both(EVENING)).isEqualTo("2026-12-01 21:00 UTC");
  }

  @ParameterizedTest
  @CsvSource({
    "Europe/London, 2027-03-28T01:30, 28 March 2027, 01:00 to 02:00",
    "America/New_York, 2027-03-14T02:15, 14 March 2027, 02:00 to 03:00",
    "Australia/Lord_Howe, 2026-10-04T02:10, 4 October 2026, 02:00 to 02:30"
  })
  void aTimeThatTheClocksSkipIsToldAndNotGuessed(
      String zone, String input, String day, String change) {
    assertThat(EnteredTime.parse(input, "", ZoneId.of(zone)))
        .isInstanceOfSatisfying(
            EnteredTime.Gap.class,
            skipped -> assertThat(skipped.message()).contains(zone, day, change));
  }

  @ParameterizedTest
  @CsvSource({
    "Europe/London, 2027-10-31T01:30, +01:00, 2027-10-31T00:30:00Z, Z, 2027-10-31T01:30:00Z",
    "America/New_York, 2027-11-07T01:15, -04:00, 2027-11-07T05:15:00Z, -05:00,"
        + " 2027-11-07T06:15:00Z",
    "Australia/Lord_Howe, 2027-04-04T01:45, +11:00, 2027-04-03T14:45:00Z, +10:30,"
        + " 2027-04-03T15:15:00Z"
  })
  void aTimeThatOccursTwiceIsAskedFor(
      String zone, String input, String first, Instant earlier, String second, Instant later) {
    var id = ZoneId.of(zone);
    assertThat(EnteredTime.parse(input, "", id))
        .isInstanceOfSatisfying(
            EnteredTime.Overlap.class,
            twice -> {
              assertThat(twice.earlier()).isEqualTo(earlier);
              assertThat(twice.later()).isEqualTo(later);
            });
    assertThat(EnteredTime.parse(input, first, id)).isEqualTo(new EnteredTime.Exact(earlier));
    assertThat(EnteredTime.parse(input, second, id)).isEqualTo(new EnteredTime.Exact(later));
  }

  @Test
  void whatAnInputShowsIsReadAsTheSameMoment() {
    browserSends(new Cookie(PreferenceCookieReader.BROWSER_ZONE, "Europe/London"));
    var at = Instant.parse("2027-07-01T08:00:09Z");
    assertThat(times.input(at)).isEqualTo("2027-07-01T09:00:09");
    assertThat(times.parse(times.input(at))).isEqualTo(new EnteredTime.Exact(at));
    assertThat(times.parse("soon")).isInstanceOf(EnteredTime.Malformed.class);
  }
}

package org.touchpaper.bar.web.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lengths as people write them. */
class FormDurationParserTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          60,         PT1H,      1 h
          90,         PT1H30M,   1 h 30 min
          1:30,       PT1H30M,   1 h 30 min
          '0,5',      PT30S,     30 s
          0.005,      PT0.3S,    0.3 s
          2 h,        PT2H,      2 h
          1.5h,       PT1H30M,   1 h 30 min
          3 days,     PT72H,     3 d
          1 d 2h 5 min, PT26H5M, 1 d 2 h 5 min
          2 weeks,    PT336H,    14 d
          45 s,       PT45S,     45 s
          """)
  void readsAndWritesALength(String typed, Duration length, String text) {
    assertThat(FormDurationParser.parse(typed)).contains(length);
    assertThat(FormDurationParser.format(length)).isEqualTo(text);
    assertThat(FormDurationParser.parse(text)).contains(length);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "-1",
        "abc",
        "1e9",
        "1e2147483647",
        "307445734561826",
        "1:75",
        "2 fortnights",
        "367 days",
        "1 h and more",
        "NaN",
        "٣"
      })
  void refusesWhatIsNoLength(String typed) {
    assertThat(FormDurationParser.parse(typed)).isEmpty();
  }
}

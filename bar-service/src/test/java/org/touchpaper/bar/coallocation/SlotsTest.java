package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.timetable.Starts;

/** Which slot is tried next, in minutes after eight. */
class SlotsTest {

  private static Instant at(int minute) {
    return Instant.parse("2026-12-01T20:00:00Z").plusSeconds(60L * minute);
  }

  /** Starts from 10 to 20 and from 40 on suit everybody; a slot takes a quarter of an hour. */
  @ParameterizedTest
  @CsvSource({
    "0,  '',                   10",
    "15, '',                   15",
    "25, '',                   40",
    "0,  '10 10',              10",
    "0,  '10 10 10',           40",
    "5,  '10 10 10 40 40 40',  55",
    "15, '10 10 10',           15",
    "90, '',                   ''",
  })
  void theEarliestThatSuitsAllAndWasNotRefusedThreeTimes(int from, String tried, String next) {
    var fits = new Starts(List.of(range(10, 20), range(40, 80)));
    var starts = Arrays.stream(tried.split(" ")).filter(it -> !it.isEmpty()).map(Integer::parseInt);
    assertThat(
            Slots.untired(
                fits, at(from), Duration.ofMinutes(15), starts.map(SlotsTest::at).toList()))
        .isEqualTo(next.isEmpty() ? Optional.empty() : Optional.of(at(Integer.parseInt(next))));
  }

  private static Starts.Range range(int first, int last) {
    return new Starts.Range(at(first), at(last));
  }

  @Test
  void aFixedTimeFillsItsStretch() {
    var fixed = new When.Fixed(null, at(60)).stretch(at(0));
    assertThat(fixed.isFixed()).isTrue();
    assertThat(fixed.earliestStart(at(1))).isEqualTo(at(0));
    assertThat(fixed.isOver(at(0).plusSeconds(10))).isFalse();
    assertThat(fixed.isOver(at(0).plusSeconds(11))).isTrue();
  }

  @Test
  void aWindowIsSearchedFromNowOnAndToItsLatestStart() {
    var window = new When.Window(at(0), at(60), Duration.ofMinutes(15)).stretch(at(0));
    assertThat(window.isFixed()).isFalse();
    assertThat(window.earliestStart(at(-5))).isEqualTo(at(0));
    assertThat(window.earliestStart(at(5))).isEqualTo(at(5));
    assertThat(window.earliestStart(at(50))).isEqualTo(at(45));
    assertThat(window.from(at(45)).endTime()).isEqualTo(at(60));
    assertThatThrownBy(() -> new When.Window(at(0), at(9), Duration.ofMinutes(15)).stretch(at(0)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

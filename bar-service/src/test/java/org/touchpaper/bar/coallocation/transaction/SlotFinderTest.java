package org.touchpaper.bar.coallocation.transaction;

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
import org.touchpaper.bar.coallocation.request.RequestedSchedule;
import org.touchpaper.timetable.StartRanges;

/** Which slot is tried next, in minutes after eight. */
class SlotFinderTest {

  private static Instant at(int minute) {
    return Instant.parse("2026-12-01T20:00:00Z").plusSeconds(60L * minute);
  }

  /** Starts from 10 to 20 and from 40 on suit all; a slot takes 15 minutes. */
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
  void theEarliestCommonSlotNotRefusedThreeTimes(int from, String tried, String next) {
    var fits = new StartRanges(List.of(range(10, 20), range(40, 80)));
    var starts =
        Arrays.stream(tried.split(" ")).filter(text -> !text.isEmpty()).map(Integer::parseInt);
    assertThat(
            SlotFinder.earliestNotExhausted(
                fits, at(from), Duration.ofMinutes(15), starts.map(SlotFinderTest::at).toList()))
        .isEqualTo(next.isEmpty() ? Optional.empty() : Optional.of(at(Integer.parseInt(next))));
  }

  private static StartRanges.Range range(int first, int last) {
    return new StartRanges.Range(at(first), at(last));
  }

  @Test
  void aFixedTimeFillsItsWindow() {
    var fixed = new RequestedSchedule.Fixed(null, at(60)).toSlotWindow(at(0));
    assertThat(fixed.isFixed()).isTrue();
    assertThat(fixed.earliestStart(at(1))).isEqualTo(at(0));
    assertThat(fixed.isOver(at(0).plusSeconds(10))).isFalse();
    assertThat(fixed.isOver(at(0).plusSeconds(11))).isTrue();
  }

  @Test
  void aWindowIsSearchedFromNowToItsLatestStart() {
    var window =
        new RequestedSchedule.Window(at(0), at(60), Duration.ofMinutes(15)).toSlotWindow(at(0));
    assertThat(window.isFixed()).isFalse();
    assertThat(window.earliestStart(at(-5))).isEqualTo(at(0));
    assertThat(window.earliestStart(at(5))).isEqualTo(at(5));
    assertThat(window.earliestStart(at(50))).isEqualTo(at(45));
    assertThat(window.slotAt(at(45)).endTime()).isEqualTo(at(60));
    assertThatThrownBy(() ->
            new RequestedSchedule.Window(at(0), at(9), Duration.ofMinutes(15)).toSlotWindow(at(0)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

package org.touchpaper.bar.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.web.AvailabilityChart.FreeAmount;
import org.touchpaper.segment.connection.Schedule;

/** A step is drawn as its left end and height in percent; an exclamation mark is red. */
class AvailabilityChartTest {

  private static final Instant EIGHT = Instant.parse("2026-12-01T20:00:00Z");

  @Test
  void theFullHeightIsTheCapacityAndNotTheMostThatIsFree() {
    var chart = chart(0, 3, 2, 0);
    assertThat(drawing(chart)).isEqualTo("0:2.3 33:1.6 67:0.0!");
    assertThat(chart.scale()).isEqualTo("128 nodes");
    assertThat(chart.caption()).isEqualTo("0 to 3 of 128 nodes free, Tue 1 Dec 20:00–23:00 UTC");
    assertThat(chart.verdict()).isEqualTo("Nothing free: Tue 1 Dec 22:00–23:00.");
  }

  @Test
  void lessThanRequestedIsRedAndSaidInWords() {
    var chart = chart(64, 128, 63, 10, 64);
    assertThat(drawing(chart)).isEqualTo("0:100.0 25:49.2! 50:7.8! 75:50.0");
    assertThat(chart.asked())
        .isEqualTo(new AvailabilityChart.RequestedAmount(50, "64 nodes requested"));
    assertThat(chart.verdict()).isEqualTo("Less than 64 nodes free: Tue 1 Dec 21:00–23:00.");
    assertThat(chart.unbrokenVerdict())
        .isEqualTo("Less than 64 nodes free: Tue\u00a01\u00a0Dec\u00a021:00–23:00.");
    assertThat(chart(1, 1).verdict()).isEqualTo("1 node free throughout.");
    assertThat(chart(4, 1, 3).verdict()).isEqualTo("4 nodes not free at any time in this period.");
    assertThat(chart(4, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9).verdict())
        .endsWith("Wed 2 Dec 00:00–01:00, and 2 more times.");
  }

  @Test
  void allOfABookingIsShownHoweverLong() {
    var now = EIGHT;
    var month =
        AvailabilityChart.window(now.plus(Duration.ofDays(2)), now.plus(Duration.ofDays(30)), now);
    assertThat(month.startTime()).isEqualTo(now);
    assertThat(month.endTime()).isEqualTo(now.plus(Duration.ofDays(37)));
    var minute = AvailabilityChart.window(now, now.plusSeconds(60), now);
    assertThat(minute.duration()).isEqualTo(Duration.ofMinutes(61));
    assertThat(
            chart(1, 2, 2, 2, 2)
                .marking(EIGHT.plusSeconds(3600), EIGHT.plusSeconds(7200), window(4))
                .period())
        .isEqualTo(new AvailabilityChart.Span(25, 25));
  }

  @Test
  void timesAreInTheZoneAsked() {
    var winter = AvailabilityChart.of("n", "nodes", 2, 0, hours(1, 2), ZoneId.of("Asia/Kolkata"));
    assertThat(winter.caption())
        .isEqualTo("1 to 2 of 2 nodes free, Wed 2 Dec 01:30–03:30 Asia/Kolkata");
  }

  /** What cannot be told apart is drawn with the least, so that nothing short is hidden. */
  @Test
  void thousandsOfStepsAreDrawnAsHundredsAndHideNoShortage() {
    var amounts = new long[5000];
    for (var i = 0; i < amounts.length; i++) {
      amounts[i] = i == 2500 ? 0 : 10 + i % 7;
    }
    var chart = chart(5, amounts);
    assertThat(chart.steps()).hasSizeBetween(200, 301);
    assertThat(chart.steps()).filteredOn(AvailabilityChart.Step::isShort).hasSize(1);
    assertThat(chart.steps().stream().mapToDouble(AvailabilityChart.Step::width).sum())
        .isBetween(99.9, 100.1);
  }

  private static Schedule window(int hours) {
    return new Schedule(EIGHT, EIGHT.plus(Duration.ofHours(hours)));
  }

  private static AvailabilityChart chart(long requested, long... amounts) {
    return AvailabilityChart.of("newton", "nodes", 128, requested, hours(amounts));
  }

  private static List<FreeAmount> hours(long... amounts) {
    var hours = new ArrayList<FreeAmount>();
    for (var i = 0; i < amounts.length; i++) {
      var start = EIGHT.plus(Duration.ofHours(i));
      hours.add(new FreeAmount(start, start.plus(Duration.ofHours(1)), amounts[i]));
    }
    return hours;
  }

  private static String drawing(AvailabilityChart chart) {
    return chart.steps().stream()
        .map(step -> Math.round(step.x()) + ":" + step.height() + (step.isShort() ? "!" : ""))
        .collect(Collectors.joining(" "));
  }
}

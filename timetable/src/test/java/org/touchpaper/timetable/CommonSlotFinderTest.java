package org.touchpaper.timetable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.timetable.TimetableDrawings.draw;
import static org.touchpaper.timetable.TimetableDrawings.load;
import static org.touchpaper.timetable.TimetableDrawings.minute;
import static org.touchpaper.timetable.TimetableDrawings.minutes;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.timetable.CommonSlotFinder.Demand;

class CommonSlotFinderTest {

  private static String earliest(int duration, Demand... demands) {
    return draw(
        CommonSlotFinder.earliest(List.of(demands), minutes(0, 12), Duration.ofMinutes(duration))
            .stream()
            .toList());
  }

  @Test
  void startsAtOnceWhenNothingIsBooked() {
    assertThat(earliest(3, new Demand(load(9, ""), 9))).isEqualTo("0-3");
  }

  @Test
  void fitsBetweenBookingsOfDifferentTimetables() {
    var tail = new Demand(load(9, "99......99.."), 1);
    var trunk = new Demand(load(9, "...99......."), 1);
    var nodes = new Demand(load(9, ".....8......"), 2);

    assertThat(earliest(2, tail, trunk, nodes)).isEqualTo("6-8");
    assertThat(earliest(3, tail, trunk, nodes)).isEmpty();
    assertThat(earliest(1, tail, trunk, nodes)).isEqualTo("2-3");
  }

  @Test
  void considersTheAmountOfEachDemand() {
    var link = load(9, "55..........");

    assertThat(earliest(3, new Demand(link, 4), new Demand(link, 4))).isEqualTo("0-3");
    assertThat(earliest(3, new Demand(link, 5), new Demand(link, 4))).isEqualTo("2-5");
  }

  @Test
  void findsNothingForMoreThanTheCapacity() {
    assertThat(earliest(1, new Demand(load(9, ""), 10))).isEmpty();
  }

  @Test
  void findsNothingForLongerThanTheWindow() {
    assertThat(earliest(13, new Demand(load(9, ""), 1))).isEmpty();
    assertThat(earliest(12, new Demand(load(9, ""), 1))).isEqualTo("0-12");
  }

  @Test
  void intersectsAndUnitesStartRanges() {
    var here = load(9, "9...9..9....").startRanges(minutes(0, 12), 1, Duration.ofMinutes(2));
    var there = load(9, ".....99.....").startRanges(minutes(0, 12), 1, Duration.ofMinutes(2));

    assertThat(draw(here, 12)).isEqualTo(".ss..s..sss.");
    assertThat(draw(there, 12)).isEqualTo("ssss...ssss.");
    assertThat(draw(here.intersect(there), 12)).isEqualTo(".ss.....sss.");
    assertThat(draw(here.union(there), 12)).isEqualTo("ssss.s.ssss.");
    assertThat(here.intersect(there)).isEqualTo(there.intersect(here));
    assertThat(here.intersect(there).earliest()).contains(minute(1));
    assertThat(here.intersect(there).earliestFrom(minute(3))).contains(minute(8));
    assertThat(here.intersect(there).earliestFrom(minute(11))).isEmpty();
    assertThat(here.intersect(StartRanges.NONE)).isEqualTo(StartRanges.NONE);
  }

  /** A window is where a slot may lie anywhere; two minutes fit into 2 to 5 from 2 or 3 on. */
  @Test
  void listsTheWindowsThatSuitAll() {
    var here = load(9, "99...9......").startRanges(minutes(0, 12), 1, Duration.ofMinutes(2));
    var there = load(9, "........99..").startRanges(minutes(0, 12), 1, Duration.ofMinutes(2));

    assertThat(windows(9, here)).isEqualTo("2-5 6-12");
    assertThat(windows(9, here, there)).isEqualTo("2-5 6-8 10-12");
    assertThat(windows(2, here, there)).isEqualTo("2-5 6-8");
    assertThat(windows(9, here, StartRanges.NONE)).isEmpty();
    assertThat(CommonSlotFinder.windows(List.of(here), minutes(0, 4), Duration.ofMinutes(3), 9))
        .isEmpty();
  }

  private static String windows(int limit, StartRanges... starts) {
    return draw(
        CommonSlotFinder.windows(List.of(starts), minutes(0, 12), Duration.ofMinutes(2), limit));
  }

  @Test
  void startsOnFullSeconds() {
    var starts =
        new StartRanges(
            List.of(
                range(minute(0), minute(0).plusMillis(900)),
                range(minute(1).plusMillis(1), minute(1).plusMillis(1_999)),
                range(minute(2).plusMillis(1), minute(2).plusMillis(999))));
    assertThat(starts.onFullSeconds().ranges())
        .containsExactly(
            range(minute(0), minute(0)), range(minute(1).plusSeconds(1), minute(1).plusSeconds(1)));
    assertThat(starts.shift(Duration.ofMinutes(1)).earliest()).contains(minute(1));
  }

  private static StartRanges.Range range(Instant first, Instant last) {
    return new StartRanges.Range(first, last);
  }

  @Test
  void showsAPartOfAStepFunction() {
    var steps = load(9, "..3333..").freeSteps(minutes(0, 8));

    assertThat(draw(steps.within(minutes(1, 4)))).isEqualTo("1-2=9 2-4=6");
    assertThatThrownBy(() -> steps.within(minutes(1, 9)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void combinesStepsOfAChainAndOfAlternatives() {
    var first = load(9, "..3333..").freeSteps(minutes(0, 8));
    var second = load(5, "....44..").freeSteps(minutes(0, 8));

    assertThat(draw(first.min(second))).isEqualTo("0-4=5 4-6=1 6-8=5");
    assertThat(draw(first.max(second))).isEqualTo("0-2=9 2-6=6 6-8=9");
    assertThat(draw(first.min(second).windowsWithAtLeast(2))).isEqualTo("0-4 6-8");
    assertThat(draw(second.scale(48))).isEqualTo("0-4=240 4-6=48 6-8=240");
    assertThat(draw(first.windowsWithAtLeast(6))).isEqualTo("0-8");
  }
}

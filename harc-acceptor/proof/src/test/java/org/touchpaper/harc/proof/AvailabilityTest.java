package org.touchpaper.harc.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Objects;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AvailabilityTest {
  private static final double DAY = 86_400;

  /** Acceptors that fail so often that a short time shows many outages. */
  private static final Duration UP = Duration.ofDays(1);

  private static final Duration DOWN = Duration.ofHours(4);

  /** HARC's own numbers: seven acceptors, a week up, four hours down, over ten years. */
  @ParameterizedTest
  @CsvSource({
    "1, 7,     0.0233",
    "3, 54.8,  1.60e-3",
    "5, 481,   1.21e-4",
    "7, 4515,  9.68e-6",
    "9, 44200, 7.9e-7"
  })
  void knowsTheFormula(int acceptors, double days, double unavailability) {
    var fleet = Fleet.of(acceptors, Duration.ofDays(7), DOWN);
    assertThat(fleet.secondsToFirstOutage() / DAY).isCloseTo(days, Percentage.withPercentage(1));
    assertThat(fleet.unavailability()).isCloseTo(unavailability, Percentage.withPercentage(1));
    // What is lost in the long run is how often times how long; F+1 are repaired side by side.
    assertThat(fleet.secondsBetweenOutages() * fleet.unavailability())
        .isBetween(DAY / 6 / fleet.quorum(), DAY / 6);
  }

  @Test
  void aWeekUpAndFourHoursDownFailOnceInBoth() {
    var one = Fleet.of(1, Duration.ofDays(7), DOWN);
    assertThat(one.secondsBetweenOutages()).isCloseTo(7 * DAY + 4 * 3600, within(1e-3));
  }

  /** Half the chance in a thousand on either side, by the gamma distribution. */
  @ParameterizedTest
  @CsvSource({"0, 0.1316, Infinity", "10, 0.3960, 3.705", "400, 0.8507, 1.1854"})
  void knowsWhatACountLeavesPossible(long count, double low, double high) {
    var seconds = Math.max(1.0, (double) count);
    var interval = Interval.between(seconds, count, 1);
    assertThat(interval.low()).isCloseTo(low, Percentage.withPercentage(4));
    assertThat(interval.high()).isCloseTo(high, Percentage.withPercentage(4));
    assertThat(interval.contains(1)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"1, 100", "3, 80", "5, 100"})
  void theMachinesAreOutAsOftenAndAsLongAsTheFormulaSays(int acceptors, int days) {
    var fleet = Fleet.of(acceptors, UP, DOWN);
    var uptime = run(fleet, days, Mutant.NONE);
    System.out.printf("%d acceptors: %s%n", acceptors, uptime);
    assertThat(uptime.first()).isNull();
    assertThat(uptime.surprises()).isZero();
    assertThat(uptime.outages()).isGreaterThan(30);
    assertThat(uptime.betweenOutages().contains(fleet.secondsBetweenOutages())).isTrue();
    assertThat(Objects.requireNonNull(uptime.unavailable()).contains(fleet.unavailability()))
        .isTrue();
    assertThat(uptime.agreesWith(fleet)).isTrue();
    assertThat(uptime.commits()).isGreaterThan(uptime.changes() / 2);
    assertThat(uptime.changes())
        .isCloseTo((long) fleet.changesIn(uptime.seconds()), Percentage.withPercentage(15));
  }

  /** Else the test above would show nothing. */
  @Test
  void theFormulaOfAnotherQuorumIsOutside() {
    var uptime = run(Fleet.of(3, UP, DOWN), 80, Mutant.NONE);
    for (var quorum : new int[] {1, 3}) {
      var wrong = new Fleet(3, quorum, UP, DOWN);
      assertThat(uptime.betweenOutages().contains(wrong.secondsBetweenOutages())).isFalse();
      assertThat(Objects.requireNonNull(uptime.unavailable()).contains(wrong.unavailability()))
          .isFalse();
      assertThat(uptime.agreesWith(wrong)).isFalse();
    }
  }

  /** The quorum is not the simulation's to choose: the machines show theirs. */
  @ParameterizedTest
  @CsvSource({"1, is not settled with 1 acceptors up", "3, is decided with 2 acceptors up"})
  void machinesWithAnotherQuorumThanExpectedSurprise(int quorum, String surprise) {
    var uptime = run(new Fleet(3, quorum, UP, DOWN), 4, Mutant.NONE);
    assertThat(uptime.surprises()).isPositive();
    assertThat(Objects.requireNonNull(uptime.first()).message()).contains(surprise);
  }

  @ParameterizedTest
  @EnumSource(names = {"ONE_IS_ENOUGH", "F_ARE_ENOUGH", "COUNTED_TWICE"})
  void noticesAWrongMajority(Mutant mutant) {
    var fleet = Fleet.of(5, UP, DOWN);
    var uptime = run(fleet, 30, mutant);
    var failure = Objects.requireNonNull(uptime.first());
    System.out.printf("%s caught by seed %d: %s%n", mutant, failure.seed(), failure.message());
    assertThat(failure.message()).isEqualTo("a transaction is decided with 2 acceptors up");
    assertThat(failure.story()).contains("fails", "client: begin", "decided: chosen");
    assertThat(uptime.agreesWith(fleet)).isFalse();
  }

  /** Two of five decide, and so there are too few outages, whoever counts who is up. */
  @Test
  void aWrongMajorityShowsInTheYearsToo() {
    var fleet = Fleet.of(5, UP, DOWN);
    var uptime = run(fleet, 80, Mutant.ONE_IS_ENOUGH);
    assertThat(uptime.betweenOutages().low()).isGreaterThan(fleet.secondsBetweenOutages());
  }

  @Test
  void noticesThatMemoryIsNotKept() {
    var fleet = Fleet.of(1, UP, DOWN);
    var uptime = run(fleet, 60, Mutant.ACCEPTOR_FORGETS);
    assertThat(Objects.requireNonNull(uptime.first()).message()).startsWith("two decisions");
    assertThat(uptime.agreesWith(fleet)).isFalse();
  }

  @Test
  void tellsTheSameTwice() {
    var fleet = Fleet.of(3, UP, DOWN);
    assertThat(run(fleet, 10, Mutant.NONE)).isEqualTo(run(fleet, 10, Mutant.NONE));
  }

  private static Uptime run(Fleet fleet, int days, Mutant mutant) {
    return LongStream.range(0, 4)
        .parallel()
        .mapToObj(seed -> Stretch.run(fleet, seed, days * DAY / 4, mutant))
        .reduce(Uptime.NOTHING, Uptime::plus);
  }
}

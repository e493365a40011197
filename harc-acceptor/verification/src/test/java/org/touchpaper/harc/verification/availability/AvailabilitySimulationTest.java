package org.touchpaper.harc.verification.availability;

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
import org.touchpaper.harc.verification.Mutant;

class AvailabilitySimulationTest {
  private static final double DAY = 86_400;

  /** Acceptors fail so often that a short time shows many outages. */
  private static final Duration MEAN_UPTIME = Duration.ofDays(1);

  private static final Duration MEAN_DOWNTIME = Duration.ofHours(4);

  /** HARC's own numbers: seven acceptors, MTTF one week, MTTR four hours, more than ten years. */
  @ParameterizedTest
  @CsvSource({
    "1, 7,     0.0233",
    "3, 54.8,  1.60e-3",
    "5, 481,   1.21e-4",
    "7, 4515,  9.68e-6",
    "9, 44200, 7.9e-7"
  })
  void computesHarcsNumbers(int acceptors, double days, double unavailability) {
    var model = BirthDeathAvailabilityModel.of(acceptors, Duration.ofDays(7), MEAN_DOWNTIME);
    assertThat(model.secondsToFirstOutage() / DAY).isCloseTo(days, Percentage.withPercentage(1));
    assertThat(model.unavailability()).isCloseTo(unavailability, Percentage.withPercentage(1));
    // Unavailability is rate times duration of outages; F+1 acceptors are repaired in parallel.
    assertThat(model.secondsBetweenOutages() * model.unavailability())
        .isBetween(DAY / 6 / model.quorum(), DAY / 6);
  }

  @Test
  void oneAcceptorFailsOncePerUptimeAndDowntime() {
    var model = BirthDeathAvailabilityModel.of(1, Duration.ofDays(7), MEAN_DOWNTIME);
    assertThat(model.secondsBetweenOutages()).isCloseTo(7 * DAY + 4 * 3600, within(1e-3));
  }

  /** Half of 0.1 % on either side, by the gamma distribution. */
  @ParameterizedTest
  @CsvSource({"0, 0.1316, Infinity", "10, 0.3960, 3.705", "400, 0.8507, 1.1854"})
  void computesTheConfidenceIntervalOfACount(long count, double low, double high) {
    var seconds = Math.max(1.0, (double) count);
    var interval = ConfidenceInterval.forMeanTime(seconds, count, 1);
    assertThat(interval.low()).isCloseTo(low, Percentage.withPercentage(4));
    assertThat(interval.high()).isCloseTo(high, Percentage.withPercentage(4));
    assertThat(interval.contains(1)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"1, 100", "3, 80", "5, 100"})
  void theSimulationAgreesWithTheFormula(int acceptors, int days) {
    var model = BirthDeathAvailabilityModel.of(acceptors, MEAN_UPTIME, MEAN_DOWNTIME);
    var result = run(model, days, Mutant.NONE);
    System.out.printf("%d acceptors: %s%n", acceptors, result);
    assertThat(result.firstFailure()).isNull();
    assertThat(result.unexpectedOutcomes()).isZero();
    assertThat(result.outages()).isGreaterThan(30);
    assertThat(result.timeBetweenOutagesInterval().contains(model.secondsBetweenOutages()))
        .isTrue();
    assertThat(
            Objects.requireNonNull(result.unavailabilityInterval())
                .contains(model.unavailability()))
        .isTrue();
    assertThat(result.agreesWith(model)).isTrue();
    assertThat(result.commits()).isGreaterThan(result.changes() / 2);
    assertThat(result.changes())
        .isCloseTo((long) model.expectedChanges(result.seconds()), Percentage.withPercentage(15));
  }

  /** Shows that the previous test can fail. */
  @Test
  void theSimulationDisagreesWithTheFormulaOfAnotherQuorum() {
    var result =
        run(BirthDeathAvailabilityModel.of(3, MEAN_UPTIME, MEAN_DOWNTIME), 80, Mutant.NONE);
    for (var quorum : new int[] {1, 3}) {
      var wrong = new BirthDeathAvailabilityModel(3, quorum, MEAN_UPTIME, MEAN_DOWNTIME);
      assertThat(result.timeBetweenOutagesInterval().contains(wrong.secondsBetweenOutages()))
          .isFalse();
      assertThat(
              Objects.requireNonNull(result.unavailabilityInterval())
                  .contains(wrong.unavailability()))
          .isFalse();
      assertThat(result.agreesWith(wrong)).isFalse();
    }
  }

  /** The simulation does not choose the quorum; the machines show theirs. */
  @ParameterizedTest
  @CsvSource({"1, is not settled with 1 acceptors up", "3, is decided with 2 acceptors up"})
  void reportsUnexpectedOutcomesForAnotherQuorum(int quorum, String expected) {
    var result =
        run(new BirthDeathAvailabilityModel(3, quorum, MEAN_UPTIME, MEAN_DOWNTIME), 4, Mutant.NONE);
    assertThat(result.unexpectedOutcomes()).isPositive();
    assertThat(Objects.requireNonNull(result.firstFailure()).message()).contains(expected);
  }

  @ParameterizedTest
  @EnumSource(names = {"ONE_IS_ENOUGH", "F_ARE_ENOUGH", "COUNTED_TWICE"})
  void detectsAWrongMajority(Mutant mutant) {
    var model = BirthDeathAvailabilityModel.of(5, MEAN_UPTIME, MEAN_DOWNTIME);
    var result = run(model, 30, mutant);
    var failure = Objects.requireNonNull(result.firstFailure());
    System.out.printf("%s caught by seed %d: %s%n", mutant, failure.seed(), failure.message());
    assertThat(failure.message()).isEqualTo("a transaction is decided with 2 acceptors up");
    assertThat(failure.trace()).contains("fails", "client: begin", "decided: chosen");
    assertThat(result.agreesWith(model)).isFalse();
  }

  /** Two of five acceptors decide, so there are too few outages. */
  @Test
  void aWrongMajorityLengthensTheTimeBetweenOutages() {
    var model = BirthDeathAvailabilityModel.of(5, MEAN_UPTIME, MEAN_DOWNTIME);
    var result = run(model, 80, Mutant.ONE_IS_ENOUGH);
    assertThat(result.timeBetweenOutagesInterval().low())
        .isGreaterThan(model.secondsBetweenOutages());
  }

  @Test
  void detectsALostJournal() {
    var model = BirthDeathAvailabilityModel.of(1, MEAN_UPTIME, MEAN_DOWNTIME);
    var result = run(model, 60, Mutant.ACCEPTOR_FORGETS);
    assertThat(Objects.requireNonNull(result.firstFailure()).message()).startsWith("two decisions");
    assertThat(result.agreesWith(model)).isFalse();
  }

  @Test
  void isReproducible() {
    var model = BirthDeathAvailabilityModel.of(3, MEAN_UPTIME, MEAN_DOWNTIME);
    assertThat(run(model, 10, Mutant.NONE)).isEqualTo(run(model, 10, Mutant.NONE));
  }

  private static AvailabilityResult run(
      BirthDeathAvailabilityModel model, int days, Mutant mutant) {
    return LongStream.range(0, 4)
        .parallel()
        .mapToObj(seed -> AvailabilitySimulation.run(model, seed, days * DAY / 4, mutant))
        .reduce(AvailabilityResult.EMPTY, AvailabilityResult::plus);
  }
}

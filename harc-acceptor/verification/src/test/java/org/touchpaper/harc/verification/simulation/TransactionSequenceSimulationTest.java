package org.touchpaper.harc.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.harc.verification.Mutant;

/** A failing seed prints its trace; {@code ./touchpaper bench simulate --seed S} repeats it. */
class TransactionSequenceSimulationTest {
  private static final int SEEDS = 5000;

  @Test
  void everyTransactionHasOneOutcomeWhateverFails() {
    var outcomes =
        LongStream.rangeClosed(1, SEEDS)
            .parallel()
            .mapToObj(seed -> new TransactionSequenceSimulation(seed, Mutant.NONE).run())
            .toList();
    outcomes.stream()
        .map(TransactionSequenceSimulation.Outcome::violation)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(
            failure -> fail(failure.seed() + ": " + failure.message() + "\n" + failure.trace()));
    assertThat(outcomes).allMatch(outcome -> outcome.events() >= 2000);
    var commits = outcomes.stream().mapToInt(TransactionSequenceSimulation.Outcome::commits).sum();
    var aborts = outcomes.stream().mapToInt(TransactionSequenceSimulation.Outcome::aborts).sum();
    assertThat(commits).as("commits").isGreaterThan(SEEDS);
    assertThat(aborts).as("aborts").isGreaterThan(SEEDS);
    System.out.printf("%d commits, %d aborts%n", commits, aborts);
  }

  /**
   * Detected on the seeds that pass without a mutant, from the first. The detecting seed is not
   * fixed here, because it changes with every message.
   */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {
        "NONE",
        "DECISION_RECEIVED_AND_FORGOTTEN",
        "NEVER_BACKS_OFF",
        "FINISHES_ONLY_WHEN_ASKED",
        "ASKS_BACK",
        "ASKS_EVERYBODY_BACK",
        "RECORD_CONFLICT_NOT_REPORTED",
        "OTHER_RECORDS_ABORT_IS_REJECTED"
      })
  void detectsEverySafetyMutant(Mutant mutant) {
    assertDetects(mutant, failure -> !failure.isLivenessViolation());
  }

  /** Nothing wrong is sent, but in some runs nothing is decided. */
  @ParameterizedTest
  @EnumSource(
      names = {"DECISION_RECEIVED_AND_FORGOTTEN", "NEVER_BACKS_OFF", "FINISHES_ONLY_WHEN_ASKED"})
  void detectsMissingDecisions(Mutant mutant) {
    assertDetects(
        mutant,
        failure ->
            failure.isLivenessViolation()
                && failure.message().contains("has not learnt the decision"));
  }

  /** A hold of a record that F+1 acceptors never vote on is never released. */
  @Test
  void detectsMissingRecordConflictReplies() {
    assertDetects(
        Mutant.RECORD_CONFLICT_NOT_REPORTED,
        failure ->
            failure.isLivenessViolation() && failure.message().contains("has not carried out"));
  }

  /** The acceptor that decided announces until all have acknowledged. */
  @Test
  void detectsAMissingAcknowledgementOfAnotherRecordsAbort() {
    assertDetects(
        Mutant.OTHER_RECORDS_ABORT_IS_REJECTED,
        failure ->
            failure.isLivenessViolation() && failure.message().contains("never stops announcing"));
  }

  @ParameterizedTest
  @CsvSource({"ASKS_BACK, endless", "ASKS_EVERYBODY_BACK, growing"})
  void detectsEndlessMessages(Mutant mutant, String kind) {
    assertDetects(
        mutant,
        failure ->
            failure.isLivenessViolation()
                && failure.message().startsWith(kind + " message exchange"));
  }

  private static void assertDetects(
      Mutant mutant, Predicate<TransactionSequenceSimulation.Failure> expected) {
    var caught =
        LongStream.rangeClosed(1, SEEDS)
            .mapToObj(seed -> new TransactionSequenceSimulation(seed, mutant).run().violation())
            .filter(failure -> failure != null && expected.test(failure))
            .findFirst();
    assertThat(caught).as("violation of %s", mutant).isPresent();
    caught.ifPresent(failure ->
        System.out.printf("%s caught by seed %d: %s%n", mutant, failure.seed(), failure.message()));
  }

  @Test
  void isReproducible() {
    var run =
        LongStream.range(1, 1000)
            .mapToObj(seed -> new TransactionSequenceSimulation(seed, Mutant.PREPARED_TIMES_OUT))
            .filter(candidate -> candidate.run().violation() != null)
            .findFirst()
            .orElseThrow();
    assertThat(run.run()).isEqualTo(run.run());
    var trace = Objects.requireNonNull(run.run().violation()).trace();
    assertThat(trace).contains("PREPARED", "time passes", "decided ABORT");
  }
}

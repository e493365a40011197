package org.touchpaper.harc.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A seed that fails prints its story; {@code ./touchpaper bench simulate --seed S} tells it again.
 */
class SimulationTest {
  private static final int SEEDS = 5000;

  @Test
  void everyTransactionHasOneEndWhateverFails() {
    var outcomes =
        LongStream.rangeClosed(1, SEEDS)
            .parallel()
            .mapToObj(seed -> new Trial(seed, Mutant.NONE).run())
            .toList();
    outcomes.stream()
        .map(Trial.Outcome::violation)
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(
            failure -> fail(failure.seed() + ": " + failure.message() + "\n" + failure.story()));
    assertThat(outcomes).allMatch(each -> each.events() >= 2000);
    var commits = outcomes.stream().mapToInt(Trial.Outcome::commits).sum();
    var aborts = outcomes.stream().mapToInt(Trial.Outcome::aborts).sum();
    assertThat(commits).as("commits").isGreaterThan(SEEDS);
    assertThat(aborts).as("aborts").isGreaterThan(SEEDS);
    System.out.printf("%d commits, %d aborts%n", commits, aborts);
  }

  /**
   * On the very seeds on which nothing else is found, from the first: which shows a mistake is not
   * written down, since it changes with every message.
   */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {
        "NONE",
        "HEARD_AND_FORGOTTEN",
        "NEVER_BACKS_OFF",
        "FINISHES_ONLY_WHEN_ASKED",
        "ASKS_BACK",
        "ASKS_EVERYBODY_BACK",
        "STRANGERS_ARE_NOT_TOLD",
        "ANOTHERS_ABORT_IS_REJECTED"
      })
  void noticesEveryMutant(Mutant mutant) {
    assertNotices(mutant, failure -> !failure.isStuck());
  }

  /** Nothing false is ever said, but days come on which nothing is decided. */
  @ParameterizedTest
  @EnumSource(names = {"HEARD_AND_FORGOTTEN", "NEVER_BACKS_OFF", "FINISHES_ONLY_WHEN_ASKED"})
  void noticesWhoNeverComesToAnEnd(Mutant mutant) {
    assertNotices(
        mutant,
        failure -> failure.isStuck() && failure.message().contains("has not learnt the decision"));
  }

  /** What F+1 acceptors will never vote on is held for ever. */
  @Test
  void noticesWhoIsNeverToldThatItsRecordIsAnother() {
    assertNotices(
        Mutant.STRANGERS_ARE_NOT_TOLD,
        failure -> failure.isStuck() && failure.message().contains("is not through"));
  }

  /** Whoever decided tells it until it is acknowledged. */
  @Test
  void noticesWhoNeverAcknowledgesTheAbortOfAnotherRecord() {
    assertNotices(
        Mutant.ANOTHERS_ABORT_IS_REJECTED,
        failure -> failure.isStuck() && failure.message().contains("announces it for ever"));
  }

  @ParameterizedTest
  @CsvSource({"ASKS_BACK, without end", "ASKS_EVERYBODY_BACK, ever more"})
  void noticesWhoNeverStops(Mutant mutant, String how) {
    assertNotices(
        mutant, failure -> failure.isStuck() && failure.message().startsWith("they talk " + how));
  }

  private static void assertNotices(Mutant mutant, Predicate<Trial.Failure> as) {
    var caught =
        LongStream.rangeClosed(1, SEEDS)
            .mapToObj(seed -> new Trial(seed, mutant).run().violation())
            .filter(failure -> failure != null && as.test(failure))
            .findFirst();
    assertThat(caught).as("%s is noticed", mutant).isPresent();
    caught.ifPresent(each ->
        System.out.printf("%s caught by seed %d: %s%n", mutant, each.seed(), each.message()));
  }

  @Test
  void tellsTheSameStoryTwice() {
    var trial =
        LongStream.range(1, 1000)
            .mapToObj(seed -> new Trial(seed, Mutant.PREPARED_TIMES_OUT))
            .filter(each -> each.run().violation() != null)
            .findFirst()
            .orElseThrow();
    assertThat(trial.run()).isEqualTo(trial.run());
    var story = Objects.requireNonNull(trial.run().violation()).story();
    assertThat(story).contains("PREPARED", "time passes", "decided ABORT");
  }
}

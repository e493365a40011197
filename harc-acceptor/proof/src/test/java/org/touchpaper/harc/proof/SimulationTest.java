package org.touchpaper.harc.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A seed that fails prints its story; {@code ./touchpaper bench simulate --seed S} tells it again.
 */
class SimulationTest {
  private static final int SEEDS = 5000;

  /**
   * Days on which mistakes are known to be noticed that take many. When what happens on each day
   * changes, it may be others: the test then looks for one, which takes minutes, and prints it.
   */
  private static final Map<Mutant, Long> SHOWN_BY =
      Map.of(
          Mutant.BALLOT_USED_TWICE, 80L,
          Mutant.PROMISE_BROKEN, 7971L,
          Mutant.F_ARE_ENOUGH, 806L,
          Mutant.UNKNOWN_IS_ABORTED, 452L,
          Mutant.IGNORES_VOTES_FOUND, 366L,
          Mutant.LOWEST_BALLOT_WINS, 1691L,
          Mutant.FORCED_PASSES_FOR_CHOSEN, 512L,
          Mutant.ANY_ACKNOWLEDGEMENT_WILL_DO, 138L,
          Mutant.COPY_PASSES, 614L,
          Mutant.ENLISTS_BEFORE_DURABLE, 1422L);

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
   * What an acceptor forgets as often as it hears it keeps days from ever ending: the explorer's.
   */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NONE", "HEARD_AND_FORGOTTEN"})
  void noticesEveryMutant(Mutant mutant) {
    var caught =
        LongStream.concat(
                LongStream.of(SHOWN_BY.getOrDefault(mutant, 1L)), LongStream.rangeClosed(1, 10_000))
            .mapToObj(seed -> new Trial(seed, mutant).run().violation())
            .filter(failure -> failure != null && !failure.isStuck())
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

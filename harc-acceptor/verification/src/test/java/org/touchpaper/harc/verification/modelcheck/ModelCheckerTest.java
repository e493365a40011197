package org.touchpaper.harc.verification.modelcheck;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.harc.verification.Mutant;

/**
 * One resource manager and three acceptors have 36,492 states, visited in seconds. With two
 * resource managers there are 5,450,596; {@code ./touchpaper bench explore} visits those.
 */
class ModelCheckerTest {

  private static ModelChecker.Result explore(long highestBallot, Mutant mutant) {
    return new ModelChecker(new ModelChecker.Scope(1, 3, highestBallot, mutant))
        .explore((_, _) -> {});
  }

  @Test
  void findsNoViolationWithBallotsZeroAndOne() {
    var result = explore(1, Mutant.NONE);
    assertThat(result.violation()).isNull();
    assertThat(result.states()).as("states").isEqualTo(36_492);
  }

  /**
   * The naive checker makes every step a state and has many times as many. With three acceptors and
   * ballot 1 it takes minutes.
   */
  @ParameterizedTest
  @CsvSource({"1, 3, 0", "2, 1, 1"})
  void findsEveryMessageAndDecisionOfTheNaiveChecker(
      int resourceManagers, int acceptors, long highestBallot) {
    var scope = new ModelChecker.Scope(resourceManagers, acceptors, highestBallot, Mutant.NONE);
    var explorer = new ModelChecker(scope);
    var result = explorer.explore((_, _) -> {});
    var naive = new NaiveModelChecker(scope);
    assertThat(explorer.decisionsByEmission())
        .isEqualTo(withFreeMessages(explorer.freeMessageSet(), naive.decisionsByEmission()));
    assertThat(naive.states()).isGreaterThan(10 * result.states());
  }

  /** Adds the messages that can be sent at any time without changing a state. */
  private static Map<Set<ModelMessage>, Integer> withFreeMessages(
      Set<ModelMessage> freeMessages, Map<Set<ModelMessage>, Integer> decisionsBySet) {
    var merged = new HashMap<Set<ModelMessage>, Integer>();
    decisionsBySet.forEach((sent, decisions) -> {
      var extended = new HashSet<>(sent);
      extended.addAll(freeMessages);
      merged.merge(extended, decisions, (a, b) -> a | b);
    });
    return merged;
  }

  /**
   * Ballots 0 and 1 suffice for all mutants but LOWEST_BALLOT_WINS, which needs ballot 2: {@code
   * ./touchpaper bench explore --resource-managers 1 --ballots 2 --mutant M13}. BALLOT_USED_TWICE
   * takes millions of states, also for the bench. The model has no tombstones, forced decisions,
   * restored copies, second records, batches or waiting for "not started", and does not check
   * liveness; {@code TransactionSequenceSimulationTest} detects those mutants.
   */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {
        "NONE",
        "BALLOT_USED_TWICE",
        "LOWEST_BALLOT_WINS",
        "FORGOTTEN_IS_BEGUN_AGAIN",
        "FORCED_PASSES_FOR_CHOSEN",
        "ANY_ACKNOWLEDGEMENT_WILL_DO",
        "BEGINS_AFTER_NOT_STARTED",
        "NOT_STARTED_AFTER_CRASH",
        "NOT_STARTED_TOO_SOON",
        "NOT_STARTED_DESPITE_VOTES",
        "RESTORED_COPY_ACCEPTED",
        "SENDS_BEFORE_FLUSH",
        "NEVER_BACKS_OFF",
        "FINISHES_ONLY_WHEN_ASKED",
        "ASKS_BACK",
        "ASKS_EVERYBODY_BACK",
        "RECORD_CONFLICT_NOT_REPORTED",
        "ONE_RECORD_CONFLICT_IS_ENOUGH",
        "OTHER_RECORDS_ABORT_IS_REJECTED"
      })
  void findsAViolationForEveryMutant(Mutant mutant) {
    var violation = explore(1, mutant).violation();
    assertThat(violation).as("violation of %s", mutant).isNotNull();
    assertThat(violation).doesNotContain("no path");
  }
}

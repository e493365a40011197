package org.touchpaper.harc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One resource manager, three acceptors: all there is in some seconds, 36,492 states. With two
 * resource managers they are 5,450,596, which are for {@code ./touchpaper bench explore}.
 */
class ExplorerTest {

  private static Explorer.Result explore(long highestBallot, Mutant mutant) {
    return new Explorer(new Explorer.Scope(1, 3, highestBallot, mutant)).explore((_, _) -> {});
  }

  @Test
  void findsNothingWrongInAnyStateWithBallotsZeroAndOne() {
    var result = explore(1, Mutant.NONE);
    assertThat(result.violation()).isNull();
    assertThat(result.states()).as("states").isEqualTo(36_492);
  }

  /**
   * Every step a state: many times as many, which say the same. With three acceptors and ballot 1
   * as well that takes minutes.
   */
  @ParameterizedTest
  @CsvSource({"1, 3, 0", "2, 1, 1"})
  void leavesOutNothingThatIsEverSaidOrDecided(
      int resourceManagers, int acceptors, long highestBallot) {
    var scope = new Explorer.Scope(resourceManagers, acceptors, highestBallot, Mutant.NONE);
    var explorer = new Explorer(scope);
    var result = explorer.explore((_, _) -> {});
    var everyStep = new EveryStep(scope);
    assertThat(explorer.sayings()).isEqualTo(with(explorer.saidForNothing(), everyStep.sayings()));
    assertThat(everyStep.states()).isGreaterThan(10 * result.states());
  }

  /** What is said for nothing can be said before anything else, and keeps nobody from anything. */
  private static Map<Set<Letter>, Integer> with(
      Set<Letter> saidForNothing, Map<Set<Letter>, Integer> sayings) {
    var all = new HashMap<Set<Letter>, Integer>();
    sayings.forEach((said, decisions) -> {
      var more = new HashSet<>(said);
      more.addAll(saidForNothing);
      all.merge(more, decisions, (a, b) -> a | b);
    });
    return all;
  }

  /**
   * Ballot 0 and one more suffice for all but the lowest ballot that wins, which needs two more:
   * {@code ./touchpaper bench explore --resource-managers 1 --ballots 2 --mutant M13}. A ballot
   * used twice is found among millions of states, by the bench too. Nothing is ever over, forced or
   * put back from a copy here, nobody listens for "not started", each event is a round of its own,
   * and that nothing more happens is no fault. {@link SimulationTest} finds all of these.
   */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {
        "NONE",
        "BALLOT_USED_TWICE",
        "LOWEST_BALLOT_WINS",
        "FORGOTTEN_IS_TAKEN_UP",
        "FORCED_PASSES_FOR_CHOSEN",
        "ANY_ACKNOWLEDGEMENT_WILL_DO",
        "BEGINS_AFTER_NOT_STARTED",
        "DENIES_AFTER_CRASH",
        "NOT_STARTED_TOO_SOON",
        "NOT_STARTED_DESPITE_VOTES",
        "COPY_PASSES",
        "SPEAKS_BEFORE_FLUSH",
        "NEVER_BACKS_OFF",
        "FINISHES_ONLY_WHEN_ASKED",
        "ASKS_BACK",
        "ASKS_EVERYBODY_BACK",
        "STRANGERS_ARE_NOT_TOLD",
        "ONE_STRANGER_IS_ENOUGH",
        "ANOTHERS_ABORT_IS_REJECTED"
      })
  void findsTheWayIntoEveryMutant(Mutant mutant) {
    var violation = explore(1, mutant).violation();
    assertThat(violation).as("%s is found", mutant).isNotNull();
    assertThat(violation).doesNotContain("does not get");
  }
}

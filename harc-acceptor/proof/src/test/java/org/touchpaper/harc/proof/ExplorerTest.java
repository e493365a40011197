package org.touchpaper.harc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One resource manager, three acceptors: all there is in some seconds. */
class ExplorerTest {

  private static Explorer.Result explore(long highestBallot, Mutant mutant) {
    return new Explorer(new Explorer.Scope(1, 3, highestBallot, mutant)).explore((_, _) -> {});
  }

  @Test
  void findsNothingWrongInAnyStateWithBallotsZeroAndOne() {
    var result = explore(1, Mutant.NONE);
    assertThat(result.violation()).isNull();
    assertThat(result.states()).isGreaterThan(20_000);
    System.out.printf("%d states, %d transitions%n", result.states(), result.transitions());
  }

  /**
   * Ballot 0 and one more suffice for all but the lowest ballot that wins, which needs two more.
   */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NONE", "BALLOT_USED_TWICE", "LOWEST_BALLOT_WINS"})
  void findsTheWayIntoEveryMutant(Mutant mutant) {
    var violation = explore(1, mutant).violation();
    assertThat(violation).as("%s is found", mutant).isNotNull();
    assertThat(violation).contains(" <- begin").doesNotContain("does not get");
  }
}

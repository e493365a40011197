package org.touchpaper.harc.rm.vote;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Store;

/** Work that was read and voted on, and that the build of today does not know. */
class UnreadableAgainTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final WillingScheduler scheduler = new WillingScheduler();
  private final VoterByHand voter = new VoterByHand(STORE, scheduler);

  @ParameterizedTest
  @EnumSource(Decision.class)
  void whatIsHeldIsNotTakenForDoneUntilItCanBeReadAgain(Decision decision) {
    var run = voter.voted("t.1");
    voter.readsNothing(true);
    for (var time = 0; time < 2; time++) {
      voter.decide(run, decision);
      voter.work();
      assertThat(voter.isCarriedOut(run)).isFalse();
      assertThat(voter.problem(run).orElseThrow())
          .contains("voted prepared", "nothing here does this Work", "run a build that reads it");
    }
    voter.goOn(run);
    assertThat(voter.isCarriedOut(run)).isFalse();

    voter.readsNothing(false);
    voter.goOn(run);
    voter.goOn(run);
    assertThat(voter.isCarriedOut(run)).isTrue();
    assertThat(voter.problem(run)).isEmpty();
    assertThat(scheduler.told)
        .containsExactly((decision == Decision.COMMIT ? "commit" : "abort") + " t.1");
  }

  /** Nothing was held: there is nothing to be done about it. */
  @Test
  void whatWasNeverReadIsVotedAbortedAndOver() {
    voter.readsNothing(true);
    var run = voter.voted("t.1");
    assertThat(voter.vote(run)).contains(Vote.Choice.ABORTED);
    voter.decide(run, Decision.ABORT);
    voter.work();
    assertThat(voter.isCarriedOut(run)).isTrue();
    assertThat(scheduler.told).isEmpty();
  }

  @Test
  void nobodyElsesChangeWaitsForIt() {
    voter.voted("t.1");
    voter.readsNothing("t.1");
    var cancel = voter.prepare("t.2", new Action.Cancel("other"));
    voter.work();
    assertThat(voter.vote(cancel)).contains(Vote.Choice.PREPARED);
  }
}

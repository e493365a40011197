package org.touchpaper.harc.rm.voting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;

/** Work that was readable when it was voted on, and is not now. */
class MalformedWorkRetryTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final StubScheduler scheduler = new StubScheduler();
  private final ManualVoter voter = new ManualVoter(STORE, scheduler);

  @ParameterizedTest
  @EnumSource(Decision.class)
  void aHeldTransactionIsUnfinishedUntilItIsReadableAgain(Decision decision) {
    var run = voter.prepareAndVote("t.1");
    voter.setUnreadable(true);
    for (var time = 0; time < 2; time++) {
      voter.decide(run, decision);
      voter.runTasks();
      assertThat(voter.isCarriedOut(run)).isFalse();
      assertThat(voter.problemOf(run).orElseThrow())
          .contains("voted prepared", "nothing here does this Work", "run a build that reads them");
    }
    voter.advance(run);
    assertThat(voter.isCarriedOut(run)).isFalse();

    voter.setUnreadable(false);
    voter.advance(run);
    voter.advance(run);
    assertThat(voter.isCarriedOut(run)).isTrue();
    assertThat(voter.problemOf(run)).isEmpty();
    assertThat(scheduler.decisions)
        .containsExactly((decision == Decision.COMMIT ? "commit" : "abort") + " t.1");
  }

  /** Nothing was held, so there is nothing to apply. */
  @Test
  void aTransactionThatWasNeverReadableIsVotedAbortedAndFinished() {
    voter.setUnreadable(true);
    var run = voter.prepareAndVote("t.1");
    assertThat(voter.voteOf(run)).contains(Vote.Choice.ABORTED);
    voter.decide(run, Decision.ABORT);
    voter.runTasks();
    assertThat(voter.isCarriedOut(run)).isTrue();
    assertThat(scheduler.decisions).isEmpty();
  }

  @Test
  void otherChangesDoNotWaitForIt() {
    voter.prepareAndVote("t.1");
    voter.setUnreadable("t.1");
    var cancel = voter.prepare("t.2", new BookingAction.Cancel("other"));
    voter.runTasks();
    assertThat(voter.voteOf(cancel)).contains(Vote.Choice.PREPARED);
  }
}

package org.touchpaper.harc.rm.voting;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;

/** Purging of transactions whose actions this build cannot read, as after a rollback. */
class MalformedWorkRetentionTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final ManualVoter voter = new ManualVoter(STORE, new StubScheduler());

  private Message.Prepare decided(String id, Decision decision) {
    var run = voter.prepareAndVote(id);
    voter.decide(run, decision);
    voter.runTasks();
    assertThat(voter.isCarriedOut(run)).isTrue();
    return run;
  }

  private boolean isKnown(Message.Prepare run) {
    return voter.votes().find(run.record().id().value()).isPresent();
  }

  /**
   * Its booking may be months ahead: it is purged once the scheduler is known to have nothing left
   * of it.
   */
  @Test
  void keepsAPreparedTransactionUntilItIsReadableAgain() {
    var run = decided("t.1", Decision.COMMIT);
    var readable = decided("t.2", Decision.COMMIT);
    voter.advanceClock(Duration.ofDays(91));
    voter.setUnreadable("t.1");
    for (var day = 0; day < 2; day++) {
      voter.purge();
      assertThat(isKnown(run)).isTrue();
      assertThat(isKnown(readable)).isFalse();
    }
    voter.setUnreadable(false);
    voter.purge();
    assertThat(isKnown(run)).isFalse();
  }

  /** Nothing was booked for it. */
  @Test
  void purgesATransactionThatWasNeverReadable() {
    voter.setUnreadable(true);
    var run = decided("t.1", Decision.ABORT);
    voter.advanceClock(Duration.ofDays(91));
    voter.purge();
    assertThat(isKnown(run)).isFalse();
  }
}

package org.touchpaper.harc.rm.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.rm.local.Store;

/** What a build cannot read, as after a rollback, when the time comes to forget. */
class UnreadableAndOldTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final VoterByHand voter = new VoterByHand(STORE, new WillingScheduler());

  private Message.Prepare decided(String id, Decision decision) {
    var run = voter.voted(id);
    voter.decide(run, decision);
    voter.work();
    assertThat(voter.isCarriedOut(run)).isTrue();
    return run;
  }

  private boolean isKnown(Message.Prepare run) {
    return voter.ledgers().find(run.record().id().value()).isPresent();
  }

  /** Its booking may be months ahead: it is forgotten when it can be seen that nothing is left. */
  @Test
  void whatWasVotedPreparedIsKeptUntilItCanBeReadAgain() {
    var run = decided("t.1", Decision.COMMIT);
    var readable = decided("t.2", Decision.COMMIT);
    voter.later(Duration.ofDays(91));
    voter.readsNothing("t.1");
    for (var day = 0; day < 2; day++) {
      voter.forget();
      assertThat(isKnown(run)).isTrue();
      assertThat(isKnown(readable)).isFalse();
    }
    voter.readsNothing(false);
    voter.forget();
    assertThat(isKnown(run)).isFalse();
  }

  /** Nothing was ever booked of it. */
  @Test
  void whatWasNeverReadIsForgotten() {
    voter.readsNothing(true);
    var run = decided("t.1", Decision.ABORT);
    voter.later(Duration.ofDays(91));
    voter.forget();
    assertThat(isKnown(run)).isFalse();
  }
}

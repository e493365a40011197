package org.touchpaper.harc.rm.vote;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.platform.time.SettableClock;

/**
 * Whoever looks whether there is a vote yet may go to the scheduler only after there is one. The
 * scheduler, asked again, would let go of what it finds taken by then, and that was promised.
 */
class HeldOnceTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final WillingScheduler scheduler = new WillingScheduler();
  private final List<Runnable> meanwhile = new ArrayList<>();
  private final VoterByHand voter =
      new VoterByHand(
          STORE.database(),
          scheduler,
          this::between,
          SettableClock.at(Ask.NINE.minusSeconds(3600)));

  /** After a look at the ledger, and before what that calls for is done. */
  private void between(String transaction, Instant at) {
    var tasks = List.copyOf(meanwhile);
    meanwhile.clear();
    tasks.forEach(Runnable::run);
  }

  @BeforeEach
  void atRest() {
    meanwhile.clear();
  }

  @Test
  void theSchedulerIsNotAskedAgainOnceItIsVotedOn() {
    var run = voter.prepare("t.1", Ask.nodes("run", 1, Ask.minutes(0, 60)));
    meanwhile.add(voter::work);
    voter.prepare(run, "a1");
    assertThat(voter.vote(run)).contains(Vote.Choice.PREPARED);
    voter.work();
    assertThat(scheduler.asked).containsExactly("t.1");
  }
}

package org.touchpaper.harc.rm.voting;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.platform.time.SettableClock;

/**
 * A concurrent check whether there is a vote may reach the scheduler after the vote. A second
 * prepare would release holds that were taken in the meantime, although they were voted on.
 */
class HeldOnceTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final StubScheduler scheduler = new StubScheduler();
  private final List<Runnable> concurrentTasks = new ArrayList<>();
  private final ManualVoter voter =
      new ManualVoter(
          STORE.database(),
          scheduler,
          this::runConcurrentTasks,
          SettableClock.at(TestRequests.NINE_O_CLOCK.minusSeconds(3600)));

  /** Between the read of the vote record and the action that follows from it. */
  private void runConcurrentTasks(String transaction, Instant at) {
    var tasks = List.copyOf(concurrentTasks);
    concurrentTasks.clear();
    tasks.forEach(Runnable::run);
  }

  @BeforeEach
  void atRest() {
    concurrentTasks.clear();
  }

  @Test
  void theSchedulerIsNotPreparedAgainAfterTheVote() {
    var run = voter.prepare("t.1", TestRequests.nodes("run", 1, TestRequests.minutes(0, 60)));
    concurrentTasks.add(voter::runTasks);
    voter.prepare(run, "a1");
    assertThat(voter.voteOf(run)).contains(Vote.Choice.PREPARED);
    voter.runTasks();
    assertThat(scheduler.prepared).containsExactly("t.1");
  }
}

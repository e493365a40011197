package org.touchpaper.harc.rm.voting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;

/**
 * A Prepare that another acceptor sends again, for example because the client contacted that one.
 */
class AnotherLeaderTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final ManualVoter voter = new ManualVoter(STORE, new StubScheduler());

  private Message.Prepare prepared() {
    return voter.prepare("t.1", TestRequests.nodes("run", 1, TestRequests.minutes(0, 60)));
  }

  /** The first may be gone permanently, and only the new leader collects its votes. */
  @Test
  void laterVotesGoToTheLatestLeader() {
    var run = prepared();
    voter.runTasks();
    voter.prepare(run, "a2");
    voter.runTasks();
    voter.advance(run);
    assertThat(voter.leaders()).containsExactly("a1", "a2", "a2");
  }

  @Test
  void theFirstVoteGoesToTheLatestLeader() {
    var run = prepared();
    voter.prepare(run, "a2");
    voter.runTasks();
    assertThat(voter.voteOf(run)).contains(Vote.Choice.PREPARED);
    assertThat(voter.leaders()).containsOnly("a2");
  }
}

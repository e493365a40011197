package org.touchpaper.harc.rm.vote;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Store;

/** A Prepare that another acceptor sends again: the client went to that one, for example. */
class AnotherLeaderTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final VoterByHand voter = new VoterByHand(STORE, new WillingScheduler());

  private Message.Prepare asked() {
    return voter.prepare("t.1", Ask.nodes("run", 1, Ask.minutes(0, 60)));
  }

  /** The first may be gone for good, and nobody else collects what is for it. */
  @Test
  void allLaterVotesAreForTheLastWhoAsked() {
    var run = asked();
    voter.work();
    voter.prepare(run, "a2");
    voter.work();
    voter.goOn(run);
    assertThat(voter.leaders()).containsExactly("a1", "a2", "a2");
  }

  @Test
  void soIsTheFirstIfNoneWasCastYet() {
    var run = asked();
    voter.prepare(run, "a2");
    voter.work();
    assertThat(voter.vote(run)).contains(Vote.Choice.PREPARED);
    assertThat(voter.leaders()).containsOnly("a2");
  }
}

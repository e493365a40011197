package org.touchpaper.harc.rm.vote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Store;

/** A resource manager that is started under another name than it has voted under. */
class AnotherNameTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final VoterByHand before = new VoterByHand("rm-newton", STORE, new WillingScheduler());
  private final VoterByHand after = new VoterByHand("rm-grace", STORE, new WillingScheduler());

  /** What it holds would stay held, for nobody would tell it what became of that. */
  @Test
  void whatItHasVotedOnIsFinishedUnderTheNameItHad() {
    var run = before.voted("t.1");
    assertThatThrownBy(after::restart)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll(
            "was asked of rm-newton", "touchpaper.name is rm-grace now", "under the name it had");
    before.restart();
    assertThat(before.vote(run)).contains(Vote.Choice.PREPARED);
    before.decide(run, Decision.COMMIT);
    before.work();
    assertThat(before.isCarriedOut(run)).isTrue();
    after.restart();
  }

  /** An earlier build let it be renamed, and it has voted under both names since. */
  @Test
  void whatHasVotedUnderBothNamesStartsUnderEitherAndSaysWhatStaysHeld() {
    var stuck = before.voted("t.1");
    var since = after.prepare("t.2", Ask.nodes("more", 1, Ask.minutes(0, 60)));
    after.work();

    after.restart();
    var told =
        "asked of rm-newton and undecided here: t.1. What that holds stays held, for acceptors tell"
            + " rm-grace nothing of it";
    assertThat(after.problem(stuck).orElseThrow())
        .startsWith(told)
        .contains("start this once as rm-newton");
    assertThat(after.problem(since)).isEmpty();
    assertThat(after.otherNames().trouble().orElseThrow()).startsWith(told);

    before.restart();
    before.decide(stuck, Decision.COMMIT);
    before.work();
    assertThat(before.isCarriedOut(stuck)).isTrue();
    assertThat(after.otherNames().trouble()).isEmpty();
    after.restart();
    after.decide(since, Decision.COMMIT);
    after.work();
    assertThat(after.isCarriedOut(since)).isTrue();
  }

  /** No acceptor is needed for that. */
  @Test
  void whatIsDecidedIsCarriedOutUnderAnyName() {
    var run = before.voted("t.1");
    before.decide(run, Decision.COMMIT);
    before.putOff(); // it is killed

    after.restart();
    after.work();
    assertThat(after.isCarriedOut(run)).isTrue();
  }
}

package org.touchpaper.harc.rm.vote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Store;

/** A resource manager that is started under another name than it has voted under. */
class AnotherNameTest {
  private static final Store STORE = Store.fresh();

  @AfterAll
  static void close() {
    STORE.close();
  }

  private final VoterByHand before = new VoterByHand("rm-newton", STORE, new WillingScheduler());
  private final VoterByHand after = new VoterByHand("rm-grace", STORE, new WillingScheduler());

  @BeforeEach
  void freshDatabase() {
    STORE.empty();
  }

  /** What it holds would stay held, for nobody would tell it what became of that. */
  @Test
  void whatItHasVotedOnIsFinishedUnderTheNameItHad() {
    var run = before.prepare("t.1", Ask.nodes("run", 1, Ask.minutes(0, 60)));
    before.work();
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
}

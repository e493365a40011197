package org.touchpaper.harc.rm.vote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.commit.Contradiction;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Store;

/** Acceptors may tell of thousands while nobody looks at the health of a resource manager. */
class ContradictionsKeptTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final VoterByHand voter = new VoterByHand(STORE, new WillingScheduler());

  private void isToldTheImpossibleOf(String transaction) {
    var lost = voter.prepare(transaction, Ask.nodes("run", 1, Ask.minutes(0, 60)));
    voter.putOff();
    STORE.empty(); // a copy of before
    assertThatThrownBy(() -> voter.decide(lost, Decision.COMMIT)).isInstanceOf(Contradiction.class);
  }

  @Test
  void whatIsToldNoMoreIsGoneWithTheNextThatIsToldThoughNobodyAsks() {
    isToldTheImpossibleOf("t.1");
    voter.later(Duration.ofMinutes(6));
    isToldTheImpossibleOf("t.2");
    voter.later(Duration.ofMinutes(-5)); // when t.1 would be told of, if it were there
    assertThat(voter.contradictions().orElseThrow()).contains(": t.2.").doesNotContain("t.1");
  }
}

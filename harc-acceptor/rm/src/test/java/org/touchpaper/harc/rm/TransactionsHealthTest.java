package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.commit.Contradiction;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.vote.VoterByHand;
import org.touchpaper.harc.rm.vote.WillingScheduler;
import org.touchpaper.platform.health.HealthPart.Health;

/** What an operator reads of a resource manager's transactions: none of it makes that ill. */
class TransactionsHealthTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final VoterByHand before = new VoterByHand("rm-newton", STORE, new WillingScheduler());
  private final VoterByHand voter = new VoterByHand("rm-grace", STORE, new WillingScheduler());

  private String told() {
    var health = new TransactionsHealth(voter.ledgers(), voter.otherNames(), voter.voter()).look();
    assertThat(health).isEqualTo(Health.up(health.detail()));
    return health.detail();
  }

  @Test
  void whatIsNotFinishedIsCounted() {
    assertThat(told()).isEqualTo("0 unfinished");
    var run = voter.voted("t.1");
    voter.voted("t.2");
    assertThat(told()).isEqualTo("2 unfinished");
    voter.decide(run, Decision.COMMIT);
    voter.work();
    assertThat(told()).isEqualTo("1 unfinished");
  }

  @Test
  void whatWasAskedUnderAnotherNameIsNamed() {
    before.voted("t.1");
    assertThat(told())
        .isEqualTo("1 unfinished; " + voter.otherNames().trouble().orElseThrow())
        .contains("; asked of rm-newton and undecided here: t.1.");
  }

  @Test
  void whatAcceptorsDecidedAndCannotBeIsNamed() {
    var lost = voter.prepare("t.1", Ask.nodes("run", 1, Ask.minutes(0, 60)));
    voter.putOff();
    STORE.empty();
    before.voted("t.2");
    assertThatThrownBy(() -> voter.decide(lost, Decision.COMMIT)).isInstanceOf(Contradiction.class);
    assertThat(told())
        .startsWith("1 unfinished; asked of rm-newton")
        .contains("; decided by the acceptors, and impossible by what is on record here: t.1.");
  }
}

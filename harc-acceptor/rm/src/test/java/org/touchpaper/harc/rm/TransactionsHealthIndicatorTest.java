package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.health.contributor.Status;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.resourcemanager.ConflictingDecisionException;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.voting.ManualVoter;
import org.touchpaper.harc.rm.voting.StubScheduler;

/** The transactions part of the health report; it is always up. */
class TransactionsHealthIndicatorTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final ManualVoter formerVoter = new ManualVoter("rm-newton", STORE, new StubScheduler());
  private final ManualVoter voter = new ManualVoter("rm-grace", STORE, new StubScheduler());

  private String detail() {
    var health =
        new TransactionsHealthIndicator(voter.votes(), voter.renamedServiceGuard(), voter.voter())
            .health();
    assertThat(health.getStatus()).isEqualTo(Status.UP);
    return String.valueOf(health.getDetails().get("transactions"));
  }

  @Test
  void countsUnfinishedTransactions() {
    assertThat(detail()).isEqualTo("0 unfinished");
    var run = voter.prepareAndVote("t.1");
    voter.prepareAndVote("t.2");
    assertThat(detail()).isEqualTo("2 unfinished");
    voter.decide(run, Decision.COMMIT);
    voter.runTasks();
    assertThat(detail()).isEqualTo("1 unfinished");
  }

  @Test
  void namesTransactionsSentToAnotherName() {
    formerVoter.prepareAndVote("t.1");
    assertThat(detail())
        .isEqualTo("1 unfinished; " + voter.renamedServiceGuard().problem().orElseThrow())
        .contains("; sent to rm-newton and undecided here: t.1.");
  }

  @Test
  void namesConflictingDecisions() {
    var prepare = voter.prepare("t.1", TestRequests.nodes("run", 1, TestRequests.minutes(0, 60)));
    voter.postponeTasks();
    STORE.empty();
    formerVoter.prepareAndVote("t.2");
    assertThatThrownBy(() -> voter.decide(prepare, Decision.COMMIT))
        .isInstanceOf(ConflictingDecisionException.class);
    assertThat(detail())
        .startsWith("1 unfinished; sent to rm-newton")
        .contains("; decided by the acceptors, but in conflict with the vote records here: t.1.");
  }
}

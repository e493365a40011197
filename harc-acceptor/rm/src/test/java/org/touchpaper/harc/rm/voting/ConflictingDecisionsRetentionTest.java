package org.touchpaper.harc.rm.voting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.resourcemanager.ConflictingDecisionException;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;

/** Acceptors may report thousands of conflicts while no one reads the health report. */
class ConflictingDecisionsRetentionTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final ManualVoter voter = new ManualVoter(STORE, new StubScheduler());

  private void createConflict(String transaction) {
    var prepare =
        voter.prepare(transaction, TestRequests.nodes("run", 1, TestRequests.minutes(0, 60)));
    voter.postponeTasks();
    STORE.empty(); // as after a restore of an older backup
    assertThatThrownBy(() -> voter.decide(prepare, Decision.COMMIT))
        .isInstanceOf(ConflictingDecisionException.class);
  }

  @Test
  void expiredConflictsAreRemovedWhenTheNextOneArrives() {
    createConflict("t.1");
    voter.advanceClock(Duration.ofMinutes(6));
    createConflict("t.2");
    voter.advanceClock(Duration.ofMinutes(-5)); // would report t.1 if it were still there
    assertThat(voter.describeConflicts().orElseThrow()).contains(": t.2.").doesNotContain("t.1");
  }
}

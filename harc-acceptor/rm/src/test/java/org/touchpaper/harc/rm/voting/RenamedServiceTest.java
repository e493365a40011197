package org.touchpaper.harc.rm.voting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;

/** A resource manager that is started under another name than it has voted under. */
class RenamedServiceTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final ManualVoter formerVoter = new ManualVoter("rm-newton", STORE, new StubScheduler());
  private final ManualVoter renamedVoter = new ManualVoter("rm-grace", STORE, new StubScheduler());

  /** Its holds would stay, because acceptors do not report outcomes to the new name. */
  @Test
  void undecidedTransactionsMustBeFinishedUnderTheOldName() {
    var run = formerVoter.prepareAndVote("t.1");
    assertThatThrownBy(renamedVoter::resume)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll(
            "undecided transactions of rm-newton",
            "touchpaper.name is rm-grace:",
            "under the old name");
    formerVoter.resume();
    assertThat(formerVoter.voteOf(run)).contains(Vote.Choice.PREPARED);
    formerVoter.decide(run, Decision.COMMIT);
    formerVoter.runTasks();
    assertThat(formerVoter.isCarriedOut(run)).isTrue();
    renamedVoter.resume();
  }

  /** The database has votes under both names. */
  @Test
  void aDatabaseWithVotesUnderBothNamesStartsAndReportsWhatStaysHeld() {
    var stuck = formerVoter.prepareAndVote("t.1");
    var since =
        renamedVoter.prepare("t.2", TestRequests.nodes("more", 1, TestRequests.minutes(0, 60)));
    renamedVoter.runTasks();

    renamedVoter.resume();
    var expectedProblem =
        "sent to rm-newton and undecided here: t.1. What these transactions hold stays held, because"
            + " acceptors do not report their outcome to rm-grace";
    assertThat(renamedVoter.problemOf(stuck).orElseThrow())
        .startsWith(expectedProblem)
        .contains("start this service as rm-newton");
    assertThat(renamedVoter.problemOf(since)).isEmpty();
    assertThat(renamedVoter.renamedServiceGuard().problem().orElseThrow())
        .startsWith(expectedProblem);

    formerVoter.resume();
    formerVoter.decide(stuck, Decision.COMMIT);
    formerVoter.runTasks();
    assertThat(formerVoter.isCarriedOut(stuck)).isTrue();
    assertThat(renamedVoter.renamedServiceGuard().problem()).isEmpty();
    renamedVoter.resume();
    renamedVoter.decide(since, Decision.COMMIT);
    renamedVoter.runTasks();
    assertThat(renamedVoter.isCarriedOut(since)).isTrue();
  }

  /** Applying a decision needs no acceptor. */
  @Test
  void decisionsAreAppliedUnderAnyName() {
    var run = formerVoter.prepareAndVote("t.1");
    formerVoter.decide(run, Decision.COMMIT);
    formerVoter.postponeTasks(); // a crash

    renamedVoter.resume();
    renamedVoter.runTasks();
    assertThat(renamedVoter.isCarriedOut(run)).isTrue();
  }
}

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

/** Decisions that contradict the vote records, as after a restore of an older backup. */
class DecisionVoteConflictRegistryTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final ManualVoter voter = new ManualVoter(STORE, new StubScheduler());

  @Test
  void aCommitWithoutAVoteIsReportedWhileAcceptorsRepeatIt() {
    var run = voter.prepareAndVote("t.1");
    assertThat(voter.describeConflicts()).isEmpty();
    STORE.empty(); // as after a restore of an older backup
    for (var time = 0; time < 2; time++) {
      assertThatThrownBy(() -> voter.decide(run, Decision.COMMIT))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("t.1 committed, but rm never voted");
    }
    assertThat(voter.describeConflicts().orElseThrow())
        .contains(
            "in conflict with the vote records here: t.1. Was this database restored from a backup?",
            "harc explain",
            "harc forget");
    assertThat(voter.voteOf(run)).as("nothing is booked").isEmpty();

    voter.advanceClock(Duration.ofMinutes(4));
    assertThat(voter.describeConflicts()).isPresent();
    voter.advanceClock(Duration.ofMinutes(2));
    assertThat(voter.describeConflicts()).as("no acceptor repeats it").isEmpty();
  }

  /**
   * The backup was made between Prepare and vote, and after the restore it was too late to hold
   * anything.
   */
  @Test
  void aCommitAfterAnAbortedVoteIsReportedWhoeverSendsIt() {
    var run = voter.prepare("t.1", TestRequests.nodes("run", 1, TestRequests.minutes(0, 60)));
    voter.postponeTasks();
    voter.advanceClock(Duration.ofMinutes(1));
    voter.setKnownOutcome(run, Decision.COMMIT);
    voter.advance(run);
    voter.advance(run);
    assertThat(voter.describeConflicts().orElseThrow()).contains("vote records here: t.1.");
  }

  /** An abort was forced beside a commit: the message must not advise to book again. */
  @Test
  void anAbortOfACommittedBookingIsReportedAsBooked() {
    var run = voter.prepareAndVote("t.1");
    voter.decide(run, Decision.COMMIT);
    voter.runTasks();
    assertThatThrownBy(() -> voter.decide(run, Decision.ABORT))
        .isInstanceOf(ConflictingDecisionException.class)
        .hasMessageContaining("t.1 decided ABORT");
    assertThat(voter.describeConflicts().orElseThrow())
        .contains("COMMITTED here: t.1.", "These are booked here", "harc forget")
        .doesNotContain("Nothing is booked", "book them again");
  }

  /** The backup was made between Prepare and vote, and restored before the voting deadline. */
  @Test
  void aCommitBeforeTheVoteMayStillBeBooked() {
    var run = voter.prepare("t.1", TestRequests.nodes("run", 1, TestRequests.minutes(0, 60)));
    voter.postponeTasks();
    assertThatThrownBy(() -> voter.decide(run, Decision.COMMIT))
        .isInstanceOf(ConflictingDecisionException.class);
    assertThat(voter.describeConflicts().orElseThrow())
        .contains("PREPARING here: t.1.")
        .doesNotContain("Nothing is booked");
    voter.advanceClock(Duration.ofMinutes(1));
    voter.advance(run);
    assertThatThrownBy(() -> voter.decide(run, Decision.COMMIT))
        .isInstanceOf(ConflictingDecisionException.class);
    assertThat(voter.describeConflicts().orElseThrow())
        .contains("Nothing is booked for these")
        .doesNotContain("PREPARING");
  }

  @Test
  void namesTheFirstOfManyConflicts() {
    for (var number = 1; number <= 7; number++) {
      var run =
          voter.prepare("t." + number, TestRequests.nodes("run", 1, TestRequests.minutes(0, 60)));
      voter.postponeTasks();
      STORE.empty();
      assertThatThrownBy(() -> voter.decide(run, Decision.COMMIT))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(voter.describeConflicts().orElseThrow())
        .contains(": t.1, t.2, t.3, t.4, t.5 and 2 more.");
  }
}

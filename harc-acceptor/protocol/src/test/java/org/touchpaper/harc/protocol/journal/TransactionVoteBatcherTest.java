package org.touchpaper.harc.protocol.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.protocol.AcceptedVote;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message.Learn;
import org.touchpaper.harc.protocol.Message.Phase2a;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.acceptor.HardState;

/** Which votes wait for others. */
class TransactionVoteBatcherTest {
  private static final TransactionRecord RECORD =
      new TransactionRecord(
          new TransactionId("t"),
          List.of("rm1", "rm2", "rm3"),
          List.of("a1", "a2", "a3"),
          "0",
          Instant.parse("2026-12-01T21:00:00Z"),
          1);

  private final List<Runnable> timers = new ArrayList<>();
  private int wakeCount;
  private final TransactionVoteBatcher<String> batcher =
      new TransactionVoteBatcher<>((task, _) -> timers.add(task), () -> wakeCount++);

  private List<String> receive(String resourceManager, Ballot ballot, Vote vote) {
    return receive(resourceManager, ballot, vote, null);
  }

  private List<String> receive(
      String resourceManager, Ballot ballot, Vote vote, @Nullable HardState hardState) {
    var message = new Phase2a(RECORD, ballot, Map.of(resourceManager, vote), "a1");
    var event = new AcceptorEvent.MessageReceived(message, resourceManager);
    return batcher.add(resourceManager, RECORD.id(), event, hardState);
  }

  @Test
  void theLastVoteReleasesTheOthers() {
    assertThat(receive("rm1", Ballot.ZERO, Vote.prepared(""))).isEmpty();
    assertThat(receive("rm3", Ballot.ZERO, Vote.prepared(""))).isEmpty();
    assertThat(receive("rm2", Ballot.ZERO, Vote.prepared(""))).containsExactly("rm1", "rm3", "rm2");
    assertThat(batcher.drain()).isEmpty();
  }

  @Test
  void doesNotWaitForAcceptedVotes() {
    var votes =
        Map.of(
            "rm1", new AcceptedVote(Ballot.ZERO, Vote.prepared("")),
            "rm2", new AcceptedVote(Ballot.ZERO, Vote.prepared("")));
    var hardState = new HardState(RECORD, "a1", Ballot.ZERO, votes, null, false);
    assertThat(receive("rm3", Ballot.ZERO, Vote.prepared(""), hardState)).containsExactly("rm3");
  }

  @Test
  void anAbortedVoteDoesNotWait() {
    assertThat(receive("rm1", Ballot.ZERO, Vote.prepared(""))).isEmpty();
    assertThat(receive("rm2", Ballot.ZERO, Vote.aborted("full"))).containsExactly("rm2");
  }

  @Test
  void aProposalOfALeaderDoesNotWait() {
    assertThat(receive("rm1", new Ballot(1), Vote.prepared(""))).containsExactly("rm1");
    var promised = new HardState(RECORD, "a1", new Ballot(1), Map.of(), null, false);
    assertThat(receive("rm1", Ballot.ZERO, Vote.prepared(""), promised)).containsExactly("rm1");
  }

  @Test
  void otherMessagesDoNotWait() {
    var event = new AcceptorEvent.MessageReceived(new Learn(RECORD, "a2"), "a2");
    assertThat(batcher.add("learn", RECORD.id(), event, null)).containsExactly("learn");
  }

  @Test
  void votesWaitForOneTimerAtMost() {
    assertThat(receive("rm1", Ballot.ZERO, Vote.prepared(""))).isEmpty();
    assertThat(receive("rm1", Ballot.ZERO, Vote.prepared(""))).as("repeated").isEmpty();
    assertThat(batcher.drainExpired()).isEmpty();
    assertThat(timers).as("one timer for all").hasSize(1);
    timers.getFirst().run();
    assertThat(wakeCount).isEqualTo(1);
    assertThat(batcher.drainExpired()).containsExactly("rm1", "rm1");
    assertThat(batcher.drainExpired()).isEmpty();
  }
}

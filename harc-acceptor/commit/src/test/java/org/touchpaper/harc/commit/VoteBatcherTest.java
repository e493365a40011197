package org.touchpaper.harc.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.commit.Message.Learn;
import org.touchpaper.harc.commit.Message.Phase2a;

/** Which votes wait a moment for others, and which do not. */
class VoteBatcherTest {
  private static final TransactionRecord RECORD =
      new TransactionRecord(
          new TransactionId("t"),
          List.of("rm1", "rm2", "rm3"),
          List.of("a1", "a2", "a3"),
          "0",
          Instant.parse("2026-12-01T21:00:00Z"),
          1);

  private final List<Runnable> set = new ArrayList<>();
  private int woken;
  private final VoteBatcher<String> batcher =
      new VoteBatcher<>((what, _) -> set.add(what), () -> woken++);

  private List<String> comes(String resourceManager, Ballot ballot, Vote vote) {
    return comes(resourceManager, ballot, vote, null);
  }

  private List<String> comes(
      String resourceManager, Ballot ballot, Vote vote, @Nullable Memory memory) {
    var message = new Phase2a(RECORD, ballot, Map.of(resourceManager, vote), "a1");
    var event = new Event.Received(message, resourceManager);
    return batcher.with(resourceManager, RECORD.id(), event, memory);
  }

  @Test
  void theLastVoteTakesTheOthersAlong() {
    assertThat(comes("rm1", Ballot.ZERO, Vote.prepared(""))).isEmpty();
    assertThat(comes("rm3", Ballot.ZERO, Vote.prepared(""))).isEmpty();
    assertThat(comes("rm2", Ballot.ZERO, Vote.prepared(""))).containsExactly("rm1", "rm3", "rm2");
    assertThat(batcher.all()).isEmpty();
  }

  @Test
  void whatWasAcceptedBeforeIsNotWaitedFor() {
    var votes =
        Map.of(
            "rm1", new Accepted(Ballot.ZERO, Vote.prepared("")),
            "rm2", new Accepted(Ballot.ZERO, Vote.prepared("")));
    var memory = new Memory(RECORD, "a1", Ballot.ZERO, votes, null, false);
    assertThat(comes("rm3", Ballot.ZERO, Vote.prepared(""), memory)).containsExactly("rm3");
  }

  @Test
  void aVoteToAbortWaitsForNobody() {
    assertThat(comes("rm1", Ballot.ZERO, Vote.prepared(""))).isEmpty();
    assertThat(comes("rm2", Ballot.ZERO, Vote.aborted("full"))).containsExactly("rm2");
  }

  @Test
  void whatALeaderProposesWaitsForNobody() {
    assertThat(comes("rm1", new Ballot(1), Vote.prepared(""))).containsExactly("rm1");
    var promised = new Memory(RECORD, "a1", new Ballot(1), Map.of(), null, false);
    assertThat(comes("rm1", Ballot.ZERO, Vote.prepared(""), promised)).containsExactly("rm1");
  }

  @Test
  void nothingButVotesWaits() {
    var event = new Event.Received(new Learn(RECORD, "a2"), "a2");
    assertThat(batcher.with("learn", RECORD.id(), event, null)).containsExactly("learn");
  }

  @Test
  void nobodyWaitsLong() {
    assertThat(comes("rm1", Ballot.ZERO, Vote.prepared(""))).isEmpty();
    assertThat(comes("rm1", Ballot.ZERO, Vote.prepared(""))).as("said again").isEmpty();
    assertThat(batcher.late()).isEmpty();
    assertThat(set).as("one timer for all").hasSize(1);
    set.getFirst().run();
    assertThat(woken).isEqualTo(1);
    assertThat(batcher.late()).containsExactly("rm1", "rm1");
    assertThat(batcher.late()).isEmpty();
  }
}

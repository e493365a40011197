package org.touchpaper.harc.protocol.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.Message.OtherRecord;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.resourcemanager.RecordConflictQuorum;

class RecordConflictQuorumTest {
  private static final Instant NOW = Instant.parse("2026-12-01T21:00:00Z");

  private final RecordConflictQuorum quorum = new RecordConflictQuorum();

  private static TransactionRecord record(String digest) {
    return new TransactionRecord(
        new TransactionId("t"), List.of("rm1"), List.of("a1", "a2", "a3"), digest, NOW, 1);
  }

  @Test
  void concludesAbortFromFPlusOneAcceptors() {
    var mine = record("mine");
    assertThat(quorum.add(new OtherRecord(mine, "a2"))).isEmpty();
    assertThat(quorum.add(new OtherRecord(mine, "a2"))).as("duplicate").isEmpty();
    assertThat(quorum.add(new OtherRecord(mine, "a9"))).as("not an acceptor").isEmpty();
    assertThat(quorum.add(new OtherRecord(record("theirs"), "a3"))).as("another record").isEmpty();
    assertThat(quorum.add(new OtherRecord(mine, "a3"))).contains(Decision.ABORT);
  }

  /** An acceptor that is bound to another record replies to voters only. */
  @Test
  void anAcceptorBoundToAnotherRecordRepliesToAVoter() {
    var identity = new AcceptorMachine.Identity("a2", 1, ProtocolTimeouts.DEFAULT);
    var bound = AcceptorMachine.restored(identity, HardState.boundTo(record("theirs")));
    var vote = Map.of("rm1", Vote.prepared("held"));
    var mine = new Message.Phase2a(record("mine"), Ballot.ZERO, vote, "a1");
    var refused = new AcceptorEffect.Send("rm1", new OtherRecord(record("mine"), "a2"));
    assertThat(bound.handle(new AcceptorEvent.MessageReceived(mine, "rm1"), NOW).effects())
        .containsExactly(refused);
    assertThat(bound.handle(new AcceptorEvent.MessageReceived(mine, "a1"), NOW).effects())
        .as("no reply to a leader")
        .isEmpty();
  }
}

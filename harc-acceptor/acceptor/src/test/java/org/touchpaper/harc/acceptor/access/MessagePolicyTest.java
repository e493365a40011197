package org.touchpaper.harc.acceptor.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.Vote;

class MessagePolicyTest {
  private static final TransactionRecord RECORD =
      new TransactionRecord(
          new TransactionId("t"),
          List.of("rm-1", "rm-2"),
          List.of("a1", "a2", "a3"),
          "0".repeat(64),
          Instant.EPOCH,
          1);
  private static final AcceptorPeers.Peer VOTER =
      new AcceptorPeers.Peer("rm-1", "s3cret", AcceptorPeers.Role.RM);

  private static boolean isVoteAllowed(String voter, Ballot ballot, String note) {
    var votes = Map.of(voter, Vote.prepared(note));
    return MessagePolicy.isAllowed(VOTER, new Message.Phase2a(RECORD, ballot, votes, "a1"));
  }

  @Test
  void aResourceManagerVotesForItselfInBallotZero() {
    assertThat(isVoteAllowed("rm-1", Ballot.ZERO, "held")).isTrue();
    assertThat(isVoteAllowed("rm-2", Ballot.ZERO, "held")).isFalse();
    assertThat(isVoteAllowed("rm-1", new Ballot(1), "held")).isFalse();
  }

  /** All votes of a transaction travel in one message of limited length. */
  @Test
  void limitsTheLengthOfAVotesNote() {
    assertThat(isVoteAllowed("rm-1", Ballot.ZERO, "x".repeat(RECORD.maxNoteLength()))).isTrue();
    assertThat(isVoteAllowed("rm-1", Ballot.ZERO, "x".repeat(RECORD.maxNoteLength() + 1)))
        .isFalse();
  }
}

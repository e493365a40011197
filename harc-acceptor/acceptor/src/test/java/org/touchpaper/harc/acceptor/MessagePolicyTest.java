package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Vote;

class MessagePolicyTest {
  private static final TransactionRecord RECORD =
      new TransactionRecord(
          new TransactionId("t"),
          List.of("rm-1", "rm-2"),
          List.of("a1", "a2", "a3"),
          "0".repeat(64),
          Instant.EPOCH,
          1);
  private static final Peers.Peer VOTER =
      new Peers.Peer("rm-1", null, "s3cret", Set.of(Peers.Role.RM));

  private static boolean mayVote(String voter, Ballot ballot, String note) {
    var votes = Map.of(voter, Vote.prepared(note));
    return MessagePolicy.isAllowed(VOTER, new Message.Phase2a(RECORD, ballot, votes, "a1"));
  }

  @Test
  void aResourceManagerVotesForItselfInItsOwnBallot() {
    assertThat(mayVote("rm-1", Ballot.ZERO, "held")).isTrue();
    assertThat(mayVote("rm-2", Ballot.ZERO, "held")).isFalse();
    assertThat(mayVote("rm-1", new Ballot(1), "held")).isFalse();
  }

  /** All votes of a transaction travel in one message, which must not be too long to be read. */
  @Test
  void noVoteSaysMoreThanCanBePassedOn() {
    assertThat(mayVote("rm-1", Ballot.ZERO, "x".repeat(RECORD.longestNote()))).isTrue();
    assertThat(mayVote("rm-1", Ballot.ZERO, "x".repeat(RECORD.longestNote() + 1))).isFalse();
  }
}

package org.touchpaper.harc.protocol.acceptor;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.AcceptedVote;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.DecisionRecord;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.Vote;

/**
 * The durable state of one transaction at an acceptor (Gray and Lamport, section 4.2: mbal, bal and
 * val of every instance; one promise serves all instances).
 *
 * @param record the record the id is bound to
 * @param leader this acceptor if a client began the transaction here, else null
 * @param promised lower ballots are ignored
 * @param accepted the last accepted vote, by resource manager
 * @param decisionRecord the decision; null before
 * @param allAcknowledged true if every resource manager has made the decision durable
 */
public record HardState(
    TransactionRecord record,
    @Nullable String leader,
    Ballot promised,
    Map<String, AcceptedVote> accepted,
    @Nullable DecisionRecord decisionRecord,
    boolean allAcknowledged) {

  public HardState {
    accepted = Map.copyOf(accepted);
  }

  static HardState boundTo(TransactionRecord record) {
    return new HardState(record, null, Ballot.ZERO, Map.of(), null, false);
  }

  /**
   * True while the transaction may be begun here: this acceptor has not led it and knows of no vote
   * or higher ballot. Once false, it stays false.
   */
  public boolean canBeginHere() {
    return decisionRecord == null
        && leader == null
        && promised.equals(Ballot.ZERO)
        && accepted.isEmpty();
  }

  /** True if nothing is left to do: a {@link Tombstone} suffices. */
  boolean isOver() {
    return decisionRecord != null && allAcknowledged;
  }

  HardState withLeader(String newLeader) {
    return new HardState(record, newLeader, promised, accepted, decisionRecord, allAcknowledged);
  }

  HardState withPromise(Ballot ballot) {
    return new HardState(record, leader, ballot, accepted, decisionRecord, allAcknowledged);
  }

  /** Within one ballot the first vote counts: a resource manager votes once. */
  HardState withAcceptedVotes(Ballot ballot, Map<String, Vote> votes) {
    var merged = new HashMap<>(accepted);
    for (var voter : record.resourceManagers()) {
      var vote = votes.get(voter);
      var previous = accepted.get(voter);
      if (vote != null && (previous == null || previous.ballot().isBelow(ballot))) {
        merged.put(voter, new AcceptedVote(ballot, vote));
      }
    }
    return new HardState(record, leader, ballot, merged, decisionRecord, allAcknowledged);
  }

  HardState withDecision(DecisionRecord newDecision) {
    return new HardState(record, leader, promised, accepted, newDecision, false);
  }

  HardState withAllAcknowledged() {
    return new HardState(record, leader, promised, accepted, decisionRecord, true);
  }

  /**
   * Why this decision cannot be forced; null if it can.
   *
   * @param early true to force an abort although voting is open
   */
  public @Nullable String objectionToForcing(
      Decision forced, Instant now, ProtocolTimeouts timeouts, boolean early) {
    if (decisionRecord != null) {
      return "the transaction is already decided: " + decisionRecord;
    }
    var finishDeadline = timeouts.finishDeadline(record);
    if (now.isBefore(finishDeadline) && !(early && forced == Decision.ABORT)) {
      return ("voting is open until %s, and the acceptors have until %s to finish the transaction"
              + " themselves, or longer if they received it late; force it after that")
          .formatted(record.voteBy(), finishDeadline);
    }
    return forced == Decision.COMMIT ? objectionToCommit() : null;
  }

  /** Why the resource manager cannot be forgotten; null if it can. */
  public @Nullable String objectionToForgetting(String resourceManager) {
    if (!record.resourceManagers().contains(resourceManager)) {
      return "%s is not a resource manager of this transaction, only %s"
          .formatted(resourceManager, String.join(" and ", record.resourceManagers()));
    }
    return decisionRecord == null
        ? ("the transaction is undecided, and %s may have to commit it: wait for the decision or"
                + " force it first")
            .formatted(resourceManager)
        : null;
  }

  private @Nullable String objectionToCommit() {
    for (var voter : record.resourceManagers()) {
      var vote = accepted.get(voter);
      if (vote == null) {
        return "this acceptor knows no vote of " + voter + ", which may hold nothing to commit";
      }
      if (!vote.vote().isPrepared()) {
        return voter + " voted aborted and holds nothing to commit";
      }
    }
    return null;
  }

  /**
   * Returns a decision forced at another acceptor if it is consistent with the votes known here. A
   * commit requires every vote to be prepared; if one is known to be aborted, this acceptor keeps
   * its own state.
   */
  DecisionRecord requireConsistentWithVotes(DecisionRecord forced) {
    if (forced.decision() == Decision.COMMIT) {
      for (var voter : record.resourceManagers()) {
        var reported = forced.votes().get(voter);
        var known = accepted.get(voter);
        if (reported == null || !reported.isPrepared()) {
          throw new IllegalStateException(
              "%s: %s at another acceptor without a prepared vote of %s"
                  .formatted(record.id(), forced, voter));
        }
        if (known != null && !known.vote().isPrepared()) {
          throw new IllegalStateException(
              "%s: %s at another acceptor, but %s voted aborted here"
                  .formatted(record.id(), forced, voter));
        }
      }
    }
    return forced;
  }

  /** The outcome as far as this acceptor knows it. */
  public TransactionOutcomeResponse transactionOutcome() {
    if (decisionRecord != null) {
      return decisionRecord.transactionOutcome();
    }
    var votes = new HashMap<String, Vote>();
    accepted.forEach((voter, acceptedVote) -> votes.put(voter, acceptedVote.vote()));
    return new TransactionOutcomeResponse(TransactionOutcomeResponse.Outcome.UNDECIDED, votes);
  }
}

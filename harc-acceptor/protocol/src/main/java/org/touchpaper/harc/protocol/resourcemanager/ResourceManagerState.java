package org.touchpaper.harc.protocol.resourcemanager;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.Vote;

/**
 * The durable state of one transaction at a resource manager: one row of its database.
 *
 * @param record the record the id is bound to
 * @param caller the requesting user; null if only an abort was received
 * @param actions the requested actions; null if only an abort was received
 * @param leader the acceptor that requested the vote last and receives phase 2b
 * @param vote written once; null while preparing
 * @param decision null until received
 * @param decidedAt when the decision was received; null before
 * @param carriedOut true once the backend has carried out the decision
 */
public record ResourceManagerState(
    TransactionRecord record,
    @Nullable RequestingUser caller,
    @Nullable ResourceManagerActions actions,
    String leader,
    @Nullable Vote vote,
    @Nullable Decision decision,
    @Nullable Instant decidedAt,
    boolean carriedOut) {

  static ResourceManagerState preparing(Message.Prepare prepare) {
    return new ResourceManagerState(
        prepare.record(),
        prepare.caller(),
        prepare.actions(),
        prepare.leader(),
        null,
        null,
        null,
        false);
  }

  /** An abort without a Prepare, recorded so that a late Prepare is refused. */
  static ResourceManagerState neverPrepared(TransactionRecord record, Instant now) {
    return new ResourceManagerState(record, null, null, "", null, Decision.ABORT, now, true);
  }

  ResourceManagerState withLeader(String newLeader) {
    return new ResourceManagerState(
        record, caller, actions, newLeader, vote, decision, decidedAt, carriedOut);
  }

  ResourceManagerState withVote(Vote newVote) {
    if (vote != null) {
      throw new IllegalStateException(record.id() + " has already voted: " + vote);
    }
    return new ResourceManagerState(
        record, caller, actions, leader, newVote, decision, decidedAt, carriedOut);
  }

  ResourceManagerState withDecision(Decision newDecision, Instant now) {
    return new ResourceManagerState(
        record, caller, actions, leader, vote, newDecision, now, carriedOut);
  }

  ResourceManagerState withCarriedOut() {
    return new ResourceManagerState(
        record, caller, actions, leader, vote, decision, decidedAt, true);
  }

  /**
   * Since when the next step is overdue: the decision until it is received, then carrying it out. A
   * decision that arrives hours late is as urgent as one that arrives in time.
   */
  Instant overdueSince() {
    return decidedAt == null || decidedAt.isBefore(record.voteBy()) ? record.voteBy() : decidedAt;
  }

  /** The phase of the transaction at this resource manager. */
  public Phase phase() {
    if (decision != null) {
      return decision == Decision.COMMIT ? Phase.COMMITTED : Phase.ABORTED;
    }
    if (vote == null) {
      return Phase.PREPARING;
    }
    return vote.isPrepared() ? Phase.PREPARED : Phase.ABORTED;
  }

  /** A resource manager's states (TCommit.tla: working, prepared, committed, aborted). */
  public enum Phase {
    UNKNOWN,
    PREPARING,
    PREPARED,
    ABORTED,
    COMMITTED
  }
}

package org.touchpaper.harc.commit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a resource manager must never forget about one transaction: one row of its database.
 *
 * @param record the record the id is bound to
 * @param caller who asked; null where only an abort was ever heard
 * @param actions what was asked; null where only an abort was ever heard
 * @param leader who wants to hear of the vote: whoever asked for it last
 * @param vote write-once; null while preparing
 * @param decision null until heard
 * @param decidedAt when it was heard; null until then
 * @param carriedOut true once the backend has done what the decision says
 */
public record Ledger(
    TransactionRecord record,
    @Nullable Caller caller,
    @Nullable Actions actions,
    String leader,
    @Nullable Vote vote,
    @Nullable Decision decision,
    @Nullable Instant decidedAt,
    boolean carriedOut) {

  static Ledger preparing(Message.Prepare prepare) {
    return new Ledger(
        prepare.record(),
        prepare.caller(),
        prepare.actions(),
        prepare.leader(),
        null,
        null,
        null,
        false);
  }

  /** An abort of something never asked for: remembered, so that a late Prepare is refused. */
  static Ledger neverPrepared(TransactionRecord record, Instant now) {
    return new Ledger(record, null, null, "", null, Decision.ABORT, now, true);
  }

  Ledger ledBy(String name) {
    return new Ledger(record, caller, actions, name, vote, decision, decidedAt, carriedOut);
  }

  Ledger voted(Vote cast) {
    if (vote != null) {
      throw new IllegalStateException(record.id() + " has voted already: " + vote);
    }
    return new Ledger(record, caller, actions, leader, cast, decision, decidedAt, carriedOut);
  }

  Ledger decided(Decision heard, Instant now) {
    return new Ledger(record, caller, actions, leader, vote, heard, now, carriedOut);
  }

  Ledger done() {
    return new Ledger(record, caller, actions, leader, vote, decision, decidedAt, true);
  }

  /**
   * Since when what is to come next is overdue: the decision until it is heard, and what it says
   * from then on. It may be heard hours late, and is as urgent as if it were not.
   */
  Instant overdueSince() {
    return decidedAt == null || decidedAt.isBefore(record.voteBy()) ? record.voteBy() : decidedAt;
  }

  /** Where the transaction stands here. */
  public Phase phase() {
    if (decision != null) {
      return decision == Decision.COMMIT ? Phase.COMMITTED : Phase.ABORTED;
    }
    if (vote == null) {
      return Phase.PREPARING;
    }
    return vote.isPrepared() ? Phase.PREPARED : Phase.ABORTED;
  }

  /**
   * A resource manager's states (Gray and Lamport, TCommit: working, prepared, committed, aborted).
   */
  public enum Phase {
    UNKNOWN,
    PREPARING,
    PREPARED,
    ABORTED,
    COMMITTED
  }
}

package org.touchpaper.harc.commit;

import java.time.Instant;

/** What the shell does for a resource manager, in the order given. */
public sealed interface VoterEffect {

  /** Make this durable before any later effect. */
  record Persist(Ledger ledger) implements VoterEffect {}

  /** Ask the backend to hold the actions; idempotent, and never two at a time. */
  record Hold(TransactionRecord record, Caller caller, Actions actions) implements VoterEffect {}

  /**
   * Have the backend carry out the decision; idempotent. An abort may meet no hold, or half a one.
   */
  record CarryOut(Ledger ledger, Decision decision) implements VoterEffect {}

  /**
   * Send the vote to one acceptor; losing it is allowed.
   *
   * @param patient true if it may wait some milliseconds for other messages to the same acceptor:
   *     F+1 others are told at once, and are enough unless one of them hangs
   */
  record Send(String acceptor, Message.Phase2a vote, boolean patient) implements VoterEffect {}

  /** Ask any acceptor what became of it, and feed back a decision as {@code DecisionCame}. */
  record Ask(TransactionRecord record) implements VoterEffect {}

  /** Say that time has passed, at this instant or soon after. */
  record Wake(TransactionId id, Instant at) implements VoterEffect {}

  /** The Prepare cannot be honoured: answer its sender with this sentence. */
  record Reject(TransactionId id, String reason) implements VoterEffect {}
}

package org.touchpaper.harc.protocol.resourcemanager;

import java.time.Instant;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;

/** The effects that the shell performs for a resource manager, in the given order. */
public sealed interface ResourceManagerEffect {

  /** Make this durable before any later effect. */
  record Persist(ResourceManagerState state) implements ResourceManagerEffect {}

  /** Have the backend hold the actions. Idempotent; never two at a time. */
  record Hold(TransactionRecord record, RequestingUser caller, ResourceManagerActions actions)
      implements ResourceManagerEffect {}

  /**
   * Have the backend carry out the decision. Idempotent; an abort may find no hold or an incomplete
   * one.
   */
  record ApplyDecision(ResourceManagerState state, Decision decision)
      implements ResourceManagerEffect {}

  /**
   * Send the vote to one acceptor; the message may be lost.
   *
   * @param mayBeDelayed true if the message may wait some milliseconds to be batched with others:
   *     F+1 other acceptors receive theirs at once and suffice unless one hangs
   */
  record Send(String acceptor, Message.Phase2a vote, boolean mayBeDelayed)
      implements ResourceManagerEffect {}

  /** Query any acceptor for the outcome and feed back a decision as {@code DecisionReceived}. */
  record QueryOutcome(TransactionRecord record) implements ResourceManagerEffect {}

  /** Deliver {@code TimePassed} at this instant or soon after. */
  record SetTimer(TransactionId id, Instant at) implements ResourceManagerEffect {}

  /** Answer the sender that its Prepare or decision is rejected, with this reason. */
  record Reject(TransactionId id, String reason) implements ResourceManagerEffect {}
}

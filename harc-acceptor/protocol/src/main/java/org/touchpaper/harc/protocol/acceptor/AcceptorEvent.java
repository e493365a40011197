package org.touchpaper.harc.protocol.acceptor;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.OperatorOverride;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;

/** The events of one transaction at an acceptor. */
public sealed interface AcceptorEvent {

  /** The record that the event carries; null if it carries none. */
  default @Nullable TransactionRecord record() {
    return switch (this) {
      case MessageReceived(var message, _) -> message.record();
      case BeginRequested(var request, _) -> request.record();
      case OutcomeQueried(_, var record) -> record;
      case DecisionAcknowledged _,
          DecisionForced _,
          ResourceManagerForgotten _,
          TimePassed _,
          Restarted _ ->
          null;
    };
  }

  /** A message arrived from an authenticated peer. */
  record MessageReceived(Message.ForAcceptor message, String from) implements AcceptorEvent {}

  /**
   * A client begins the transaction here, or repeats the request.
   *
   * @param reachableAcceptors the other acceptors from which a message arrived a moment ago. A
   *     wrong value is safe, but a transaction may then be begun without a majority.
   */
  record BeginRequested(TransactionRequest request, Set<String> reachableAcceptors)
      implements AcceptorEvent {
    public BeginRequested {
      reachableAcceptors = Set.copyOf(reachableAcceptors);
    }
  }

  /**
   * A client or resource manager queries the outcome.
   *
   * @param record the record if the query carried it
   */
  record OutcomeQueried(TransactionId id, @Nullable TransactionRecord record)
      implements AcceptorEvent {}

  /** A resource manager has made the decision durable. */
  record DecisionAcknowledged(String resourceManager) implements AcceptorEvent {}

  /**
   * An operator forces a decision without the acceptors' agreement.
   *
   * @param early true to force an abort although voting is open; a commit is never forced early
   */
  record DecisionForced(
      TransactionId id, Decision decision, OperatorOverride override, boolean early)
      implements AcceptorEvent {}

  /**
   * An operator states that a resource manager no longer exists and need not acknowledge the
   * decision.
   */
  record ResourceManagerForgotten(
      TransactionId id, String resourceManager, OperatorOverride override)
      implements AcceptorEvent {}

  /** Time passed. If {@code wakeAt} is not reached, the wake-up is scheduled again. */
  record TimePassed() implements AcceptorEvent {}

  /** The process restarted and loaded this state from its journal. */
  record Restarted() implements AcceptorEvent {}
}

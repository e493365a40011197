package org.touchpaper.harc.verification.modelcheck;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.AcceptedVote;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEvent;

/**
 * A message in flight: it may arrive at any time, any number of times, or never. A message that any
 * acceptor could receive alike is addressed to all.
 */
sealed interface ModelMessage {
  String ALL_ACCEPTORS = "acceptors";
  String ALL_PROCESSES = "processes";

  /** A process name, or one of the two constants above. */
  String to();

  /** The sender; empty if it does not matter. */
  default String from() {
    return switch (this) {
      case ToAcceptor(_, AcceptorEvent.MessageReceived(_, var from)) -> from;
      case ToAcceptor _, ToResourceManager _ -> "";
    };
  }

  /** True if the process may receive it. */
  default boolean canReach(String name) {
    return Set.of(name, ALL_ACCEPTORS, ALL_PROCESSES).contains(to()) && !from().equals(name);
  }

  /** An event at acceptors. */
  record ToAcceptor(String to, AcceptorEvent event) implements ModelMessage {}

  /** An event at resource managers. */
  record ToResourceManager(String to, ResourceManagerEvent event) implements ModelMessage {}

  static ModelMessage of(String from, String to, Message protocolMessage) {
    return switch (protocolMessage) {
      case Message.ForAcceptor message -> ofAcceptorMessage(from, to, message);
      case Message.Prepare prepare -> ofPrepare(to, prepare);
      case Message.OtherRecord _ ->
          throw new IllegalArgumentException("the model has only one record: " + protocolMessage);
      case Message.Decide(var record, var decision) -> ofDecision(record, decision);
    };
  }

  private static ModelMessage ofAcceptorMessage(
      String from, String to, Message.ForAcceptor message) {
    return switch (message) {
      case Message.Enlist _,
          Message.Learn _,
          Message.Phase1a _,
          Message.Phase2a _,
          Message.Phase2b _ ->
          new ToAcceptor(ALL_ACCEPTORS, new AcceptorEvent.MessageReceived(message, from));
      // The sender of a decision does not matter.
      case Message.Decided _, Message.Forced _, Message.Acknowledged _ ->
          new ToAcceptor(ALL_ACCEPTORS, new AcceptorEvent.MessageReceived(message, ALL_ACCEPTORS));
      case Message.Enlisted _, Message.Phase1b _, Message.Outbid _ ->
          new ToAcceptor(to, new AcceptorEvent.MessageReceived(message, from));
    };
  }

  /** The leader does not matter: phase 2b goes to all acceptors. */
  private static ModelMessage ofPrepare(String to, Message.Prepare prepare) {
    var record = prepare.record();
    var anyAcceptor = record.acceptors().getFirst();
    var normalised = new Message.Prepare(record, prepare.caller(), prepare.actions(), anyAcceptor);
    return new ToResourceManager(to, new ResourceManagerEvent.PrepareReceived(normalised));
  }

  static ModelMessage ofDecision(TransactionRecord record, Decision decision) {
    return new ToResourceManager(
        ALL_PROCESSES, new ResourceManagerEvent.DecisionReceived(record, decision));
  }

  /** The accepted votes that the message reports; null if it is not phase 2b. */
  default @Nullable Map<String, AcceptedVote> acceptedVotes() {
    return this
            instanceof
            ToAcceptor(_, AcceptorEvent.MessageReceived(Message.Phase2b(_, _, var accepted), _))
        ? accepted
        : null;
  }

  /** The decision that the message reports, see {@link StateFlags}. */
  default int flags() {
    return switch (this) {
      case ToAcceptor(_, AcceptorEvent.MessageReceived(Message.Decided(_, var decision, _), _)) ->
          StateFlags.of(decision);
      case ToResourceManager(_, ResourceManagerEvent.DecisionReceived(_, var decision)) ->
          StateFlags.of(decision);
      case ToAcceptor _, ToResourceManager _ -> 0;
    };
  }
}

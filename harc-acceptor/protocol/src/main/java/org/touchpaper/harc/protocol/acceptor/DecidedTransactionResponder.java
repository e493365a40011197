package org.touchpaper.harc.protocol.acceptor;

import java.util.List;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.DecisionRecord;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect.Send;

/** The replies of a decided transaction: every message is answered with the decision. */
final class DecidedTransactionResponder {
  private DecidedTransactionResponder() {}

  static List<Send> reply(DecisionRecord known, Message.ForAcceptor message, String from) {
    var record = message.record();
    return switch (message) {
      case Message.Phase2a _ when record.resourceManagers().contains(from) ->
          List.of(new Send(from, new Message.Decide(record, known.decision())));
      case Message.Enlist(_, var leader) -> List.of(new Send(leader, known.toMessage(record)));
      case Message.Learn(_, var leader) -> List.of(new Send(leader, known.toMessage(record)));
      case Message.Phase1a(_, _, var leader) -> List.of(new Send(leader, known.toMessage(record)));
      case Message.Phase2a(_, _, _, var leader) ->
          List.of(new Send(leader, known.toMessage(record)));
      case Message.Decided(_, var decision, _) ->
          requireSame(known, decision, "chosen " + decision, message, from);
      case Message.Forced(_, var decision, var votes, var override) ->
          requireSame(
              known,
              decision,
              new DecisionRecord(decision, votes, override).toString(),
              message,
              from);
      case Message.Acknowledged(_, var decision) ->
          requireSame(known, decision, decision + " acknowledged by all", message, from);
      case Message.Enlisted _, Message.Phase1b _, Message.Phase2b _, Message.Outbid _ -> List.of();
    };
  }

  private static List<Send> requireSame(
      DecisionRecord known,
      Decision reported,
      String reportedText,
      Message.ForAcceptor message,
      String from) {
    if (known.decision() == reported) {
      return List.of();
    }
    throw new IllegalStateException(
        "%s: conflicting decisions: %s here, %s at %s"
            .formatted(message.record().id(), known, reportedText, from));
  }
}

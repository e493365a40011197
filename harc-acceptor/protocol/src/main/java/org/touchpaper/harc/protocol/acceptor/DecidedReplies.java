package org.touchpaper.harc.protocol.acceptor;

import java.util.List;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.DecisionRecord;
import org.touchpaper.harc.protocol.Message.Acknowledged;
import org.touchpaper.harc.protocol.Message.Decide;
import org.touchpaper.harc.protocol.Message.Decided;
import org.touchpaper.harc.protocol.Message.Enlist;
import org.touchpaper.harc.protocol.Message.Enlisted;
import org.touchpaper.harc.protocol.Message.ForAcceptor;
import org.touchpaper.harc.protocol.Message.Forced;
import org.touchpaper.harc.protocol.Message.Learn;
import org.touchpaper.harc.protocol.Message.Outbid;
import org.touchpaper.harc.protocol.Message.Phase1a;
import org.touchpaper.harc.protocol.Message.Phase1b;
import org.touchpaper.harc.protocol.Message.Phase2a;
import org.touchpaper.harc.protocol.Message.Phase2b;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect.Send;

/** The replies of a decided transaction: every message is answered with the decision. */
final class DecidedReplies {
  private DecidedReplies() {}

  static List<Send> reply(DecisionRecord decisionRecord, ForAcceptor message, String from) {
    var record = message.record();
    return switch (message) {
      case Phase2a _ when record.resourceManagers().contains(from) ->
          List.of(new Send(from, new Decide(record, decisionRecord.decision())));
      case Enlist(_, var leader) -> List.of(new Send(leader, decisionRecord.toMessage(record)));
      case Learn(_, var leader) -> List.of(new Send(leader, decisionRecord.toMessage(record)));
      case Phase1a(_, _, var leader) -> List.of(new Send(leader, decisionRecord.toMessage(record)));
      case Phase2a(_, _, _, var leader) ->
          List.of(new Send(leader, decisionRecord.toMessage(record)));
      case Decided(_, var decision, var votes) ->
          requireSameDecision(decisionRecord, new DecisionRecord(decision, votes), message, from);
      case Forced(_, var decision, var votes, var override) ->
          requireSameDecision(
              decisionRecord, new DecisionRecord(decision, votes, override), message, from);
      case Acknowledged(_, var decision) ->
          requireSameDecision(
              decisionRecord, decision, decision + " acknowledged by all", message, from);
      case Enlisted _, Phase1b _, Phase2b _, Outbid _ -> List.of();
    };
  }

  private static List<Send> requireSameDecision(
      DecisionRecord known, DecisionRecord reported, ForAcceptor message, String from) {
    return requireSameDecision(known, reported.decision(), reported.toString(), message, from);
  }

  private static List<Send> requireSameDecision(
      DecisionRecord known,
      Decision reported,
      String reportedText,
      ForAcceptor message,
      String from) {
    if (known.decision() == reported) {
      return List.of();
    }
    throw new IllegalStateException(
        "%s: conflicting decisions: %s here, %s at %s"
            .formatted(message.record().id(), known, reportedText, from));
  }
}

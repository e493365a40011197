package org.touchpaper.harc.verification;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.AcceptedVote;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.acceptor.HardState;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEvent;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;

/** Formats events, messages and states for traces, one line each. */
public final class TraceLineFormatter {
  private TraceLineFormatter() {}

  public static String describe(AcceptorEvent event) {
    return switch (event) {
      case AcceptorEvent.MessageReceived(var message, _) -> describe(message);
      case AcceptorEvent.BeginRequested _ -> "begin";
      case AcceptorEvent.OutcomeQueried _ -> "query outcome";
      case AcceptorEvent.DecisionAcknowledged(var resourceManager) ->
          resourceManager + " acknowledges";
      case AcceptorEvent.DecisionForced(_, var decision, _, _) -> "operator forces " + decision;
      case AcceptorEvent.ResourceManagerForgotten(_, var resourceManager, _) ->
          "operator forgets " + resourceManager;
      case AcceptorEvent.TimePassed _ -> "time passes";
      case AcceptorEvent.Restarted _ -> "restart";
    };
  }

  public static String describe(ResourceManagerEvent event) {
    return switch (event) {
      case ResourceManagerEvent.PrepareReceived(var prepare) -> "prepare from " + prepare.leader();
      case ResourceManagerEvent.DecisionReceived(_, var decision) -> "decided " + decision;
      case ResourceManagerEvent.HoldSucceeded _ -> "the backend holds";
      case ResourceManagerEvent.HoldRefused _ -> "the backend refuses";
      case ResourceManagerEvent.HoldUncertain _ -> "the backend does not answer";
      case ResourceManagerEvent.DecisionApplied _ -> "the backend has carried it out";
      case ResourceManagerEvent.TimePassed _ -> "time passes";
      case ResourceManagerEvent.Restarted _ -> "restart";
    };
  }

  public static String describe(Message message) {
    return switch (message) {
      case Message.Enlist(_, var leader) -> "enlist for " + leader;
      case Message.Enlisted(_, var acceptor, var leader, _) ->
          acceptor + " is enlisted for " + leader;
      case Message.Learn(_, var leader) -> "learn for " + leader;
      case Message.Phase1a(_, var ballot, var leader) -> "1a ballot " + ballot + " of " + leader;
      case Message.Phase1b(_, var ballot, var acceptor, var accepted) ->
          "1b ballot " + ballot + " of " + acceptor + accepted(accepted);
      case Message.Phase2a(_, var ballot, var votes, _) -> "2a ballot " + ballot + votes(votes);
      case Message.Phase2b(_, var acceptor, var accepted) ->
          "2b of " + acceptor + accepted(accepted);
      case Message.Outbid(_, var promised, var acceptor) ->
          "outbid by " + promised + " at " + acceptor;
      case Message.Decided(_, var decision, var votes) -> "decided " + decision + votes(votes);
      case Message.Forced(_, var decision, var votes, _) -> "forced " + decision + votes(votes);
      case Message.Acknowledged(_, var decision) -> "all acknowledged " + decision;
      case Message.Prepare(_, _, _, var leader) -> "prepare from " + leader;
      case Message.OtherRecord(_, var acceptor) -> "other record at " + acceptor;
      case Message.Decide(_, var decision) -> "decide " + decision;
    };
  }

  public static String describe(@Nullable HardState hardState) {
    if (hardState == null) {
      return "nothing";
    }
    var decisionRecord = hardState.decisionRecord();
    return (hardState.leader() == null ? "" : "leader " + hardState.leader() + " ")
        + "promised "
        + hardState.promised()
        + accepted(hardState.accepted())
        + (decisionRecord == null ? "" : " decided: " + decisionRecord);
  }

  public static String describe(@Nullable ResourceManagerState state) {
    if (state == null) {
      return "nothing";
    }
    return state.phase()
        + (state.decision() == null ? "" : " decided " + state.decision())
        + (state.carriedOut() ? " carried out" : "");
  }

  private static String votes(Map<String, Vote> votes) {
    return new TreeMap<>(votes)
        .entrySet().stream()
            .map(entry -> " " + entry.getKey() + "=" + entry.getValue().choice())
            .collect(Collectors.joining());
  }

  private static String accepted(Map<String, AcceptedVote> accepted) {
    return new TreeMap<>(accepted)
        .entrySet().stream()
            .map(entry ->
                " %s=%s:%s"
                    .formatted(
                        entry.getKey(),
                        entry.getValue().ballot(),
                        entry.getValue().vote().choice()))
            .collect(Collectors.joining());
  }
}

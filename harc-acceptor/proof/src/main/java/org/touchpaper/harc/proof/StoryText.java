package org.touchpaper.harc.proof;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Accepted;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.harc.commit.VoterEvent;

/** Machines' events, messages and memories in the few words a story has room for. */
final class StoryText {
  private StoryText() {}

  static String of(Event event) {
    return switch (event) {
      case Event.Received(var message, _) -> of(message);
      case Event.Begun _ -> "begin";
      case Event.Asked _ -> "what became of it?";
      case Event.Heard(var resourceManager) -> resourceManager + " heard";
      case Event.Overruled(_, var decision, _, _) -> "somebody forces " + decision;
      case Event.Forgotten(_, var resourceManager, _) -> "somebody forgets " + resourceManager;
      case Event.TimePassed _ -> "time passes";
      case Event.Restarted _ -> "restart";
    };
  }

  static String of(VoterEvent event) {
    return switch (event) {
      case VoterEvent.PrepareCame(var prepare) -> "prepare, says " + prepare.leader();
      case VoterEvent.DecisionCame(_, var decision) -> "decided " + decision;
      case VoterEvent.Held _ -> "the backend holds";
      case VoterEvent.Refused _ -> "the backend refuses";
      case VoterEvent.Unclear _ -> "the backend does not answer";
      case VoterEvent.CarriedOut _ -> "the backend has carried it out";
      case VoterEvent.TimePassed _ -> "time passes";
      case VoterEvent.Restarted _ -> "restart";
    };
  }

  static String of(Message message) {
    return switch (message) {
      case Message.Enlist(_, var leader) -> "enlist for " + leader;
      case Message.Enlisted(_, var acceptor, var leader, _) ->
          acceptor + " is enlisted for " + leader;
      case Message.Learn(_, var leader) -> "learn, for " + leader;
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
      case Message.Acknowledged(_, var decision) -> "everyone has heard " + decision;
      case Message.Prepare(_, _, _, var leader) -> "prepare, says " + leader;
      case Message.OtherRecord(_, var acceptor) -> "the id is of another record at " + acceptor;
      case Message.Decide(_, var decision) -> "decide " + decision;
    };
  }

  static String of(@Nullable Memory memory) {
    if (memory == null) {
      return "nothing";
    }
    var verdict = memory.verdict();
    return (memory.leader() == null ? "" : "leader " + memory.leader() + " ")
        + "promised "
        + memory.promised()
        + accepted(memory.accepted())
        + (verdict == null ? "" : " decided: " + verdict);
  }

  static String of(@Nullable Ledger ledger) {
    if (ledger == null) {
      return "nothing";
    }
    return ledger.phase()
        + (ledger.decision() == null ? "" : " decided " + ledger.decision())
        + (ledger.carriedOut() ? " carried out" : "");
  }

  private static String votes(Map<String, Vote> votes) {
    return new TreeMap<>(votes)
        .entrySet().stream()
            .map(each -> " " + each.getKey() + "=" + each.getValue().choice())
            .collect(Collectors.joining());
  }

  private static String accepted(Map<String, Accepted> accepted) {
    return new TreeMap<>(accepted)
        .entrySet().stream()
            .map(each ->
                " %s=%s:%s"
                    .formatted(
                        each.getKey(), each.getValue().ballot(), each.getValue().vote().choice()))
            .collect(Collectors.joining());
  }
}

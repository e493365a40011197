package org.touchpaper.harc.protocol.acceptor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import org.touchpaper.harc.protocol.AcceptedVote;
import org.touchpaper.harc.protocol.Backoff;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.OperatorOverride;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.Vote;

/**
 * Parses and renders the scripts in {@code src/test/resources/scripts}. A stanza is an event, after
 * the milliseconds since the start, and below the dashes its effects or the error of the machine,
 * which then keeps its state. The acceptor is a1 of a1, a2, a3; voteBy is at 5000.
 */
final class AcceptorMachineScript {
  private static final Instant START = Instant.parse("2026-12-01T20:00:00Z");

  /** Round numbers that show where a wake-up comes from, independent of the defaults. */
  private static final ProtocolTimeouts TIMEOUTS =
      new ProtocolTimeouts(
          new Backoff(Duration.ofMillis(300), Duration.ofMillis(4800), 0),
          Duration.ofMillis(1500),
          Duration.ofMillis(1000),
          Duration.ofMillis(100),
          Duration.ofMillis(400),
          Duration.ofMillis(1000));

  static final AcceptorMachine.Identity A1 = new AcceptorMachine.Identity("a1", 1, TIMEOUTS);
  private static final TransactionRequest REQUEST =
      TransactionRequest.of(
          new TransactionId("t"),
          List.of("a1", "a2", "a3"),
          1,
          START.plusSeconds(5),
          new RequestingUser("ada", "ucl", List.of(), "scientist", "c"),
          List.of(
              new ResourceManagerActions("rm1", "<x/>"),
              new ResourceManagerActions("rm2", "<y/>")));
  private static final TransactionRecord RECORD = REQUEST.record();

  private AcceptorMachineScript() {}

  /** A parsed input line. */
  record ScriptLine(Instant at, AcceptorEvent event) {}

  static ScriptLine parse(String input) {
    var tokens = List.of(input.strip().split(" ", -1));
    var at = START.plusMillis(Long.parseLong(tokens.get(0)));
    var fields = new HashMap<String, String>();
    for (var token : tokens.subList(2, tokens.size())) {
      var equals = token.indexOf('=');
      fields.put(equals < 0 ? "" : token.substring(0, equals), token.substring(equals + 1));
    }
    return new ScriptLine(at, event(tokens.get(1), fields));
  }

  private static AcceptorEvent event(String name, Map<String, String> fields) {
    var from = fields.getOrDefault("from", "");
    var ballot = new Ballot(Long.parseLong(fields.getOrDefault("ballot", "0")));
    var leader = fields.getOrDefault("leader", from);
    return switch (name) {
      case "begin" ->
          new AcceptorEvent.BeginRequested(
              REQUEST, Set.of(fields.getOrDefault("reachable", "").split(",", -1)));
      case "query" -> new AcceptorEvent.OutcomeQueried(RECORD.id(), null);
      case "query-with-record" -> new AcceptorEvent.OutcomeQueried(RECORD.id(), RECORD);
      case "acknowledge-decision" -> new AcceptorEvent.DecisionAcknowledged(from);
      case "time" -> new AcceptorEvent.TimePassed();
      case "restart" -> new AcceptorEvent.Restarted();
      case "enlist" -> received(new Message.Enlist(RECORD, from), from);
      case "enlisted" -> received(new Message.Enlisted(RECORD, from, leader, true), from);
      case "other-record" -> received(new Message.Enlisted(RECORD, from, from, false), from);
      case "learn" -> received(new Message.Learn(RECORD, from), from);
      case "1a" -> received(new Message.Phase1a(RECORD, ballot, from), from);
      case "1b" -> received(new Message.Phase1b(RECORD, ballot, from, accepted(fields)), from);
      case "2a" -> received(new Message.Phase2a(RECORD, ballot, votes(fields), leader), from);
      case "2b" -> received(new Message.Phase2b(RECORD, from, accepted(fields)), from);
      case "outbid" -> received(new Message.Outbid(RECORD, ballot, from), from);
      case "decided" ->
          received(
              new Message.Decided(
                  RECORD, Decision.valueOf(fields.getOrDefault("", "")), votes(fields)),
              from);
      case "force-decision" ->
          new AcceptorEvent.DecisionForced(
              RECORD.id(),
              Decision.valueOf(fields.getOrDefault("", "")),
              new OperatorOverride("ada", "stuck", START),
              fields.containsKey("early"));
      case "forget-resource-manager" ->
          new AcceptorEvent.ResourceManagerForgotten(
              RECORD.id(), fields.getOrDefault("", ""), new OperatorOverride("ada", "sold", START));
      case "forced" ->
          received(
              new Message.Forced(
                  RECORD,
                  Decision.valueOf(fields.getOrDefault("", "")),
                  votes(fields),
                  new OperatorOverride("ada", "stuck", START)),
              from);
      case "acknowledged" ->
          received(
              new Message.Acknowledged(RECORD, Decision.valueOf(fields.getOrDefault("", ""))),
              from);
      default -> throw new IllegalArgumentException("unknown event: " + name);
    };
  }

  private static AcceptorEvent received(Message.ForAcceptor message, String from) {
    return new AcceptorEvent.MessageReceived(message, from);
  }

  private static Map<String, Vote> votes(Map<String, String> fields) {
    var votes = new HashMap<String, Vote>();
    fields.forEach((name, value) -> {
      if (name.startsWith("rm")) {
        votes.put(name, new Vote(Vote.Choice.valueOf(value), ""));
      }
    });
    return votes;
  }

  private static Map<String, AcceptedVote> accepted(Map<String, String> fields) {
    var accepted = new HashMap<String, AcceptedVote>();
    fields.forEach((name, value) -> {
      if (name.startsWith("rm")) {
        var colon = value.indexOf(':');
        accepted.put(
            name,
            new AcceptedVote(
                new Ballot(Long.parseLong(value.substring(0, colon))),
                new Vote(Vote.Choice.valueOf(value.substring(colon + 1)), "")));
      }
    });
    return accepted;
  }

  static String render(List<AcceptorEffect> effects) {
    var lines = new ArrayList<String>();
    for (var effect : effects) {
      lines.add(
          switch (effect) {
            case AcceptorEffect.Persist(var hardState) -> "persist" + render(hardState);
            case AcceptorEffect.PersistLater(var hardState) -> "persist-later" + render(hardState);
            case AcceptorEffect.Send(var to, var message) -> "send " + to + " " + render(message);
            case AcceptorEffect.Answer(_, var report) ->
                "answer " + report.outcome() + votesText(report.votes());
            case AcceptorEffect.SetTimer(_, var at) ->
                "wake " + Duration.between(START, at).toMillis();
          });
    }
    return String.join("\n", lines);
  }

  private static String render(HardState hardState) {
    var text = new StringJoiner("", "", "");
    text.add(hardState.leader() == null ? "" : " leader=" + hardState.leader());
    text.add(" promised=" + hardState.promised());
    text.add(acceptedText(hardState.accepted()));
    var decisionRecord = hardState.decisionRecord();
    text.add(decisionRecord == null ? "" : " decided=" + decisionRecord.decision());
    text.add(decisionRecord == null || decisionRecord.override() == null ? "" : " forced");
    text.add(
        decisionRecord == null || decisionRecord.forgottenResourceManagers().isEmpty()
            ? ""
            : " forgotten=" + new TreeSet<>(decisionRecord.forgottenResourceManagers().keySet()));
    text.add(hardState.allAcknowledged() ? " all-acknowledged" : "");
    return text.toString();
  }

  private static String render(Message message) {
    return switch (message) {
      case Message.Enlist _ -> "enlist";
      case Message.Enlisted(_, _, var leader, var same) ->
          "enlisted leader=" + leader + (same ? "" : " other-record");
      case Message.Learn _ -> "learn";
      case Message.Phase1a(_, var ballot, _) -> "1a ballot=" + ballot;
      case Message.Phase1b(_, var ballot, _, var accepted) ->
          "1b ballot=" + ballot + acceptedText(accepted);
      case Message.Phase2a(_, var ballot, var votes, _) -> "2a ballot=" + ballot + votesText(votes);
      case Message.Phase2b(_, _, var accepted) -> "2b" + acceptedText(accepted);
      case Message.Outbid(_, var promised, _) -> "outbid ballot=" + promised;
      case Message.Decided(_, var decision, var votes) -> "decided " + decision + votesText(votes);
      case Message.Forced(_, var decision, var votes, var override) ->
          "forced " + decision + votesText(votes) + " by " + override.by();
      case Message.Acknowledged(_, var decision) -> "acknowledged " + decision;
      case Message.Prepare(_, _, var actions, _) -> "prepare " + actions.text();
      case Message.OtherRecord _ -> "other-record";
      case Message.Decide(_, var decision) -> "decide " + decision;
    };
  }

  private static String votesText(Map<String, Vote> votes) {
    var text = new StringBuilder();
    new TreeMap<>(votes).forEach((name, vote) -> text.append(" " + name + "=" + vote.choice()));
    return text.toString();
  }

  private static String acceptedText(Map<String, AcceptedVote> accepted) {
    var text = new StringBuilder();
    new TreeMap<>(accepted)
        .forEach((name, acceptedVote) ->
            text.append(
                " " + name + "=" + acceptedVote.ballot() + ":" + acceptedVote.vote().choice()));
    return text.toString();
  }
}

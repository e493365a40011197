package org.touchpaper.harc.commit;

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

/**
 * The language of the scripts beside this class: an event in each stanza's first line, after the
 * milliseconds since the beginning; the effects below the dashes, or what the machine shouts when
 * it meets what must not be, and stays as it is. The acceptor is a1 of a1, a2, a3; voteBy is at
 * 5000.
 */
final class MemberScript {
  private static final Instant START = Instant.parse("2026-12-01T20:00:00Z");

  /** Whole numbers that tell which of them a wake came from; the defaults may change. */
  private static final Timing TIMING =
      new Timing(
          new Backoff(Duration.ofMillis(300), Duration.ofMillis(4800), 0),
          Duration.ofMillis(1500),
          Duration.ofMillis(1000),
          Duration.ofMillis(100),
          Duration.ofMillis(400),
          Duration.ofMillis(1000));

  static final Member.Self A1 = new Member.Self("a1", 1, TIMING);
  private static final Request REQUEST =
      Request.of(
          new TransactionId("t"),
          List.of("a1", "a2", "a3"),
          1,
          START.plusSeconds(5),
          new Caller("ada", "ucl", List.of(), "scientist", "c"),
          List.of(new Actions("rm1", "<x/>"), new Actions("rm2", "<y/>")));
  private static final TransactionRecord RECORD = REQUEST.record();

  private MemberScript() {}

  /** One line, parsed. */
  record Line(Instant at, Event event) {}

  static Line parse(String input) {
    var words = List.of(input.strip().split(" ", -1));
    var at = START.plusMillis(Long.parseLong(words.get(0)));
    var fields = new HashMap<String, String>();
    for (var word : words.subList(2, words.size())) {
      var equals = word.indexOf('=');
      fields.put(equals < 0 ? "" : word.substring(0, equals), word.substring(equals + 1));
    }
    return new Line(at, event(words.get(1), fields));
  }

  private static Event event(String what, Map<String, String> fields) {
    var from = fields.getOrDefault("from", "");
    var ballot = new Ballot(Long.parseLong(fields.getOrDefault("ballot", "0")));
    var leader = fields.getOrDefault("leader", from);
    return switch (what) {
      case "begin" ->
          new Event.Begun(REQUEST, Set.of(fields.getOrDefault("present", "").split(",", -1)));
      case "asked" -> new Event.Asked(RECORD.id(), null);
      case "asked-with-record" -> new Event.Asked(RECORD.id(), RECORD);
      case "heard" -> new Event.Heard(from);
      case "time" -> new Event.TimePassed();
      case "restart" -> new Event.Restarted();
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
      case "overruled" ->
          new Event.Overruled(
              RECORD.id(),
              Decision.valueOf(fields.getOrDefault("", "")),
              new Force("ada", "stuck", START),
              fields.containsKey("early"));
      case "forget" ->
          new Event.Forgotten(
              RECORD.id(), fields.getOrDefault("", ""), new Force("ada", "sold", START));
      case "forced" ->
          received(
              new Message.Forced(
                  RECORD,
                  Decision.valueOf(fields.getOrDefault("", "")),
                  votes(fields),
                  new Force("ada", "stuck", START)),
              from);
      case "acknowledged" ->
          received(
              new Message.Acknowledged(RECORD, Decision.valueOf(fields.getOrDefault("", ""))),
              from);
      default -> throw new IllegalArgumentException("no such event: " + what);
    };
  }

  private static Event received(Message.ForAcceptor message, String from) {
    return new Event.Received(message, from);
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

  private static Map<String, Accepted> accepted(Map<String, String> fields) {
    var all = new HashMap<String, Accepted>();
    fields.forEach((name, value) -> {
      if (name.startsWith("rm")) {
        var colon = value.indexOf(':');
        all.put(
            name,
            new Accepted(
                new Ballot(Long.parseLong(value.substring(0, colon))),
                new Vote(Vote.Choice.valueOf(value.substring(colon + 1)), "")));
      }
    });
    return all;
  }

  static String render(List<Effect> effects) {
    var lines = new ArrayList<String>();
    for (var effect : effects) {
      lines.add(
          switch (effect) {
            case Effect.Persist(var memory) -> "persist" + render(memory);
            case Effect.Note(var memory) -> "note" + render(memory);
            case Effect.Send(var to, var message) -> "send " + to + " " + render(message);
            case Effect.Answer(_, var knowledge) ->
                "answer " + knowledge.outcome() + votesText(knowledge.votes());
            case Effect.Wake(_, var at) -> "wake " + Duration.between(START, at).toMillis();
          });
    }
    return String.join("\n", lines);
  }

  private static String render(Memory memory) {
    var text = new StringJoiner("", "", "");
    text.add(memory.leader() == null ? "" : " leader=" + memory.leader());
    text.add(" promised=" + memory.promised());
    text.add(acceptedText(memory.accepted()));
    var verdict = memory.verdict();
    text.add(verdict == null ? "" : " decided=" + verdict.decision());
    text.add(verdict == null || verdict.forced() == null ? "" : " forced");
    text.add(
        verdict == null || verdict.forgotten().isEmpty()
            ? ""
            : " forgotten=" + new TreeSet<>(verdict.forgotten().keySet()));
    text.add(memory.announced() ? " announced" : "");
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
      case Message.Forced(_, var decision, var votes, var force) ->
          "forced " + decision + votesText(votes) + " by " + force.by();
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

  private static String acceptedText(Map<String, Accepted> accepted) {
    var text = new StringBuilder();
    new TreeMap<>(accepted)
        .forEach((name, each) ->
            text.append(" " + name + "=" + each.ballot() + ":" + each.vote().choice()));
    return text.toString();
  }
}

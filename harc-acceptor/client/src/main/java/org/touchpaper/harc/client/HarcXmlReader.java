package org.touchpaper.harc.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.ResourceState.PartState;
import org.touchpaper.harc.commit.Accepted;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Force;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Vote;
import org.touchpaper.schema.harc.Acknowledged;
import org.touchpaper.schema.harc.Answer;
import org.touchpaper.schema.harc.Begin;
import org.touchpaper.schema.harc.Decide;
import org.touchpaper.schema.harc.Decided;
import org.touchpaper.schema.harc.Enlisted;
import org.touchpaper.schema.harc.Forced;
import org.touchpaper.schema.harc.FromAcceptor;
import org.touchpaper.schema.harc.FromLeader;
import org.touchpaper.schema.harc.Messages;
import org.touchpaper.schema.harc.Outbid;
import org.touchpaper.schema.harc.Phase1A;
import org.touchpaper.schema.harc.Phase1B;
import org.touchpaper.schema.harc.Phase2A;
import org.touchpaper.schema.harc.Prepare;
import org.touchpaper.schema.harc.Problem;
import org.touchpaper.schema.harc.Question;
import org.touchpaper.schema.harc.Record;
import org.touchpaper.schema.harc.State;
import org.touchpaper.schema.harc.Timetable;

/** From the schema's bindings to the protocol's own types. */
final class HarcXmlReader {
  private HarcXmlReader() {}

  static Request begin(String text) {
    var begin = XmlReader.read(text, Begin.class);
    return checked(() -> {
      var raw = rawActions(text, begin.getActions().size());
      var actions = new ArrayList<Actions>();
      for (var i = 0; i < raw.size(); i++) {
        actions.add(new Actions(begin.getActions().get(i).getResourceManager(), raw.get(i)));
      }
      return new Request(record(begin.getRecord()), caller(begin.getCaller()), actions);
    });
  }

  static Message.Prepare prepare(String text) {
    var prepare = XmlReader.read(text, Prepare.class);
    return checked(() ->
        new Message.Prepare(
            record(prepare.getRecord()),
            caller(prepare.getCaller()),
            new Actions(prepare.getActions().getResourceManager(), rawActions(text, 1).getFirst()),
            prepare.getLeader()));
  }

  /**
   * The actions as they were written. They are cut out of one document and put into others, so they
   * must be readable on their own.
   */
  private static List<String> rawActions(String text, int expected) {
    var raw = XmlScan.inside(text, "h:Actions");
    if (raw.size() != expected) {
      throw new MalformedMessage("write Actions with the prefix h");
    }
    raw.forEach(ActionXml::check);
    return raw;
  }

  static TransactionRecord question(String text) {
    var question = XmlReader.read(text, Question.class);
    return checked(() -> record(question.getRecord()));
  }

  static Knowledge answer(String text) {
    var answer = XmlReader.read(text, Answer.class);
    return checked(() ->
        new Knowledge(Knowledge.Outcome.valueOf(answer.getOutcome()), votes(answer.getVote())));
  }

  static Message.Decide decide(String text) {
    var decide = XmlReader.read(text, Decide.class);
    return checked(() ->
        new Message.Decide(
            record(decide.getRecord()), Decision.valueOf(decide.getDecision().name())));
  }

  static List<Message.ForAcceptor> messages(String text) {
    var elements = XmlReader.read(text, Messages.class).getEnlistOrEnlistedOrLearn();
    return checked(() -> {
      var messages = new ArrayList<Message.ForAcceptor>();
      for (var element : elements) {
        messages.add(message(element.getName().getLocalPart(), element.getValue()));
      }
      return List.copyOf(messages);
    });
  }

  private static Message.ForAcceptor message(String name, Object body) {
    return switch (body) {
      case FromLeader m when name.equals("Learn") ->
          new Message.Learn(record(m.getRecord()), m.getLeader());
      case FromLeader m -> new Message.Enlist(record(m.getRecord()), m.getLeader());
      case Enlisted m ->
          new Message.Enlisted(
              record(m.getRecord()), m.getAcceptor(), m.getLeader(), m.isSameRecord());
      case Phase1A m ->
          new Message.Phase1a(record(m.getRecord()), new Ballot(m.getBallot()), m.getLeader());
      case Phase1B m ->
          new Message.Phase1b(
              record(m.getRecord()),
              new Ballot(m.getBallot()),
              m.getAcceptor(),
              accepted(m.getVote()));
      case Phase2A m ->
          new Message.Phase2a(
              record(m.getRecord()), new Ballot(m.getBallot()), votes(m.getVote()), m.getLeader());
      case FromAcceptor m ->
          new Message.Phase2b(record(m.getRecord()), m.getAcceptor(), accepted(m.getVote()));
      case Outbid m ->
          new Message.Outbid(record(m.getRecord()), new Ballot(m.getPromised()), m.getAcceptor());
      case Decided m ->
          new Message.Decided(
              record(m.getRecord()), Decision.valueOf(m.getDecision().name()), votes(m.getVote()));
      case Forced m ->
          new Message.Forced(
              record(m.getRecord()),
              Decision.valueOf(m.getDecision().name()),
              votes(m.getVote()),
              new Force(m.getBy(), m.getReason(), m.getAt()));
      case Acknowledged m ->
          new Message.Acknowledged(record(m.getRecord()), Decision.valueOf(m.getDecision().name()));
      default -> throw new MalformedMessage("no message is called " + name);
    };
  }

  static ResourceState state(String text) {
    var state = XmlReader.read(text, State.class);
    return checked(() ->
        new ResourceState(
            new TransactionId(state.getId()),
            Ledger.Phase.valueOf(state.getPhase()),
            state.getPart().stream().map(HarcXmlReader::part).toList()));
  }

  private static ResourceState.Part part(State.Part part) {
    return new ResourceState.Part(
        part.getIdent(),
        PartState.valueOf(part.getState()),
        part.getReference(),
        part.getProblem(),
        part.isReleased());
  }

  static ResourceTimetable timetable(String text) {
    var timetable = XmlReader.read(text, Timetable.class);
    return new ResourceTimetable(
        timetable.getResource(),
        timetable.getUnit(),
        timetable.getStep().stream()
            .map(step -> new ResourceTimetable.Step(step.getFrom(), step.getTo(), step.getFree()))
            .toList(),
        timetable.getStartRange().stream()
            .map(range -> new ResourceTimetable.StartRange(range.getFirst(), range.getLast()))
            .toList());
  }

  static String problem(String text) {
    try {
      return XmlReader.read(text, Problem.class).getValue();
    } catch (MalformedMessage e) {
      return text;
    }
  }

  private static TransactionRecord record(Record record) {
    return new TransactionRecord(
        new TransactionId(record.getId()),
        record.getResourceManager(),
        record.getAcceptor(),
        record.getDigest(),
        record.getVoteBy(),
        record.getEpoch());
  }

  private static Caller caller(org.touchpaper.schema.harc.Caller caller) {
    return new Caller(
        caller.getName(),
        caller.getHomeSite(),
        caller.getVirtualOrganisation(),
        caller.getRole(),
        caller.getCorrelationId());
  }

  private static Map<String, Vote> votes(List<org.touchpaper.schema.harc.Vote> votes) {
    var all = new HashMap<String, Vote>();
    for (var each : votes) {
      once(all.put(each.getResourceManager(), vote(each)), each);
    }
    return all;
  }

  private static void once(@Nullable Object before, org.touchpaper.schema.harc.Vote vote) {
    if (before != null) {
      throw new MalformedMessage("there are two votes of " + vote.getResourceManager());
    }
  }

  private static Map<String, Accepted> accepted(List<org.touchpaper.schema.harc.Vote> votes) {
    var all = new HashMap<String, Accepted>();
    for (var each : votes) {
      var ballot = each.getBallot() == null ? 0 : each.getBallot();
      once(all.put(each.getResourceManager(), new Accepted(new Ballot(ballot), vote(each))), each);
    }
    return all;
  }

  private static Vote vote(org.touchpaper.schema.harc.Vote vote) {
    return new Vote(Vote.Choice.valueOf(vote.getChoice().name()), vote.getValue());
  }

  /** What the schema lets through and our types do not is as malformed as the rest. */
  private static <T> T checked(java.util.function.Supplier<T> reading) {
    try {
      return reading.get();
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new MalformedMessage(String.valueOf(e.getMessage()), e);
    }
  }
}

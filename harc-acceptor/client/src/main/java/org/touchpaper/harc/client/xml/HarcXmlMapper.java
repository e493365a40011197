package org.touchpaper.harc.client.xml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.model.ResourceManagerStatus;
import org.touchpaper.harc.client.model.ResourceManagerStatus.BookingState;
import org.touchpaper.harc.client.model.ResourceTimetable;
import org.touchpaper.harc.protocol.AcceptedVote;
import org.touchpaper.harc.protocol.Ballot;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.OperatorOverride;
import org.touchpaper.harc.protocol.OutcomeReport;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;
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

/** Maps the schema's bindings to the protocol's types. */
final class HarcXmlMapper {
  private HarcXmlMapper() {}

  static TransactionRequest begin(String text) {
    var begin = ValidatingXmlReader.read(text, Begin.class);
    return translatingErrors(() -> {
      var raw = rawActions(text, begin.getActions().size());
      var actions = new ArrayList<ResourceManagerActions>();
      for (var i = 0; i < raw.size(); i++) {
        actions.add(
            new ResourceManagerActions(begin.getActions().get(i).getResourceManager(), raw.get(i)));
      }
      return new TransactionRequest(
          record(begin.getRecord()), requestingUser(begin.getCaller()), actions);
    });
  }

  static Message.Prepare prepare(String text) {
    var prepare = ValidatingXmlReader.read(text, Prepare.class);
    return translatingErrors(() ->
        new Message.Prepare(
            record(prepare.getRecord()),
            requestingUser(prepare.getCaller()),
            new ResourceManagerActions(
                prepare.getActions().getResourceManager(), rawActions(text, 1).getFirst()),
            prepare.getLeader()));
  }

  /**
   * The raw text of each Actions element. It is copied into other documents, so it must be valid on
   * its own.
   */
  private static List<String> rawActions(String text, int expected) {
    var raw = RawXmlSlicer.contentsOf(text, "h:Actions");
    if (raw.size() != expected) {
      throw new MalformedMessageException("Actions elements need the prefix h");
    }
    raw.forEach(HarcActionXml::requireWellFormed);
    return raw;
  }

  static TransactionRecord question(String text) {
    var question = ValidatingXmlReader.read(text, Question.class);
    return translatingErrors(() -> record(question.getRecord()));
  }

  static OutcomeReport answer(String text) {
    var answer = ValidatingXmlReader.read(text, Answer.class);
    return translatingErrors(() ->
        new OutcomeReport(
            OutcomeReport.Outcome.valueOf(answer.getOutcome()), votes(answer.getVote())));
  }

  static Message.Decide decide(String text) {
    var decide = ValidatingXmlReader.read(text, Decide.class);
    return translatingErrors(() ->
        new Message.Decide(
            record(decide.getRecord()), Decision.valueOf(decide.getDecision().name())));
  }

  static List<Message.ForAcceptor> messages(String text) {
    var elements = ValidatingXmlReader.read(text, Messages.class).getEnlistOrEnlistedOrLearn();
    return translatingErrors(() -> {
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
              new OperatorOverride(m.getBy(), m.getReason(), m.getAt()));
      case Acknowledged m ->
          new Message.Acknowledged(record(m.getRecord()), Decision.valueOf(m.getDecision().name()));
      default -> throw new MalformedMessageException("unknown message: " + name);
    };
  }

  static ResourceManagerStatus state(String text) {
    var state = ValidatingXmlReader.read(text, State.class);
    return translatingErrors(() ->
        new ResourceManagerStatus(
            new TransactionId(state.getId()),
            ResourceManagerState.Phase.valueOf(state.getPhase()),
            state.getPart().stream().map(HarcXmlMapper::part).toList()));
  }

  private static ResourceManagerStatus.BookingStatus part(State.Part part) {
    return new ResourceManagerStatus.BookingStatus(
        part.getIdent(),
        BookingState.valueOf(part.getState()),
        part.getReference(),
        part.getProblem(),
        part.isReleased());
  }

  static ResourceTimetable timetable(String text) {
    var timetable = ValidatingXmlReader.read(text, Timetable.class);
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
      return ValidatingXmlReader.read(text, Problem.class).getValue();
    } catch (MalformedMessageException e) {
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

  private static RequestingUser requestingUser(org.touchpaper.schema.harc.Caller caller) {
    return new RequestingUser(
        caller.getName(),
        caller.getHomeSite(),
        caller.getVirtualOrganisation(),
        caller.getRole(),
        caller.getCorrelationId());
  }

  private static Map<String, Vote> votes(List<org.touchpaper.schema.harc.Vote> votes) {
    var votesByManager = new HashMap<String, Vote>();
    for (var vote : votes) {
      rejectDuplicate(votesByManager.put(vote.getResourceManager(), vote(vote)), vote);
    }
    return votesByManager;
  }

  private static void rejectDuplicate(
      @Nullable Object existing, org.touchpaper.schema.harc.Vote vote) {
    if (existing != null) {
      throw new MalformedMessageException("two votes of " + vote.getResourceManager());
    }
  }

  private static Map<String, AcceptedVote> accepted(List<org.touchpaper.schema.harc.Vote> votes) {
    var acceptedByManager = new HashMap<String, AcceptedVote>();
    for (var vote : votes) {
      var ballot = vote.getBallot() == null ? 0 : vote.getBallot();
      rejectDuplicate(
          acceptedByManager.put(
              vote.getResourceManager(), new AcceptedVote(new Ballot(ballot), vote(vote))),
          vote);
    }
    return acceptedByManager;
  }

  private static Vote vote(org.touchpaper.schema.harc.Vote vote) {
    return new Vote(Vote.Choice.valueOf(vote.getChoice().name()), vote.getValue());
  }

  /** Reports values that pass the schema but not the protocol's types as malformed. */
  private static <T> T translatingErrors(java.util.function.Supplier<T> reader) {
    try {
      return reader.get();
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new MalformedMessageException(String.valueOf(e.getMessage()), e);
    }
  }
}

package org.touchpaper.harc.client.xml;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.harc.client.model.ResourceManagerTransactionStatus;
import org.touchpaper.harc.client.model.ResourceTimetable;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;
import org.touchpaper.schema.harc.Answer;
import org.touchpaper.schema.harc.Applications;
import org.touchpaper.schema.harc.Begin;
import org.touchpaper.schema.harc.Caller;
import org.touchpaper.schema.harc.Choice;
import org.touchpaper.schema.harc.OutcomeName;
import org.touchpaper.schema.harc.Problem;
import org.touchpaper.schema.harc.Question;
import org.touchpaper.schema.harc.Record;
import org.touchpaper.schema.harc.State;
import org.touchpaper.schema.harc.Timetable;

/**
 * Reads and writes HARC's messages for clients as XML ({@code schema/harc/harc.xsd}). The {@code
 * read} methods throw {@link MalformedMessageException}.
 */
public final class HarcMessageXml {
  public static final String NAMESPACE = "urn:touchpaper:harc:1";
  public static final String CONTENT_TYPE = "application/xml";

  /** Maximum size of a message; the HTTP layers refuse more. */
  public static final int MAX_BYTES = 1 << 20;

  private HarcMessageXml() {}

  /**
   * Decodes a message, which must be UTF-8.
   *
   * @throws MalformedMessageException if it is not
   */
  public static String text(byte[] message) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(message)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedMessageException("the message is not valid UTF-8", e);
    }
  }

  /** Reads a document; values that pass the schema but not the types of HARC are malformed, too. */
  private static <X, T> T read(String text, Class<X> type, Function<X, T> mapper) {
    var binding = ValidatingXmlReader.read(text, type);
    try {
      return mapper.apply(binding);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new MalformedMessageException(String.valueOf(e.getMessage()), e);
    }
  }

  // Client to acceptor

  /** Inserts the actions, which stay as the client wrote them, into the other parts. */
  public static String write(TransactionRequest request) {
    var begin = new Begin();
    begin.setRecord(toXml(request.record()));
    begin.setCaller(toXml(request.caller()));
    var end = "</h:Begin>";
    var xml = new StringBuilder(JaxbXmlWriter.write(begin));
    xml.setLength(xml.length() - end.length());
    for (var actions : request.actions()) {
      xml.append(HarcActionXml.element(actions.resourceManager(), actions.text()));
    }
    return xml.append(end).toString();
  }

  public static TransactionRequest readBegin(String text) {
    return read(
        text,
        Begin.class,
        begin -> {
          var raw = rawActions(text, begin.getActions().size());
          var actions = new ArrayList<ResourceManagerActions>();
          for (var i = 0; i < raw.size(); i++) {
            var resourceManager = begin.getActions().get(i).getResourceManager();
            actions.add(new ResourceManagerActions(resourceManager, raw.get(i)));
          }
          return new TransactionRequest(
              fromXml(begin.getRecord()), fromXml(begin.getCaller()), actions);
        });
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

  /** A query for the outcome of the transaction with this record. */
  public static String writeQuestion(TransactionRecord record) {
    var question = new Question();
    question.setRecord(toXml(record));
    return JaxbXmlWriter.write(question);
  }

  public static TransactionRecord readQuestion(String text) {
    return read(text, Question.class, question -> fromXml(question.getRecord()));
  }

  public static String write(TransactionId id, TransactionOutcomeResponse report) {
    var answer = new Answer();
    answer.setId(id.value());
    answer.setOutcome(OutcomeName.valueOf(report.outcome().name()));
    new TreeMap<>(report.votes())
        .forEach((voter, vote) -> {
          var xml = new org.touchpaper.schema.harc.Vote();
          xml.setResourceManager(voter);
          xml.setChoice(Choice.valueOf(vote.choice().name()));
          xml.setValue(vote.note());
          answer.getVote().add(xml);
        });
    return JaxbXmlWriter.write(answer);
  }

  public static TransactionOutcomeResponse readAnswer(String text) {
    return read(
        text,
        Answer.class,
        answer -> {
          var votes = new HashMap<String, Vote>();
          for (var xml : answer.getVote()) {
            var vote = new Vote(Vote.Choice.valueOf(xml.getChoice().name()), xml.getValue());
            if (votes.put(xml.getResourceManager(), vote) != null) {
              throw new MalformedMessageException("two votes of " + xml.getResourceManager());
            }
          }
          return new TransactionOutcomeResponse(
              TransactionOutcomeResponse.Outcome.valueOf(answer.getOutcome().name()), votes);
        });
  }

  private static Record toXml(TransactionRecord record) {
    var xml = new Record();
    xml.setId(record.id().value());
    xml.getResourceManager().addAll(record.resourceManagers());
    xml.getAcceptor().addAll(record.acceptors());
    xml.setDigest(record.digest());
    xml.setVoteBy(record.voteBy());
    xml.setEpoch(record.epoch());
    return xml;
  }

  private static TransactionRecord fromXml(Record xml) {
    return new TransactionRecord(
        new TransactionId(xml.getId()),
        xml.getResourceManager(),
        xml.getAcceptor(),
        xml.getDigest(),
        xml.getVoteBy(),
        xml.getEpoch());
  }

  private static Caller toXml(RequestingUser user) {
    var xml = new Caller();
    xml.setName(user.name());
    xml.setHomeSite(user.homeSite());
    xml.getVirtualOrganisation().addAll(user.virtualOrganisations());
    xml.setRole(user.role());
    xml.setCorrelationId(user.correlationId());
    return xml;
  }

  private static RequestingUser fromXml(Caller xml) {
    return new RequestingUser(
        xml.getName(),
        xml.getHomeSite(),
        xml.getVirtualOrganisation(),
        xml.getRole(),
        xml.getCorrelationId());
  }

  // Resource manager to client

  public static String write(ResourceManagerTransactionStatus status) {
    var state = new State();
    state.setId(status.id().value());
    state.setPhase(status.phase().name());
    for (var booking : status.bookings()) {
      var part = new State.Part();
      part.setIdent(booking.bookingId());
      part.setState(booking.state().name());
      part.setReference(booking.reference());
      part.setProblem(booking.problem());
      part.setReleased(booking.isReleased());
      part.setRun(RunXml.toXml(booking.run()));
      state.getPart().add(part);
    }
    return JaxbXmlWriter.write(state);
  }

  public static ResourceManagerTransactionStatus readState(String text) {
    return read(
        text,
        State.class,
        state ->
            new ResourceManagerTransactionStatus(
                new TransactionId(state.getId()),
                ResourceManagerState.Phase.valueOf(state.getPhase()),
                state.getPart().stream()
                    .map(part ->
                        new ResourceManagerTransactionStatus.BookingStatus(
                            part.getIdent(),
                            ResourceManagerTransactionStatus.BookingState.valueOf(part.getState()),
                            part.getReference(),
                            part.getProblem(),
                            part.isReleased(),
                            RunXml.status(part.getRun())))
                    .toList()));
  }

  public static String write(ResourceTimetable timetable) {
    var xml = new Timetable();
    xml.setResource(timetable.resource());
    xml.setUnit(timetable.unit());
    for (var step : timetable.steps()) {
      var xmlStep = new Timetable.Step();
      xmlStep.setFrom(step.from());
      xmlStep.setTo(step.to());
      xmlStep.setFree(step.free());
      xml.getStep().add(xmlStep);
    }
    for (var range : timetable.startRanges()) {
      var xmlRange = new Timetable.StartRange();
      xmlRange.setFirst(range.first());
      xmlRange.setLast(range.last());
      xml.getStartRange().add(xmlRange);
    }
    return JaxbXmlWriter.write(xml);
  }

  public static ResourceTimetable readTimetable(String text) {
    return read(
        text,
        Timetable.class,
        xml ->
            new ResourceTimetable(
                xml.getResource(),
                xml.getUnit(),
                xml.getStep().stream()
                    .map(step ->
                        new ResourceTimetable.Step(step.getFrom(), step.getTo(), step.getFree()))
                    .toList(),
                xml.getStartRange().stream()
                    .map(range ->
                        new ResourceTimetable.StartRange(range.getFirst(), range.getLast()))
                    .toList()));
  }

  public static String write(String resource, List<RegisteredApplication> applications) {
    return JaxbXmlWriter.write(RunXml.toXml(resource, applications));
  }

  public static List<RegisteredApplication> readApplications(String text) {
    return read(text, Applications.class, RunXml::applications);
  }

  /** The body of an error response. */
  public static String writeProblem(int status, String detail) {
    var problem = new Problem();
    problem.setStatus(status);
    problem.setValue(detail);
    return JaxbXmlWriter.write(problem);
  }

  /** The detail of a problem document; any other text is returned unchanged. */
  public static String readProblem(String text) {
    try {
      return ValidatingXmlReader.read(text, Problem.class).getValue();
    } catch (MalformedMessageException e) {
      return text;
    }
  }
}

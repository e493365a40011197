package org.touchpaper.harc.client.xml;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.touchpaper.harc.client.model.ResourceManagerStatus;
import org.touchpaper.harc.client.model.ResourceTimetable;
import org.touchpaper.harc.protocol.AcceptedVote;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.OutcomeReport;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.Vote;

/**
 * Reads and writes HARC's messages as XML ({@code schema/harc/harc.xsd}). The {@code read} methods
 * delegate to {@link HarcXmlMapper} and throw {@link MalformedMessageException}.
 */
public final class HarcXml {
  public static final String NAMESPACE = "urn:touchpaper:harc:1";
  public static final String CONTENT_TYPE = "application/xml";

  /** Maximum size of a message; the HTTP layers refuse more. */
  public static final int MAX_BYTES = 1 << 20;

  private HarcXml() {}

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

  // Client to acceptor

  public static String write(TransactionRequest request) {
    var xml = XmlWriter.root("h:Begin").endStartTag();
    writeRecord(xml, request.record());
    writeUser(xml, request.caller());
    for (var actions : request.actions()) {
      writeActions(xml, actions.resourceManager(), actions.text());
    }
    return xml.endElement("h:Begin").toString();
  }

  public static TransactionRequest readBegin(String text) {
    return HarcXmlMapper.begin(text);
  }

  /** A query for the outcome of the transaction with this record. */
  public static String writeQuestion(TransactionRecord record) {
    var xml = XmlWriter.root("h:Question").endStartTag();
    writeRecord(xml, record);
    return xml.endElement("h:Question").toString();
  }

  public static TransactionRecord readQuestion(String text) {
    return HarcXmlMapper.question(text);
  }

  public static String write(TransactionId id, OutcomeReport report) {
    var xml =
        XmlWriter.root("h:Answer")
            .attribute("id", id)
            .attribute("outcome", report.outcome())
            .endStartTag();
    writeVotes(xml, report.votes());
    return xml.endElement("h:Answer").toString();
  }

  public static OutcomeReport readAnswer(String text) {
    return HarcXmlMapper.answer(text);
  }

  // Acceptor to resource manager

  public static String write(Message.Prepare prepare) {
    var xml = XmlWriter.root("h:Prepare").attribute("leader", prepare.leader()).endStartTag();
    writeRecord(xml, prepare.record());
    writeUser(xml, prepare.caller());
    writeActions(xml, prepare.actions().resourceManager(), prepare.actions().text());
    return xml.endElement("h:Prepare").toString();
  }

  public static Message.Prepare readPrepare(String text) {
    return HarcXmlMapper.prepare(text);
  }

  public static String write(Message.Decide decide) {
    var xml = XmlWriter.root("h:Decide").attribute("decision", decide.decision()).endStartTag();
    writeRecord(xml, decide.record());
    return xml.endElement("h:Decide").toString();
  }

  public static Message.Decide readDecide(String text) {
    return HarcXmlMapper.decide(text);
  }

  // To an acceptor

  /** A batch of messages for one acceptor, in order. */
  public static String write(List<? extends Message.ForAcceptor> messages) {
    var xml = XmlWriter.root("h:Messages").endStartTag();
    messages.forEach(message -> writeMessage(xml, message));
    return xml.endElement("h:Messages").toString();
  }

  public static List<Message.ForAcceptor> readMessages(String text) {
    return HarcXmlMapper.messages(text);
  }

  private static void writeMessage(XmlWriter xml, Message.ForAcceptor message) {
    switch (message) {
      case Message.Enlist(var record, var leader) -> {
        writeRecord(xml.startElement("h:Enlist").attribute("leader", leader).endStartTag(), record);
        xml.endElement("h:Enlist");
      }
      case Message.Enlisted(var record, var acceptor, var leader, var isSameRecord) -> {
        xml.startElement("h:Enlisted").attribute("acceptor", acceptor).attribute("leader", leader);
        writeRecord(xml.attribute("sameRecord", isSameRecord).endStartTag(), record);
        xml.endElement("h:Enlisted");
      }
      case Message.Learn(var record, var leader) -> {
        writeRecord(xml.startElement("h:Learn").attribute("leader", leader).endStartTag(), record);
        xml.endElement("h:Learn");
      }
      case Message.Phase1a(var record, var ballot, var leader) -> {
        xml.startElement("h:Phase1a")
            .attribute("ballot", ballot)
            .attribute("leader", leader)
            .endStartTag();
        writeRecord(xml, record);
        xml.endElement("h:Phase1a");
      }
      case Message.Phase1b(var record, var ballot, var acceptor, var acceptedVotes) -> {
        xml.startElement("h:Phase1b")
            .attribute("ballot", ballot)
            .attribute("acceptor", acceptor)
            .endStartTag();
        writeRecord(xml, record);
        writeAcceptedVotes(xml, acceptedVotes);
        xml.endElement("h:Phase1b");
      }
      case Message.Phase2a(var record, var ballot, var votes, var leader) -> {
        xml.startElement("h:Phase2a")
            .attribute("ballot", ballot)
            .attribute("leader", leader)
            .endStartTag();
        writeRecord(xml, record);
        writeVotes(xml, votes);
        xml.endElement("h:Phase2a");
      }
      case Message.Phase2b(var record, var acceptor, var acceptedVotes) -> {
        writeRecord(
            xml.startElement("h:Phase2b").attribute("acceptor", acceptor).endStartTag(), record);
        writeAcceptedVotes(xml, acceptedVotes);
        xml.endElement("h:Phase2b");
      }
      case Message.Outbid(var record, var promised, var acceptor) -> {
        xml.startElement("h:Outbid")
            .attribute("promised", promised)
            .attribute("acceptor", acceptor)
            .endStartTag();
        writeRecord(xml, record);
        xml.endElement("h:Outbid");
      }
      case Message.Decided(var record, var decision, var votes) -> {
        writeRecord(
            xml.startElement("h:Decided").attribute("decision", decision).endStartTag(), record);
        writeVotes(xml, votes);
        xml.endElement("h:Decided");
      }
      case Message.Forced(var record, var decision, var votes, var override) -> {
        xml.startElement("h:Forced").attribute("decision", decision).attribute("by", override.by());
        xml.attribute("reason", override.reason())
            .attribute("at", formatTime(override.at()))
            .endStartTag();
        writeRecord(xml, record);
        writeVotes(xml, votes);
        xml.endElement("h:Forced");
      }
      case Message.Acknowledged(var record, var decision) -> {
        writeRecord(
            xml.startElement("h:Acknowledged").attribute("decision", decision).endStartTag(),
            record);
        xml.endElement("h:Acknowledged");
      }
    }
  }

  // Resource manager to client

  public static String write(ResourceManagerStatus state) {
    var xml =
        XmlWriter.root("h:State")
            .attribute("id", state.id())
            .attribute("phase", state.phase())
            .endStartTag();
    for (var booking : state.bookings()) {
      xml.startElement("h:Part")
          .attribute("ident", booking.bookingId())
          .attribute("state", booking.state());
      xml.attribute("reference", booking.reference()).attribute("problem", booking.problem());
      xml.attribute("released", booking.isReleased()).closeEmpty();
    }
    return xml.endElement("h:State").toString();
  }

  public static ResourceManagerStatus readState(String text) {
    return HarcXmlMapper.state(text);
  }

  public static String write(ResourceTimetable timetable) {
    var xml = XmlWriter.root("h:Timetable").attribute("resource", timetable.resource());
    xml.attribute("unit", timetable.unit()).endStartTag();
    for (var step : timetable.steps()) {
      xml.startElement("h:Step")
          .attribute("from", formatTime(step.from()))
          .attribute("to", formatTime(step.to()));
      xml.attribute("free", step.free()).closeEmpty();
    }
    for (var range : timetable.startRanges()) {
      xml.startElement("h:StartRange").attribute("first", formatTime(range.first()));
      xml.attribute("last", formatTime(range.last())).closeEmpty();
    }
    return xml.endElement("h:Timetable").toString();
  }

  public static ResourceTimetable readTimetable(String text) {
    return HarcXmlMapper.timetable(text);
  }

  /** The body of an error response. */
  public static String writeProblem(int status, String detail) {
    return XmlWriter.root("h:Problem")
        .attribute("status", status)
        .endStartTag()
        .text(detail)
        .endElement("h:Problem")
        .toString();
  }

  /** The detail of a problem document; any other text is returned unchanged. */
  public static String readProblem(String text) {
    return HarcXmlMapper.problem(text);
  }

  // Parts

  private static void writeRecord(XmlWriter xml, TransactionRecord record) {
    xml.startElement("h:Record").attribute("id", record.id()).attribute("digest", record.digest());
    xml.attribute("voteBy", formatTime(record.voteBy()))
        .attribute("epoch", record.epoch())
        .endStartTag();
    record.resourceManagers().forEach(name -> xml.element("h:ResourceManager", name));
    record.acceptors().forEach(name -> xml.element("h:Acceptor", name));
    xml.endElement("h:Record");
  }

  private static void writeUser(XmlWriter xml, RequestingUser user) {
    xml.startElement("h:Caller")
        .attribute("name", user.name())
        .attribute("homeSite", user.homeSite());
    xml.attribute("role", user.role())
        .attribute("correlationId", user.correlationId())
        .endStartTag();
    user.virtualOrganisations()
        .forEach(virtualOrganisation -> xml.element("h:VirtualOrganisation", virtualOrganisation));
    xml.endElement("h:Caller");
  }

  private static void writeActions(XmlWriter xml, String resourceManager, String text) {
    xml.startElement("h:Actions").attribute("resourceManager", resourceManager).endStartTag();
    xml.raw(text).endElement("h:Actions");
  }

  private static void writeVotes(XmlWriter xml, Map<String, Vote> votes) {
    new TreeMap<>(votes)
        .forEach((voter, vote) -> {
          xml.startElement("h:Vote").attribute("resourceManager", voter);
          xml.attribute("choice", vote.choice())
              .endStartTag()
              .text(vote.note())
              .endElement("h:Vote");
        });
  }

  private static void writeAcceptedVotes(XmlWriter xml, Map<String, AcceptedVote> acceptedVotes) {
    new TreeMap<>(acceptedVotes)
        .forEach((voter, acceptedVote) -> {
          xml.startElement("h:Vote").attribute("resourceManager", voter);
          xml.attribute("choice", acceptedVote.vote().choice())
              .attribute("ballot", acceptedVote.ballot());
          xml.endStartTag().text(acceptedVote.vote().note()).endElement("h:Vote");
        });
  }

  static String formatTime(Instant instant) {
    return DateTimeFormatter.ISO_INSTANT.format(instant);
  }
}

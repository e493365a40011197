package org.touchpaper.harc.client;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.touchpaper.harc.commit.Accepted;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Vote;

/**
 * HARC's messages as XML ({@code schema/harc/harc.xsd}). Reading is in {@link HarcXmlReader}, which
 * the {@code read} methods call; every {@code read} throws {@link MalformedMessage}.
 */
public final class HarcXml {
  public static final String NAMESPACE = "urn:touchpaper:harc:1";
  public static final String CONTENT_TYPE = "application/xml";

  /** No message is larger; the HTTP layers refuse more. */
  public static final int MAX_BYTES = 1 << 20;

  private HarcXml() {}

  /**
   * A message's bytes as text; all messages are in UTF-8.
   *
   * @throws MalformedMessage if they are not
   */
  public static String text(byte[] message) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(message)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedMessage("messages are written in UTF-8", e);
    }
  }

  // Client to acceptor

  public static String write(Request request) {
    var xml = XmlText.root("h:Begin").in();
    record(xml, request.record());
    caller(xml, request.caller());
    for (var actions : request.actions()) {
      actions(xml, actions.resourceManager(), actions.text());
    }
    return xml.end("h:Begin").toString();
  }

  public static Request readBegin(String text) {
    return HarcXmlReader.begin(text);
  }

  /** What became of this transaction, asked with its record. */
  public static String writeQuestion(TransactionRecord record) {
    var xml = XmlText.root("h:Question").in();
    record(xml, record);
    return xml.end("h:Question").toString();
  }

  public static TransactionRecord readQuestion(String text) {
    return HarcXmlReader.question(text);
  }

  public static String write(TransactionId id, Knowledge knowledge) {
    var xml =
        XmlText.root("h:Answer").attribute("id", id).attribute("outcome", knowledge.outcome()).in();
    votes(xml, knowledge.votes());
    return xml.end("h:Answer").toString();
  }

  public static Knowledge readAnswer(String text) {
    return HarcXmlReader.answer(text);
  }

  // Acceptor to resource manager

  public static String write(Message.Prepare prepare) {
    var xml = XmlText.root("h:Prepare").attribute("leader", prepare.leader()).in();
    record(xml, prepare.record());
    caller(xml, prepare.caller());
    actions(xml, prepare.actions().resourceManager(), prepare.actions().text());
    return xml.end("h:Prepare").toString();
  }

  public static Message.Prepare readPrepare(String text) {
    return HarcXmlReader.prepare(text);
  }

  public static String write(Message.Decide decide) {
    var xml = XmlText.root("h:Decide").attribute("decision", decide.decision()).in();
    record(xml, decide.record());
    return xml.end("h:Decide").toString();
  }

  public static Message.Decide readDecide(String text) {
    return HarcXmlReader.decide(text);
  }

  // To an acceptor

  /** A batch for one acceptor, in order. */
  public static String write(List<? extends Message.ForAcceptor> messages) {
    var xml = XmlText.root("h:Messages").in();
    messages.forEach(message -> message(xml, message));
    return xml.end("h:Messages").toString();
  }

  public static List<Message.ForAcceptor> readMessages(String text) {
    return HarcXmlReader.messages(text);
  }

  private static void message(XmlText xml, Message.ForAcceptor message) {
    switch (message) {
      case Message.Enlist(var record, var leader) -> {
        record(xml.tag("h:Enlist").attribute("leader", leader).in(), record);
        xml.end("h:Enlist");
      }
      case Message.Enlisted(var record, var acceptor, var leader, var same) -> {
        xml.tag("h:Enlisted").attribute("acceptor", acceptor).attribute("leader", leader);
        record(xml.attribute("sameRecord", same).in(), record);
        xml.end("h:Enlisted");
      }
      case Message.Learn(var record, var leader) -> {
        record(xml.tag("h:Learn").attribute("leader", leader).in(), record);
        xml.end("h:Learn");
      }
      case Message.Phase1a(var record, var ballot, var leader) -> {
        xml.tag("h:Phase1a").attribute("ballot", ballot).attribute("leader", leader).in();
        record(xml, record);
        xml.end("h:Phase1a");
      }
      case Message.Phase1b(var record, var ballot, var acceptor, var accepted) -> {
        xml.tag("h:Phase1b").attribute("ballot", ballot).attribute("acceptor", acceptor).in();
        record(xml, record);
        accepted(xml, accepted);
        xml.end("h:Phase1b");
      }
      case Message.Phase2a(var record, var ballot, var votes, var leader) -> {
        xml.tag("h:Phase2a").attribute("ballot", ballot).attribute("leader", leader).in();
        record(xml, record);
        votes(xml, votes);
        xml.end("h:Phase2a");
      }
      case Message.Phase2b(var record, var acceptor, var accepted) -> {
        record(xml.tag("h:Phase2b").attribute("acceptor", acceptor).in(), record);
        accepted(xml, accepted);
        xml.end("h:Phase2b");
      }
      case Message.Outbid(var record, var promised, var acceptor) -> {
        xml.tag("h:Outbid").attribute("promised", promised).attribute("acceptor", acceptor).in();
        record(xml, record);
        xml.end("h:Outbid");
      }
      case Message.Decided(var record, var decision, var votes) -> {
        record(xml.tag("h:Decided").attribute("decision", decision).in(), record);
        votes(xml, votes);
        xml.end("h:Decided");
      }
      case Message.Forced(var record, var decision, var votes, var force) -> {
        xml.tag("h:Forced").attribute("decision", decision).attribute("by", force.by());
        xml.attribute("reason", force.reason()).attribute("at", time(force.at())).in();
        record(xml, record);
        votes(xml, votes);
        xml.end("h:Forced");
      }
      case Message.Acknowledged(var record, var decision) -> {
        record(xml.tag("h:Acknowledged").attribute("decision", decision).in(), record);
        xml.end("h:Acknowledged");
      }
    }
  }

  // Resource manager to client

  public static String write(ResourceState state) {
    var xml =
        XmlText.root("h:State").attribute("id", state.id()).attribute("phase", state.phase()).in();
    for (var part : state.parts()) {
      xml.tag("h:Part").attribute("ident", part.ident()).attribute("state", part.state());
      xml.attribute("reference", part.reference()).attribute("problem", part.problem());
      xml.attribute("released", part.released()).empty();
    }
    return xml.end("h:State").toString();
  }

  public static ResourceState readState(String text) {
    return HarcXmlReader.state(text);
  }

  public static String write(ResourceTimetable timetable) {
    var xml = XmlText.root("h:Timetable").attribute("resource", timetable.resource());
    xml.attribute("unit", timetable.unit()).in();
    for (var step : timetable.steps()) {
      xml.tag("h:Step").attribute("from", time(step.from())).attribute("to", time(step.to()));
      xml.attribute("free", step.free()).empty();
    }
    for (var range : timetable.starts()) {
      xml.tag("h:StartRange").attribute("first", time(range.first()));
      xml.attribute("last", time(range.last())).empty();
    }
    return xml.end("h:Timetable").toString();
  }

  public static ResourceTimetable readTimetable(String text) {
    return HarcXmlReader.timetable(text);
  }

  /** Why something was refused by HTTP status. */
  public static String writeProblem(int status, String sentence) {
    return XmlText.root("h:Problem")
        .attribute("status", status)
        .in()
        .text(sentence)
        .end("h:Problem")
        .toString();
  }

  /** The sentence of a problem, or the text itself where it is none. */
  public static String readProblem(String text) {
    return HarcXmlReader.problem(text);
  }

  // Parts

  private static void record(XmlText xml, TransactionRecord record) {
    xml.tag("h:Record").attribute("id", record.id()).attribute("digest", record.digest());
    xml.attribute("voteBy", time(record.voteBy())).attribute("epoch", record.epoch()).in();
    record.resourceManagers().forEach(each -> xml.element("h:ResourceManager", each));
    record.acceptors().forEach(each -> xml.element("h:Acceptor", each));
    xml.end("h:Record");
  }

  private static void caller(XmlText xml, Caller caller) {
    xml.tag("h:Caller").attribute("name", caller.name()).attribute("homeSite", caller.homeSite());
    xml.attribute("role", caller.role()).attribute("correlationId", caller.correlationId()).in();
    caller.virtualOrganisations().forEach(each -> xml.element("h:VirtualOrganisation", each));
    xml.end("h:Caller");
  }

  private static void actions(XmlText xml, String resourceManager, String text) {
    xml.tag("h:Actions").attribute("resourceManager", resourceManager).in();
    xml.raw(text).end("h:Actions");
  }

  private static void votes(XmlText xml, Map<String, Vote> votes) {
    new TreeMap<>(votes)
        .forEach((voter, vote) -> {
          xml.tag("h:Vote").attribute("resourceManager", voter);
          xml.attribute("choice", vote.choice()).in().text(vote.note()).end("h:Vote");
        });
  }

  private static void accepted(XmlText xml, Map<String, Accepted> accepted) {
    new TreeMap<>(accepted)
        .forEach((voter, each) -> {
          xml.tag("h:Vote").attribute("resourceManager", voter);
          xml.attribute("choice", each.vote().choice()).attribute("ballot", each.ballot());
          xml.in().text(each.vote().note()).end("h:Vote");
        });
  }

  static String time(Instant at) {
    return DateTimeFormatter.ISO_INSTANT.format(at);
  }
}

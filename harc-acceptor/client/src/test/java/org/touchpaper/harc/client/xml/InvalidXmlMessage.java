package org.touchpaper.harc.client.xml;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A message that every endpoint must reject, derived from a valid one with a record, a caller and
 * actions.
 *
 * @param name what is wrong with it
 * @param type its content type
 * @param text its content
 * @param charset its encoding
 * @param status the expected HTTP status
 * @param reason a part of the expected reason
 */
public record InvalidXmlMessage(
    String name, String type, String text, Charset charset, int status, String reason) {
  private static final String TYPE = "application/xml";

  /** All invalid variants of a valid message. */
  public static List<InvalidXmlMessage> of(String validMessage) {
    var mutator = new Mutator(validMessage);
    return List.of(
        mutator.text("no XML at all", "hello", "not a HARC message"),
        mutator.text("an empty body", "", ""),
        mutator.text(
            "cut off in the middle", validMessage.substring(0, validMessage.length() / 2), ""),
        mutator.text("two documents", validMessage + validMessage, "not a HARC message"),
        mutator.text("a billion laughs", LAUGHS + validMessage, "document type"),
        mutator.text(
            "an external entity", PASSWD + mutator.replacing("c-1", "&e;"), "document type"),
        mutator.text(
            "an external DTD",
            "<!DOCTYPE x SYSTEM 'http://127.0.0.1:9/x'>" + validMessage,
            "document"),
        mutator.text("a parameter entity", PARAMETER + validMessage, "document type"),
        mutator.text("an undeclared entity", mutator.replacing("c-1", "&nothing;"), "nothing"),
        mutator.text(
            "nested too deep",
            mutator.replacing("</h:Ident>", DEEP + "</h:Ident>"),
            "deeper than 64"),
        mutator.text(
            "an unknown element", mutator.replacing("</h:Record>", "<h:More/></h:Record>"), "More"),
        mutator.text(
            "an unknown attribute", mutator.replacing(" epoch=", " more='1' epoch="), "more"),
        mutator.text(
            "another namespace",
            mutator.replacing("urn:touchpaper:harc:1", "urn:else"),
            "urn:else"),
        mutator.text(
            "no namespace", validMessage.replace(" xmlns:h", " xmlns:x").replace("h:", ""), ""),
        mutator.text("an element missing", mutator.removing("<h:Acceptor>"), "Acceptor"),
        mutator.text("an attribute missing", mutator.replacing(" voteBy=", " xml:id="), ""),
        mutator.text(
            "an element twice", mutator.duplicating("<h:Record ", "</h:Record>"), "Record"),
        mutator.text(
            "an attribute twice", mutator.replacing(" epoch=", " epoch='1' epoch="), "epoch"),
        mutator.text("one acceptor twice", mutator.sameAcceptorTwice(), "repeated"),
        mutator.text(
            "a number that is none", mutator.replacing("epoch=\"1\"", "epoch='one'"), "one"),
        mutator.text(
            "a number below its range", mutator.replacing("epoch=\"1\"", "epoch='0'"), "0"),
        mutator.text(
            "a number beyond all", mutator.replacing("epoch=\"1\"", "epoch='99999999999'"), "9999"),
        mutator.text("nodes below nothing", mutator.replacing("<Nodes>4<", "<Nodes>-4<"), "-4"),
        mutator.text(
            "a time that is none", mutator.replacing("<StartTime>2", "<StartTime>x2"), "x2026"),
        mutator.text(
            "a day that is none",
            mutator.replacing("<StartTime>2026-12-01", BAD_DAY),
            "2026-02-30"),
        mutator.text("a time without a zone", mutator.voteBy("2026-12-01T21:00:00"), "2026-12-01"),
        mutator.text("a time beyond all", mutator.voteBy("999999999-12-01T21:00:00Z"), "999999999"),
        mutator.text("an id that is a path", mutator.replacing(" id=\"", " id=\"../"), "../"),
        mutator.text(
            "a digest of something else", mutator.replacing("<Nodes>4<", "<Nodes>5<"), "digest"),
        mutator.bytes("another encoding", StandardCharsets.UTF_16, "UTF-8"),
        mutator.text("too large", validMessage + " ".repeat(HarcMessageXml.MAX_BYTES), 413, ""),
        mutator.type("JSON", "application/json"),
        mutator.type("a form", "application/x-www-form-urlencoded"),
        mutator.type("plain text", "text/plain"));
  }

  private static final String LAUGHS =
      """
      <!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>
      """;
  private static final String PASSWD = "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>";
  private static final String PARAMETER =
      "<!DOCTYPE x [<!ENTITY % p SYSTEM 'http://127.0.0.1:9/p'>%p;]>";
  private static final String DEEP = "<a>".repeat(80) + "</a>".repeat(80);
  private static final String BAD_DAY = "<StartTime>2026-02-30";

  public byte[] body() {
    return text.getBytes(charset);
  }

  @Override
  public String toString() {
    return name;
  }

  private record Mutator(String validMessage) {
    InvalidXmlMessage text(String name, String text, String reason) {
      return text(name, text, 400, reason);
    }

    InvalidXmlMessage text(String name, String text, int status, String reason) {
      return new InvalidXmlMessage(name, TYPE, text, StandardCharsets.UTF_8, status, reason);
    }

    InvalidXmlMessage bytes(String name, Charset charset, String reason) {
      return new InvalidXmlMessage(name, TYPE, validMessage, charset, 400, reason);
    }

    InvalidXmlMessage type(String name, String type) {
      return new InvalidXmlMessage(name, type, validMessage, StandardCharsets.UTF_8, 415, "");
    }

    String replacing(String target, String replacement) {
      return mutate(text -> {
        var index = text.indexOf(target);
        return index < 0
            ? text
            : text.substring(0, index) + replacement + text.substring(index + target.length());
      });
    }

    String removing(String begin) {
      var end = begin.replace("<", "</");
      return mutate(text -> text.replaceAll(begin + "[^<]*" + end, ""));
    }

    String duplicating(String begin, String end) {
      return mutate(text -> {
        var from = text.indexOf(begin);
        var to = text.indexOf(end) + end.length();
        return text.substring(0, to) + text.substring(from, to) + text.substring(to);
      });
    }

    String sameAcceptorTwice() {
      return mutate(text ->
          text.replaceFirst("(<h:Acceptor>[^<]*</h:Acceptor>)<h:Acceptor>[^<]*</[^>]*>", "$1$1"));
    }

    String voteBy(String time) {
      return mutate(text -> text.replaceFirst("voteBy=\"[^\"]*\"", "voteBy=\"" + time + "\""));
    }

    /** Fails if the change has no effect. */
    private String mutate(UnaryOperator<String> change) {
      var mutated = change.apply(validMessage);
      if (mutated.equals(validMessage)) {
        throw new IllegalArgumentException("the change has no effect on " + validMessage);
      }
      return mutated;
    }
  }
}

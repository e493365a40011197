package org.touchpaper.harc.client;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A message that no door may let in, made from a good one that carries a record, a caller and
 * actions.
 *
 * @param name what is wrong with it
 * @param type its content type
 * @param text what it says
 * @param charset how that is written
 * @param status what a door answers
 * @param reason what the answer says, at least
 */
public record XmlTrap(
    String name, String type, String text, Charset charset, int status, String reason) {
  private static final String TYPE = "application/xml";

  /** All traps of one good message. */
  public static List<XmlTrap> of(String good) {
    var in = new Traps(good);
    return List.of(
        in.text("no XML at all", "hello", "not a HARC message"),
        in.text("an empty body", "", ""),
        in.text("cut off in the middle", good.substring(0, good.length() / 2), ""),
        in.text("two documents", good + good, "not a HARC message"),
        in.text("a billion laughs", LAUGHS + good, "document type"),
        in.text("an external entity", PASSWD + in.instead("c-1", "&e;"), "document type"),
        in.text("an external DTD", "<!DOCTYPE x SYSTEM 'http://127.0.0.1:9/x'>" + good, "document"),
        in.text("a parameter entity", PARAMETER + good, "document type"),
        in.text("an undeclared entity", in.instead("c-1", "&nothing;"), "nothing"),
        in.text("nested too deep", in.instead("</h:Ident>", DEEP + "</h:Ident>"), "deeper than 64"),
        in.text("an unknown element", in.instead("</h:Record>", "<h:More/></h:Record>"), "More"),
        in.text("an unknown attribute", in.instead(" epoch=", " more='1' epoch="), "more"),
        in.text("another namespace", in.instead("urn:touchpaper:harc:1", "urn:else"), "urn:else"),
        in.text("no namespace", good.replace(" xmlns:h", " xmlns:x").replace("h:", ""), ""),
        in.text("an element missing", in.without("<h:Acceptor>"), "Acceptor"),
        in.text("an attribute missing", in.instead(" voteBy=", " xml:id="), ""),
        in.text("an element twice", in.twice("<h:Caller ", "</h:Caller>"), "Caller"),
        in.text("an attribute twice", in.instead(" epoch=", " epoch='1' epoch="), "epoch"),
        in.text("one acceptor twice", in.sameAcceptorTwice(), "once each"),
        in.text("a number that is none", in.instead("epoch=\"1\"", "epoch='one'"), "one"),
        in.text("a number below its range", in.instead("epoch=\"1\"", "epoch='0'"), "0"),
        in.text("a number beyond all", in.instead("epoch=\"1\"", "epoch='99999999999'"), "9999"),
        in.text("nodes below nothing", in.instead("<Nodes>4<", "<Nodes>-4<"), "-4"),
        in.text("a time that is none", in.instead("<StartTime>2", "<StartTime>x2"), "x2026"),
        in.text("a day that is none", in.instead("<StartTime>2026-12-01", BAD_DAY), "2026-02-30"),
        in.text("a time without a zone", in.voteBy("2026-12-01T21:00:00"), "2026-12-01"),
        in.text("a time beyond all", in.voteBy("999999999-12-01T21:00:00Z"), "999999999"),
        in.text("an id that is a path", in.instead(" id=\"", " id=\"../"), "../"),
        in.text("a digest of something else", in.instead("<Nodes>4<", "<Nodes>5<"), "digest"),
        in.bytes("another encoding", StandardCharsets.UTF_16, "UTF-8"),
        in.text("too large", good + " ".repeat(HarcXml.MAX_BYTES), 413, ""),
        in.type("JSON", "application/json"),
        in.type("a form", "application/x-www-form-urlencoded"),
        in.type("plain text", "text/plain"));
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

  private record Traps(String good) {
    XmlTrap text(String name, String text, String reason) {
      return text(name, text, 400, reason);
    }

    XmlTrap text(String name, String text, int status, String reason) {
      return new XmlTrap(name, TYPE, text, StandardCharsets.UTF_8, status, reason);
    }

    XmlTrap bytes(String name, Charset charset, String reason) {
      return new XmlTrap(name, TYPE, good, charset, 400, reason);
    }

    XmlTrap type(String name, String type) {
      return new XmlTrap(name, type, good, StandardCharsets.UTF_8, 415, "");
    }

    String instead(String what, String replacement) {
      return changed(text -> {
        var at = text.indexOf(what);
        return at < 0
            ? text
            : text.substring(0, at) + replacement + text.substring(at + what.length());
      });
    }

    String without(String begin) {
      var end = begin.replace("<", "</");
      return changed(text -> text.replaceAll(begin + "[^<]*" + end, ""));
    }

    String twice(String begin, String end) {
      return changed(text -> {
        var from = text.indexOf(begin);
        var to = text.indexOf(end) + end.length();
        return text.substring(0, to) + text.substring(from, to) + text.substring(to);
      });
    }

    String sameAcceptorTwice() {
      return changed(text ->
          text.replaceFirst("(<h:Acceptor>[^<]*</h:Acceptor>)<h:Acceptor>[^<]*</[^>]*>", "$1$1"));
    }

    String voteBy(String time) {
      return changed(text -> text.replaceFirst("voteBy=\"[^\"]*\"", "voteBy=\"" + time + "\""));
    }

    /** A trap that is not one would prove nothing. */
    private String changed(UnaryOperator<String> change) {
      var bad = change.apply(good);
      if (bad.equals(good)) {
        throw new IllegalArgumentException("nothing to spoil in " + good);
      }
      return bad;
    }
  }
}

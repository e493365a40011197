package org.touchpaper.tl1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.StrayLine;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.TextBlock;

/**
 * The messages of GR-831, simplest first, then every deviation seen on real elements: the received
 * text and the expected messages. Rows are in quotes, comments in braces, strays in brackets.
 */
class DeviationsTest {

  private static final String HEADER = "\r\n\n   LONDON 26-12-01 21:00:00\r\n";
  private static final String DONE = HEADER + "M  42 COMPLD\r\n";

  record Case(String name, String wire, String expected) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> messages() {
    return Stream.of(
        new Case("done", DONE + ";", "LONDON COMPLD 42 ;"),
        new Case("rows", DONE + "   \"a\"\r\n   \"b\"\r\n;", "LONDON COMPLD 42 'a' 'b' ;"),
        new Case("comment", DONE + "   /* none */\r\n;", "LONDON COMPLD 42 {none} ;"),
        new Case(
            "denied",
            HEADER + "M  42 DENY\r\n   IENE\r\n   /* No such entity */\r\n;",
            "LONDON DENY 42 IENE {No such entity} ;"),
        new Case("first segment", DONE + "   \"a\"\r\n>", "LONDON COMPLD 42 'a' >"),
        new Case(
            "empty segments", DONE + ">" + DONE + ";", "LONDON COMPLD 42 >|LONDON COMPLD 42 ;"),
        new Case(
            "partially completed",
            HEADER + "M  42 PRTL\r\n   \"STS-1-1:IS\"\r\n   IIAC\r\n   /* STS-1-2 */\r\n;",
            "LONDON PRTL 42 'STS-1-1:IS' 'IIAC' {STS-1-2} ;"),
        new Case("queued", HEADER + "M  42 DELAY\r\n;", "LONDON DELAY 42 ;"),
        new Case(
            "pages that end like answers",
            HEADER + "M  42 RTRV\r\n   \"a\"\r\n;\r\n\r\n>" + DONE + ";\r\n\r\n>",
            "LONDON RTRV 42 'a' ;|[>]|LONDON COMPLD 42 ;|[>]"),
        new Case("no CTAG given", HEADER + "M  0 DENY\r\n;", "LONDON DENY 0 ;"),
        new Case(
            "alarm",
            HEADER + "*C 7 REPT ALM OC192\r\n   \"1-A-1:CR,LOS,SA\"\r\n;",
            "LONDON *C 7 REPT ALM OC192 '1-A-1:CR,LOS,SA' ;"),
        new Case(
            "other reports",
            HEADER
                + "** 0009 REPT PM T1\r\n;"
                + HEADER
                + "*  100.100 REPT ALM EQPT\r\n;"
                + HEADER
                + "A  0000000052 REPT DBCHG\r\n;"
                + HEADER
                + "A  3 CANC\r\n;",
            "LONDON ** 0009 REPT PM T1 ;|LONDON * 100.100 REPT ALM EQPT ;"
                + "|LONDON A 0000000052 REPT DBCHG ;|LONDON A 3 CANC ;"));
  }

  static Stream<Case> acknowledgements() {
    return Stream.of(
        new Case("in progress", "IP 42\r\n<", "IP 42"),
        new Case(
            "all codes",
            "PF 1\r\n<OK 2\r\n<NA 3\r\n<NG 4\r\n<RL c5\r\n<",
            "PF 1|OK 2|NA 3|NG 4|RL c5"),
        new Case("prompt as two manuals print it", "IP 42\r\n>", "IP 42"),
        new Case("behind an echo on the same line", "RTRV-HDR:::42;IP 42\r\n<", "IP 42"),
        new Case(
            "no prompt, no acknowledgement",
            "IP 42\r\nOK" + DONE + ";",
            "[IP 42]|[OK]|LONDON COMPLD 42 ;"),
        new Case("no CTAG", "IP \r\n" + DONE + ";", "[IP]|LONDON COMPLD 42 ;"),
        new Case("a line with a similar ending", "SHIP 42\r\n<", "[SHIP 42]|[<]"),
        new Case(
            "between segments",
            DONE + ">IP 42\r\n<" + DONE + ";",
            "LONDON COMPLD 42 >|IP 42|LONDON COMPLD 42 ;"));
  }

  static Stream<Case> deviations() {
    return Stream.of(
        sid("\"PV0414A\"", "PV0414A"),
        sid("\"NE with blanks\"", "NE with blanks"),
        sid("Unit 1", "Unit 1"),
        sid("o01gva.datatag.org", "o01gva.datatag.org"),
        sid("206", "206"),
        sid("1-1-0-0-0-0-0-0", "1-1-0-0-0-0-0-0"),
        sid("( nil )", "( nil )"),
        sid("TL1>>LONDON", "LONDON"),
        new Case(
            "year of four digits",
            "\n LONDON 2026-12-01 21:00:00\nM 42 COMPLD\n;",
            "LONDON COMPLD 42 ;"),
        new Case(
            "nothing before the header, line feeds alone",
            "LONDON 26-12-01 21:00:00\nM 42 COMPLD\n\"a\"\n;",
            "LONDON COMPLD 42 'a' ;"),
        new Case(
            "header behind a prompt",
            "<\r\n<   LONDON 26-12-01 21:00:00\r\nM  42 COMPLD\r\n;",
            "[<]|LONDON COMPLD 42 ;"),
        new Case(
            "more carriage returns than needed",
            "\r\r\n\n   LONDON 26-12-01 21:00:00\r\r\n\r\nM  42 COMPLD\r\r\n   \"a\"\r\r\n;",
            "LONDON COMPLD 42 'a' ;"),
        new Case(
            "deep indentation",
            HEADER + "           M  42 COMPLD\r\n          \"a\"\r\n          ;",
            "LONDON COMPLD 42 'a' ;"),
        new Case("end on the completion line", HEADER + "M  42 COMPLD;\r\n", "LONDON COMPLD 42 ;"),
        new Case(
            "comment before the code",
            HEADER + "M c DENY\n/* RTRV-HDR:::c */\nIICM\n;",
            "LONDON DENY c IICM {RTRV-HDR:::c} ;"),
        new Case(
            "blanks around the code", HEADER + "M 42 DENY\r\n SRTO \n;", "LONDON DENY 42 SRTO ;"),
        new Case(
            "no code, but a comment of several lines",
            HEADER + "M  42 DENY\r\n   /*\r\n   SHELF-1: SRCI\r\n   SHELF-2: SRCI\r\n   */\r\n;",
            "LONDON DENY 42 {SHELF-1: SRCI\r\n   SHELF-2: SRCI} ;"),
        new Case(
            "code and comment on one line",
            HEADER + "M  42 DENY\r\n   SRCI /* RTRV-X::1; */\r\n   /* try > later */\r\n;",
            "LONDON DENY 42 SRCI {RTRV-X::1;} {try > later} ;"),
        new Case("bare denial", HEADER + "M  42 DENY\r\n;", "LONDON DENY 42 ;"),
        new Case(
            "semicolon in a comment",
            DONE + "/* ED-X:L:6:42:::ES-L=2; */\r\n;",
            "LONDON COMPLD 42 {ED-X:L:6:42:::ES-L=2;} ;"),
        new Case(
            "stars in a comment", DONE + "/** a * b **/\r\n;", "LONDON COMPLD 42 {* a * b *} ;"),
        new Case(
            "TL1 delimiters in a row",
            DONE + "   \"2.8.5>2.3.3:A -> B;\"\r\n;",
            "LONDON COMPLD 42 '2.8.5>2.3.3:A -> B;' ;"),
        new Case(
            "escaped quotes",
            DONE + "   \"X:CKTID=\\\"a;b\\\"\"\r\n;",
            "LONDON COMPLD 42 'X:CKTID=\\\"a;b\\\"' ;"),
        new Case(
            "inner quotes not escaped",
            DONE + "   \"X:CKTID=\"a\",Y=1\"\r\n;",
            "LONDON COMPLD 42 'X:CKTID=\"a\",Y=1' ;"),
        new Case(
            "blanks behind a row",
            DONE + "   \"a\"  \r\n   \"b\"\t\r\n;",
            "LONDON COMPLD 42 'a' 'b' ;"),
        new Case(
            "row on two lines",
            DONE + "\"SLOT-12:A=1,\r\nB=2:IS\"\r\n;",
            "LONDON COMPLD 42 'SLOT-12:A=1,B=2:IS' ;"),
        new Case(
            "row without a last quote",
            DONE + "   \"1-A-3-1,LOSD\r\n;\r\n" + DONE + ";",
            "LONDON COMPLD 42 '1-A-3-1,LOSD' ;|LONDON COMPLD 42 ;"),
        new Case(
            "row without a last quote before another",
            DONE + "   \"a\r\n   \"b\"\r\n;",
            "LONDON COMPLD 42 'a' 'b' ;"),
        new Case(
            "row cut at its last quote's escape",
            DONE + "   \"X TRUNCATED\\\"\r\n;",
            "LONDON COMPLD 42 'X TRUNCATED\\\"' ;"),
        new Case(
            "rows without quotes",
            HEADER + "*  26718 REPT ALM EQPT\n/*AID:SEV*/\n  FU6:MN,2012-12-28 10:58:22\n\n;",
            "LONDON * 26718 REPT ALM EQPT 'FU6:MN,2012-12-28 10:58:22' {AID:SEV} ;"),
        new Case(
            "rows with and without quotes keep their order",
            DONE + "   \"a\"\r\n   b\r\n   \"c\"\r\n;",
            "LONDON COMPLD 42 'a' 'b' 'c' ;"),
        new Case(
            "semicolon in quotes in a row without",
            DONE + "   1-1:LBL=\"a;b\",X=\\\"c;\\\":IS\r\n;",
            "LONDON COMPLD 42 '1-1:LBL=\"a;b\",X=\\\"c;\\\":IS' ;"),
        new Case(
            "a quote in a row without that opens nothing",
            DONE + "   a 5\" disk\r\n   b 3\";\r\n" + DONE + ";",
            "LONDON COMPLD 42 'a 5\" disk' 'b 3\"' ;|LONDON COMPLD 42 ;"),
        new Case(
            "slashes in a row without quotes",
            DONE + "   a / b/*c\r\n;",
            "LONDON COMPLD 42 'a / b/*c' ;"),
        new Case(
            "zero bytes that fill time",
            DONE + "\0\0   \"a\"\r\0\n\0 \"b\"\0\r\n   \"c\r\n\0\"d\"\r\n\0;",
            "LONDON COMPLD 42 'a' 'b' 'c' 'd' ;"),
        new Case(
            "a command in a report",
            HEADER + "A  3 REPT EVT LOG\r\n   \"STATUS=COMPLD:ACT-USER:T:1::::\"\r\n\r\n;",
            "LONDON A 3 REPT EVT LOG 'STATUS=COMPLD:ACT-USER:T:1::::' ;"));
  }

  static Stream<Case> surroundings() {
    return Stream.of(
        new Case(
            "prompts",
            DONE + ";\r\n<" + DONE + ";\r\nTL1>> " + DONE + ";",
            "LONDON COMPLD 42 ;|[<]|LONDON COMPLD 42 ;|[TL1>>]|LONDON COMPLD 42 ;"),
        new Case(
            "echo", ";rtrv-hdr:::42;\r\n" + DONE + ";", "[;rtrv-hdr:::42;]|LONDON COMPLD 42 ;"),
        new Case("banner", "WELCOME !;<\r\n" + DONE + ";", "[WELCOME !;<]|LONDON COMPLD 42 ;"),
        new Case(
            "login lost",
            "PRIVILEGE, LOGIN NOT ACTIVE\r\nTL1>>",
            "[PRIVILEGE, LOGIN NOT ACTIVE]|[TL1>>]"),
        new Case(
            "header that opens nothing",
            HEADER + "nothing\r\n" + DONE + ";",
            "[LONDON 26-12-01 21:00:00]|[nothing]|LONDON COMPLD 42 ;"),
        new Case(
            "two headers", HEADER + DONE + ";", "[LONDON 26-12-01 21:00:00]|LONDON COMPLD 42 ;"),
        new Case("header at the very end", HEADER, "[LONDON 26-12-01 21:00:00]"),
        new Case("acknowledgement at the very end", "IP 42\r\n", "[IP 42]"),
        new Case(
            "completion line at the very end", HEADER + "M  42 COMPLD", "LONDON COMPLD 42 ..."));
  }

  /** An open message ends where another begins; what was received of it is returned. */
  static Stream<Case> overtaken() {
    return Stream.of(
        overtaken("in a row", "   \"a\"\r\n   \"b", "'a' 'b'"),
        overtaken("in a row's second line", "   \"a\r\n   b", "'ab'"),
        overtaken("in a comment", "   /* a", "{a}"),
        overtaken("in a comment's second line", "   \"a\"\r\n   /* b\r\n c", "'a' {b\r\n c}"),
        overtaken("in a bare line", "   a", "'a'"),
        overtaken("behind a row", "   \"a\"\r\n", "'a'"),
        overtaken("behind a row that looks closed by an escape", "   \"a\\\"", "'a\\\"'"),
        overtaken("at once", "", ""),
        new Case(
            "by one that ends on its completion line",
            DONE + "   a\r\n" + HEADER + "M  43 COMPLD;",
            "LONDON COMPLD 42 'a' ...|LONDON COMPLD 43 ;"),
        new Case(
            "by one with its name in quotes",
            DONE + "   \"a\"\r\n\n   \"PV 1\" 26-12-01 21:00:00\r\nA  1 REPT EVT\r\n;",
            "LONDON COMPLD 42 'a' ...|PV 1 A 1 REPT EVT ;"),
        new Case(
            "by one with its name in quotes, in a row",
            DONE + "   \"a\r\n\n   \"PV 1\" 26-12-01 21:00:00\r\nA  1 REPT EVT\r\n;",
            "LONDON COMPLD 42 'a' ...|PV 1 A 1 REPT EVT ;"));
  }

  private static Case overtaken(String name, String start, String expected) {
    return new Case(
        name,
        DONE + start + HEADER + "M  43 COMPLD\r\n;",
        ("LONDON COMPLD 42 " + expected).strip() + " ...|LONDON COMPLD 43 ;");
  }

  private static Case sid(String written, String meant) {
    return new Case(
        "source " + written,
        "\r\n\n   " + written + " 26-12-01 21:00:00\r\nM  42 COMPLD\r\n;",
        meant + " COMPLD 42 ;");
  }

  /** The terminator is recognised without a following line end, which may never come. */
  @ParameterizedTest
  @ValueSource(strings = {"   b 3\";", "   a=\"x;y\";", "   \"a\"\r\n   5\" 3\";"})
  void endsAtTheTerminatorAfterAQuoteWithoutALineEnd(String text) {
    assertThat(new MessageDecoder().feed(MessageEncoder.toBytes(DONE + text))).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource({"messages", "acknowledgements", "deviations", "surroundings", "overtaken"})
  void decodesTheExpectedMessages(Case example) {
    assertThat(decode(example.wire(), example.wire().length())).isEqualTo(example.expected());
    assertThat(decode(example.wire(), 1)).as("byte by byte").isEqualTo(example.expected());
  }

  private static String decode(String wire, int piece) {
    var decoder = new MessageDecoder();
    var messages = new ArrayList<OutputMessage>();
    var bytes = MessageEncoder.toBytes(wire);
    for (var from = 0; from < bytes.length; from += piece) {
      messages.addAll(decoder.feed(bytes, from, piece));
    }
    decoder.finish().ifPresent(messages::add);
    return String.join("|", messages.stream().map(DeviationsTest::text).toList());
  }

  private static String text(OutputMessage message) {
    return switch (message) {
      case StrayLine(var line) -> "[" + line + "]";
      case Acknowledgement(var code, var ctag) -> code + " " + ctag;
      case AutonomousMessage report ->
          report.header().sid()
              + " "
              + report.alarmCode().symbol()
              + " "
              + report.atag()
              + " "
              + report.verb()
              + text(report.text(), report.terminator());
      case Response response ->
          response.header().sid()
              + " "
              + response.getClass().getSimpleName().toUpperCase(Locale.ROOT)
              + " "
              + response.ctag()
              + (response instanceof Deny deny && deny.errorCode() != null
                  ? " " + deny.errorCode()
                  : "")
              + text(response.text(), response.terminator());
    };
  }

  private static String text(TextBlock text, Terminator terminator) {
    var description = new StringBuilder();
    text.rows().forEach(row -> description.append(" '").append(row).append('\''));
    text.comments().forEach(comment -> description.append(" {").append(comment).append('}'));
    return description + " " + (terminator == Terminator.MISSING ? "..." : terminator.symbol());
  }
}

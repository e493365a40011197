package org.touchpaper.tl1.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.tl1.RecordedTranscripts;
import org.touchpaper.tl1.codec.MessageDecoder;
import org.touchpaper.tl1.codec.MessageEncoder;
import tools.jackson.databind.json.JsonMapper;

/** {@code touchpaper tl1 read}: a captured transcript for operators and for programs. */
class ReadTranscriptCommandTest {

  private static final String CAPTURED =
      """
      # from the log of 1 December
      rtrv-crs-sts3c:LONDON:STS-6-1:7;
      IP 7
      <

         LONDON 26-12-01 21:00:00
      M  7 COMPLD
         "STS-6-1,STS-12-4:2WAY,STS3C"
      >

         LONDON 26-12-01 21:00:00
      M  7 COMPLD
         /* first line
            second line */
      ;

         LONDON 26-12-01 21:00:01
      *C 12 REPT ALM OC192
         "1-A-1-1:CR,LOS,SA"
      ;

         LONDON 26-12-01 21:00:02
      M  8 DENY
         IENE
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private String input = "";

  @TempDir private Path directory = Path.of("");

  private int run(String... arguments) {
    return Tl1DecoderCommandLine.run(
        new ByteArrayInputStream(MessageEncoder.toBytes(input)),
        new PrintWriter(out, true),
        new PrintWriter(err, true),
        arguments);
  }

  @Test
  void printsTextForOperators() {
    input = CAPTURED;
    assertThat(run("read", "-")).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            stray       rtrv-crs-sts3c:LONDON:STS-6-1:7;
            ack         7        IP, in progress
            response    7        COMPLD                 LONDON  26-12-01 21:00:00  (more follows)
                "STS-6-1,STS-12-4:2WAY,STS3C"
            response    7        COMPLD                 LONDON  26-12-01 21:00:00
                /* first line
                   second line */
            autonomous  12       *C REPT ALM OC192      LONDON  26-12-01 21:00:01
                "1-A-1-1:CR,LOS,SA"
            response    8        DENY IENE              LONDON  26-12-01 21:00:02  (cut short)
            2 responses in 3 segments, 1 autonomous message, 1 acknowledgement, 1 stray line
            """);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void printsTheSameMessagesAsJson() throws IOException {
    var file = Files.writeString(directory.resolve("captured.txt"), CAPTURED);
    assertThat(run("read", "--json", file.toString())).isZero();
    var lines = out.toString().lines().toList();
    assertThat(lines).hasSize(6);
    assertThat(lines.get(1)).isEqualTo("{\"kind\":\"ack\",\"code\":\"IP\",\"ctag\":\"7\"}");
    assertThat(lines.get(2))
        .isEqualTo(
            "{\"kind\":\"response\",\"sid\":\"LONDON\",\"date\":\"26-12-01\",\"time\":\"21:00:00\","
                + "\"ctag\":\"7\",\"completion\":\"COMPLD\",\"errcode\":null,"
                + "\"rows\":[\"STS-6-1,STS-12-4:2WAY,STS3C\"],\"comments\":[],"
                + "\"terminator\":\">\"}");
    assertThat(lines.get(5)).contains("\"errcode\":\"IENE\"", "\"terminator\":null");
  }

  /** The format of {@code element transcript}: lines sent to the element are skipped. */
  @Test
  void readsTheTranscriptFormatOfAService() {
    input =
        """
        2026-12-01T20:59:59.5Z LONDON -- connected
        2026-12-01T21:00:00Z LONDON -> RTRV-CRS-CRX:LONDON:1.1.1:7;
        2026-12-01T21:00:00.1Z LONDON <- IP 7
        2026-12-01T21:00:00.1Z LONDON <- <
        2026-12-01T21:00:00.2Z LONDON <-    LONDON 26-12-01 21:00:00
        2026-12-01T21:00:00.2Z LONDON <- M  7 COMPLD
        2026-12-01T21:00:00.2Z LONDON -> RTRV-HDR:LONDON::8;
        2026-12-01T21:00:00.2Z LONDON <-    "1.1.1>1.1.2 <- x"
        2026-12-01T21:00:00.2Z LONDON <- ;
        """;
    assertThat(run("read", "-")).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            ack         7        IP, in progress
            response    7        COMPLD                 LONDON  26-12-01 21:00:00
                "1.1.1>1.1.2 <- x"
            1 response, 1 acknowledgement
            """);
    input = "2026-12-01T21:00:00Z EDGE <- EDGE#show vlan";
    assertThat(run("read", "-")).isOne();
    assertThat(err.toString()).contains("the only line is 'EDGE#show vlan'");
  }

  /** Expected messages are in EXPECTED.json beside the transcripts. */
  @Test
  void printsTheExpectedMessagesOfEveryRecordedTranscript() throws IOException {
    for (var file : RecordedTranscripts.requireFiles()) {
      out.getBuffer().setLength(0);
      var expected =
          JsonMapper.shared()
              .readTree(Files.readString(file.resolveSibling("EXPECTED.json")))
              .path(file.getFileName().toString());
      assertThat(run("read", "--json", file.toString())).isEqualTo(expected.isEmpty() ? 1 : 0);
      var printed =
          out.toString()
              .lines()
              .map(JsonMapper.shared()::readTree)
              .filter(object -> !object.path("kind").asString().equals("stray"))
              .toList();
      assertThat(printed).as(file.toString()).hasSize(expected.size());
      for (var i = 0; i < printed.size(); i++) {
        var object = printed.get(i);
        for (var name : expected.get(i).propertyNames()) {
          var value = expected.get(i).get(name);
          switch (name) {
            case "note" -> {}
            case "rows", "comments" -> assertThat(object.get(name)).hasSize(value.asInt());
            default -> assertThat(object.get(name)).as("%s of %s", name, file).isEqualTo(value);
          }
        }
      }
    }
  }

  @Test
  void escapesControlCharactersForTheTerminal() {
    input = "\u001b[2J\r\nIP 7\r\n<\u00ff\u00fb\u0001";
    assertThat(run("read", "-")).isZero();
    assertThat(out.toString()).startsWith("stray       \\x1b[2J\n").doesNotContain("\u00ff");
  }

  @Test
  void explainsWhyNothingCouldBeRead() throws IOException {
    assertThat(run("read", directory.resolve("missing").toString())).isOne();
    assertThat(run("read", directory.toString())).isOne();
    assertThat(run("read", "")).isOne();
    input = "PRIVILEGE, LOGIN NOT ACTIVE\r\n";
    assertThat(run("read", "-")).isOne();
    input = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    assertThat(run("read", "-", "--json")).isOne();
    var empty = Files.createFile(directory.resolve("empty"));
    assertThat(run("read", empty.toString())).isOne();
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines())
        .containsExactly(
            "touchpaper tl1 read: no such file: " + directory.resolve("missing"),
            "touchpaper tl1 read: cannot read " + directory + ": it is a directory; name a file",
            "touchpaper tl1 read: the file name is empty",
            "touchpaper tl1 read: no TL1 message in -: the only line is"
                + " 'PRIVILEGE, LOGIN NOT ACTIVE'",
            "touchpaper tl1 read: no TL1 message in -: none of the 2 lines belongs to a message;"
                + " the first is 'GET / HTTP/1.1'",
            "touchpaper tl1 read: no TL1 message in " + empty + ": the input is empty");
  }

  /** Unrecognised input is not printed. */
  @Test
  void printsNothingOfInputThatIsNotTl1() {
    input = "\u007fELF \u0000\u0001;\"/*\n>".repeat(20_000);
    assertThat(run("read", "-")).isOne();
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .hasLineCount(1)
        .contains("lines belongs to a message; the first is '\\x7fELF");
  }

  /** A session keeps at most 1 MB of a message, because the element decides what it sends. */
  @Test
  void printsEveryRowOfAnAnswerThatIsTooLongForASession() {
    var rows = 2 * MessageDecoder.DEFAULT_MAX_BYTES / 50;
    input =
        "\r\n   LONDON 26-12-01 21:00:00\r\nM  7 COMPLD\r\n"
            + "   \"1-A-1-1,1-A-2-1:2WAY,STS3C,NAME=circuit-of-a-full-switch\"\r\n".repeat(rows)
            + ";\r\n";
    assertThat(run("read", "-")).isZero();
    assertThat(out.toString().lines().filter(line -> line.contains("1-A-2-1"))).hasSize(rows);
    assertThat(out.toString()).endsWith("1 response\n").doesNotContain("stray");
  }

  @Test
  void printsItsUsage() {
    assertThat(run("--help")).isZero();
    assertThat(run("read", "--help")).isZero();
    assertThat(out.toString()).contains("touchpaper tl1 read", "One object per line");
    assertThat(run()).isEqualTo(2);
    assertThat(run("read")).isEqualTo(2);
  }
}

package org.touchpaper.tl1.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.tl1.Transcripts;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.Stray;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.Text;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What elements of many vendors were recorded to send, against what each message is. There is no
 * message on which this decoder and the expectations beside the transcripts differ.
 */
class TranscriptsTest {

  private static final int LONG = 3_000;

  /** Of the rows that were recorded; four hundred are. */
  private static final int MANY = 300;

  static Stream<Path> transcripts() throws IOException {
    var files = Transcripts.files();
    return files.isEmpty() ? Stream.of(Path.of("absent")) : files.stream();
  }

  @ParameterizedTest
  @MethodSource("transcripts")
  void hearsEveryMessageOfATranscriptInOnePiece(Path transcript) throws IOException {
    var heard = heard(Transcripts.recorded(transcript));
    assertThat(summaries(heard)).isEqualTo(expected(transcript));
  }

  /** The expectations tell how many rows there are; here is what they say. */
  @Test
  void hearsEveryRowOnALineOfItsOwnWordForWord() throws IOException {
    var compared = 0;
    for (var transcript : Transcripts.all()) {
      var recorded = Transcripts.recorded(transcript);
      var rows = rows(heard(recorded));
      var wanted = quotedLines(recorded);
      if (!wanted.isEmpty() && !expected(transcript).isEmpty()) { // rows alone are no message
        assertThat(rows).as(transcript.toString()).containsSubsequence(wanted);
        compared += wanted.size();
      }
    }
    assertThat(compared).isGreaterThan(MANY);
  }

  /** What stands in quotes that begin and end a line; a comment may hold such a line, too. */
  private static List<String> quotedLines(byte[] recorded) {
    var text = new String(recorded, StandardCharsets.ISO_8859_1).replaceAll("(?s)/\\*.*?\\*/", "");
    return text.lines()
        .map(String::strip)
        .filter(line -> line.length() > 1 && line.startsWith("\"") && line.endsWith("\""))
        .map(line -> line.substring(1, line.length() - 1))
        .toList();
  }

  private static List<String> rows(List<OutputMessage> messages) {
    return messages.stream()
        .flatMap(message ->
            switch (message) {
              case AutonomousMessage report -> report.text().rows().stream();
              case Response response -> response.text().rows().stream();
              case Acknowledgement _, Stray _ -> Stream.of();
            })
        .toList();
  }

  @ParameterizedTest
  @MethodSource("transcripts")
  void hearsTheSameByteByByte(Path transcript) throws IOException {
    var bytes = Transcripts.recorded(transcript);
    var pieces = new byte[bytes.length][];
    for (var i = 0; i < bytes.length; i++) {
      pieces[i] = new byte[] {bytes[i]};
    }
    assertThat(heard(pieces)).isEqualTo(heard(bytes));
  }

  /** In two pieces, cut before every byte; a long transcript two messages at a time. */
  @ParameterizedTest
  @MethodSource("transcripts")
  void hearsTheSameWhereverTheNetworkCutsIt(Path transcript) throws IOException {
    var bytes = Transcripts.recorded(transcript);
    if (bytes.length <= LONG) {
      hearsTheSameWhereverCut(bytes, 0, bytes.length, bytes.length);
      return;
    }
    var turns = turns(bytes);
    var from = 0;
    for (var i = 0; i < turns.size(); i++) {
      var next = from + turns.get(i).length;
      var end = i + 1 < turns.size() ? next + turns.get(i + 1).length : bytes.length;
      hearsTheSameWhereverCut(bytes, from, next, end);
      from = next;
    }
  }

  private static void hearsTheSameWhereverCut(byte[] bytes, int from, int lastCut, int end) {
    var whole = heard(Arrays.copyOfRange(bytes, from, end));
    for (var cut = from + 1; cut <= lastCut; cut++) {
      var decoder = new MessageDecoder();
      var messages = new ArrayList<OutputMessage>();
      messages.addAll(decoder.feed(bytes, from, cut - from));
      messages.addAll(decoder.feed(bytes, cut, end - cut));
      decoder.unfinished().ifPresent(messages::add);
      if (!messages.equals(whole)) {
        assertThat(messages).as("cut before byte %d", cut).isEqualTo(whole);
      }
    }
  }

  /** One message of this, one of that, as if on one line; messages cut short take no turn. */
  @Test
  void hearsTwoTranscriptsThatTakeTurns() throws IOException {
    var files = Transcripts.all();
    for (var i = 0; i < files.size(); i++) {
      var other = files.get((i + 1) % files.size());
      var turns = new ArrayList<byte[]>();
      var wanted = new ArrayList<Map<String, Object>>();
      var first = turns(Transcripts.recorded(files.get(i)));
      var second = turns(Transcripts.recorded(other));
      var firstExpected = expected(files.get(i));
      var secondExpected = expected(other);
      for (var turn = 0; turn < Math.max(first.size(), second.size()); turn++) {
        take(turn, first, firstExpected, turns, wanted);
        take(turn, second, secondExpected, turns, wanted);
      }
      assertThat(summaries(heard(turns.toArray(byte[][]::new))))
          .as("%s and %s", files.get(i), other)
          .isEqualTo(wanted);
    }
  }

  private static void take(
      int turn,
      List<byte[]> turns,
      List<Map<String, Object>> expected,
      List<byte[]> wire,
      List<Map<String, Object>> wanted) {
    if (turn < turns.size()) {
      wire.add(turns.get(turn));
      wire.add(Printer.bytes("\r\n"));
      wanted.add(expected.get(turn));
    }
  }

  /** The bytes of each message, with what stands before it. */
  private static List<byte[]> turns(byte[] bytes) {
    var turns = new ArrayList<byte[]>();
    var decoder = new MessageDecoder();
    var from = 0;
    for (var i = 0; i < bytes.length; i++) {
      var heard = decoder.feed(bytes, i, 1);
      if (heard.stream().anyMatch(message -> !(message instanceof Stray))) {
        turns.add(Arrays.copyOfRange(bytes, from, i + 1));
        from = i + 1;
      }
    }
    return turns;
  }

  private static List<OutputMessage> heard(byte[]... pieces) {
    var decoder = new MessageDecoder();
    var messages = new ArrayList<OutputMessage>();
    for (var piece : pieces) {
      messages.addAll(decoder.feed(piece));
    }
    decoder.unfinished().ifPresent(messages::add);
    return messages;
  }

  private static List<Map<String, Object>> summaries(List<OutputMessage> messages) {
    return messages.stream()
        .filter(message -> !(message instanceof Stray))
        .map(TranscriptsTest::summary)
        .toList();
  }

  private static Map<String, Object> summary(OutputMessage message) {
    var summary = new LinkedHashMap<String, Object>();
    switch (message) {
      case Acknowledgement(var code, var ctag) -> {
        summary.put("kind", "ack");
        summary.put("code", code.name());
        summary.put("ctag", ctag);
      }
      case AutonomousMessage report -> {
        summary.put("kind", "autonomous");
        summary.put("almcde", report.alarmCode().sign());
        summary.put("atag", report.atag());
        summary.put("verb", report.verb());
        text(summary, report.text(), report.terminator());
      }
      case Response response -> {
        summary.put("kind", "response");
        summary.put("ctag", response.ctag());
        summary.put("completion", response.getClass().getSimpleName().toUpperCase(Locale.ROOT));
        summary.put(
            "errcode",
            response instanceof Deny deny && deny.errorCode() != null ? deny.errorCode() : "");
        text(summary, response.text(), response.terminator());
      }
      case Stray stray -> throw new IllegalArgumentException("not a message: " + stray);
    }
    return summary;
  }

  private static void text(Map<String, Object> summary, Text text, Terminator terminator) {
    summary.put("rows", text.rows().size());
    summary.put("comments", text.comments().size());
    summary.put("terminator", terminator.sign());
  }

  private static List<Map<String, Object>> expected(Path transcript) throws IOException {
    var all =
        JsonMapper.shared().readTree(Files.readString(transcript.resolveSibling("EXPECTED.json")));
    var expected = new ArrayList<Map<String, Object>>();
    for (var message : all.path(transcript.getFileName().toString())) {
      var summary = new LinkedHashMap<String, Object>();
      message.propertyNames().stream()
          .filter(name -> !name.equals("note"))
          .forEach(name -> summary.put(name, value(message.get(name))));
      expected.add(summary);
    }
    return expected;
  }

  private static Object value(JsonNode node) {
    return node.isNull() ? "" : node.isInt() ? (Object) node.asInt() : node.asString();
  }
}

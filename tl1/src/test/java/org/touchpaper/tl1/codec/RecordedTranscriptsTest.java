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
import org.touchpaper.tl1.RecordedTranscripts;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.StrayLine;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.TextBlock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Decodes the transcripts recorded from real elements of many vendors and compares the messages
 * with the expectations beside the transcripts. No difference is permitted.
 */
class RecordedTranscriptsTest {

  private static final int LONG_TRANSCRIPT_BYTES = 3_000;

  /** Lower bound of the compared rows; the recordings have about four hundred. */
  private static final int MIN_COMPARED_ROWS = 300;

  static Stream<Path> transcripts() throws IOException {
    var files = RecordedTranscripts.files();
    return files.isEmpty() ? Stream.of(Path.of("absent")) : files.stream();
  }

  @ParameterizedTest
  @MethodSource("transcripts")
  void decodesEveryMessageOfATranscriptInOnePiece(Path transcript) throws IOException {
    var decoded = decode(RecordedTranscripts.readRecorded(transcript));
    assertThat(summaries(decoded)).isEqualTo(expected(transcript));
  }

  /** The expectations contain the number of rows; this test compares their text. */
  @Test
  void decodesTheExactTextOfEveryRow() throws IOException {
    var compared = 0;
    for (var transcript : RecordedTranscripts.requireFiles()) {
      var recorded = RecordedTranscripts.readRecorded(transcript);
      var rows = rows(decode(recorded));
      var expected = quotedLines(recorded);
      if (!expected.isEmpty() && !expected(transcript).isEmpty()) { // rows alone are no message
        assertThat(rows).as(transcript.toString()).containsSubsequence(expected);
        compared += expected.size();
      }
    }
    assertThat(compared).isGreaterThan(MIN_COMPARED_ROWS);
  }

  /** Text of lines that begin and end with a quote; a comment may contain such a line, too. */
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
              case Acknowledgement _, StrayLine _ -> Stream.of();
            })
        .toList();
  }

  @ParameterizedTest
  @MethodSource("transcripts")
  void decodesTheSameByteByByte(Path transcript) throws IOException {
    var bytes = RecordedTranscripts.readRecorded(transcript);
    var pieces = new byte[bytes.length][];
    for (var i = 0; i < bytes.length; i++) {
      pieces[i] = new byte[] {bytes[i]};
    }
    assertThat(decode(pieces)).isEqualTo(decode(bytes));
  }

  /** In two pieces, split before every byte; a long transcript two messages at a time. */
  @ParameterizedTest
  @MethodSource("transcripts")
  void decodesTheSameForEverySplit(Path transcript) throws IOException {
    var bytes = RecordedTranscripts.readRecorded(transcript);
    if (bytes.length <= LONG_TRANSCRIPT_BYTES) {
      assertSameForEverySplit(bytes, 0, bytes.length, bytes.length);
      return;
    }
    var messages = splitMessages(bytes);
    var from = 0;
    for (var i = 0; i < messages.size(); i++) {
      var next = from + messages.get(i).length;
      var end = i + 1 < messages.size() ? next + messages.get(i + 1).length : bytes.length;
      assertSameForEverySplit(bytes, from, next, end);
      from = next;
    }
  }

  private static void assertSameForEverySplit(byte[] bytes, int from, int lastCut, int end) {
    var uncut = decode(Arrays.copyOfRange(bytes, from, end));
    for (var cut = from + 1; cut <= lastCut; cut++) {
      var decoder = new MessageDecoder();
      var messages = new ArrayList<OutputMessage>();
      messages.addAll(decoder.feed(bytes, from, cut - from));
      messages.addAll(decoder.feed(bytes, cut, end - cut));
      decoder.finish().ifPresent(messages::add);
      if (!messages.equals(uncut)) {
        assertThat(messages).as("cut before byte %d", cut).isEqualTo(uncut);
      }
    }
  }

  /** One message of each transcript in turn on one connection; messages cut short are left out. */
  @Test
  void decodesTwoInterleavedTranscripts() throws IOException {
    var files = RecordedTranscripts.requireFiles();
    for (var i = 0; i < files.size(); i++) {
      var otherFile = files.get((i + 1) % files.size());
      var wire = new ArrayList<byte[]>();
      var expected = new ArrayList<Map<String, Object>>();
      var first = splitMessages(RecordedTranscripts.readRecorded(files.get(i)));
      var second = splitMessages(RecordedTranscripts.readRecorded(otherFile));
      var firstExpected = expected(files.get(i));
      var secondExpected = expected(otherFile);
      for (var index = 0; index < Math.max(first.size(), second.size()); index++) {
        appendMessage(index, first, firstExpected, wire, expected);
        appendMessage(index, second, secondExpected, wire, expected);
      }
      assertThat(summaries(decode(wire.toArray(byte[][]::new))))
          .as("%s and %s", files.get(i), otherFile)
          .isEqualTo(expected);
    }
  }

  private static void appendMessage(
      int index,
      List<byte[]> messages,
      List<Map<String, Object>> expected,
      List<byte[]> wire,
      List<Map<String, Object>> expectedSoFar) {
    if (index < messages.size()) {
      wire.add(messages.get(index));
      wire.add(MessageEncoder.toBytes("\r\n"));
      expectedSoFar.add(expected.get(index));
    }
  }

  /** The bytes of each message with the lines before it. */
  private static List<byte[]> splitMessages(byte[] bytes) {
    var messages = new ArrayList<byte[]>();
    var decoder = new MessageDecoder();
    var from = 0;
    for (var i = 0; i < bytes.length; i++) {
      var decoded = decoder.feed(bytes, i, 1);
      if (decoded.stream().anyMatch(message -> !(message instanceof StrayLine))) {
        messages.add(Arrays.copyOfRange(bytes, from, i + 1));
        from = i + 1;
      }
    }
    return messages;
  }

  private static List<OutputMessage> decode(byte[]... pieces) {
    var decoder = new MessageDecoder();
    var messages = new ArrayList<OutputMessage>();
    for (var piece : pieces) {
      messages.addAll(decoder.feed(piece));
    }
    decoder.finish().ifPresent(messages::add);
    return messages;
  }

  private static List<Map<String, Object>> summaries(List<OutputMessage> messages) {
    return messages.stream()
        .filter(message -> !(message instanceof StrayLine))
        .map(RecordedTranscriptsTest::summary)
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
        summary.put("almcde", report.alarmCode().symbol());
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
      case StrayLine stray -> throw new IllegalArgumentException("not a message: " + stray);
    }
    return summary;
  }

  private static void text(Map<String, Object> summary, TextBlock text, Terminator terminator) {
    summary.put("rows", text.rows().size());
    summary.put("comments", text.comments().size());
    summary.put("terminator", terminator.symbol());
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

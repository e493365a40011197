package org.touchpaper.tl1.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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

/** What elements of many vendors were recorded to send, against what each message is. */
class TranscriptsTest {

  private static final int PIECES_SEEDS = 20;

  static Stream<Path> transcripts() throws IOException {
    var folder = folder();
    if (folder == null) {
      return Stream.of(Path.of("absent"));
    }
    try (var files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".txt")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("transcripts")
  void hearsEveryMessageOfATranscriptInOnePiece(Path transcript) throws IOException {
    var bytes = recorded(transcript);
    assertThat(heard(List.of(bytes))).isEqualTo(expected(transcript));
  }

  @ParameterizedTest
  @MethodSource("transcripts")
  void hearsTheSameByteByByte(Path transcript) throws IOException {
    var bytes = recorded(transcript);
    var pieces = new ArrayList<byte[]>();
    for (var b : bytes) {
      pieces.add(new byte[] {b});
    }
    assertThat(heard(pieces)).isEqualTo(expected(transcript));
  }

  @ParameterizedTest
  @MethodSource("transcripts")
  void hearsTheSameHoweverTheNetworkCutsIt(Path transcript) throws IOException {
    var bytes = recorded(transcript);
    for (var seed = 0; seed < PIECES_SEEDS; seed++) {
      var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      var pieces = new ArrayList<byte[]>();
      for (var from = 0; from < bytes.length; ) {
        var to = Math.min(bytes.length, from + 1 + random.nextInt(40));
        pieces.add(Arrays.copyOfRange(bytes, from, to));
        from = to;
      }
      assertThat(heard(pieces)).as("seed %d", seed).isEqualTo(expected(transcript));
    }
  }

  @Test
  void keepsNoCompanyOfOneTranscriptInTheNext() throws IOException {
    var all = new ArrayList<byte[]>();
    var wanted = new ArrayList<Map<String, Object>>();
    for (var transcript : transcripts().toList()) {
      var bytes = recorded(transcript);
      var expected = expected(transcript);
      if (expected.stream().noneMatch(message -> "".equals(message.get("terminator")))) {
        all.add(bytes);
        all.add(Printer.bytes("\r\n"));
        wanted.addAll(expected);
      }
    }
    assertThat(heard(all)).isEqualTo(wanted);
  }

  private static List<Map<String, Object>> heard(List<byte[]> pieces) {
    var decoder = new MessageDecoder();
    var messages = new ArrayList<OutputMessage>();
    pieces.forEach(piece -> messages.addAll(decoder.feed(piece)));
    decoder.unfinished().ifPresent(messages::add);
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

  /** What follows the first line, which is the recorder's note. */
  private static byte[] recorded(Path transcript) throws IOException {
    assumeTrue(Files.exists(transcript), "no transcripts beside the repository");
    var bytes = Files.readAllBytes(transcript);
    var from = 0;
    while (bytes[from] != '\n') {
      from++;
    }
    return Arrays.copyOfRange(bytes, from + 1, bytes.length);
  }

  private static @Nullable Path folder() {
    for (var here = Path.of("").toAbsolutePath(); here != null; here = here.getParent()) {
      var folder = here.resolve("shared/tl1-transcripts");
      if (Files.isDirectory(folder)) {
        return folder;
      }
    }
    return null;
  }
}

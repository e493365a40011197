package org.touchpaper.elementsession.transcript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementsession.transcript.TranscriptLine.Direction;
import org.touchpaper.elementsession.transcript.TranscriptStore.FileRetention;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.Compld;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.StrayLine;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.TextBlock;

/** Transcripts in memory and on disk. */
@Timeout(300)
class TranscriptStoreTest {

  private static final Instant NOW = Instant.parse("2026-12-01T21:00:00Z");

  @TempDir Path folder;

  private static TranscriptLine line(String tid, String text) {
    return new TranscriptLine(NOW, tid, Direction.SENT, text);
  }

  private static SessionTranscriptRecorder transcript(TranscriptSink sink) {
    return new SessionTranscriptRecorder("LONDON", Clock.fixed(NOW, ZoneOffset.UTC), sink);
  }

  private static List<String> read(TranscriptStore transcripts) throws IOException {
    var lines = new ArrayList<String>();
    for (var file : transcripts.files("LONDON")) {
      lines.addAll(Files.readAllLines(file));
    }
    return lines;
  }

  @Test
  void keepsTheRecentLinesOfEachElement() {
    var transcripts = TranscriptStore.inMemory();
    IntStream.rangeClosed(1, TranscriptStore.MAX_RECENT_LINES + 1)
        .forEach(n -> transcripts.accept(line("LONDON", "RTRV-HDR " + n)));
    transcripts.accept(line("LEEDS", "RTRV-EQPT"));
    assertThat(transcripts.recent("LONDON"))
        .hasSize(TranscriptStore.MAX_RECENT_LINES)
        .first()
        .extracting(TranscriptLine::text)
        .isEqualTo("RTRV-HDR 2");
    assertThat(transcripts.recent("LEEDS")).containsExactly(line("LEEDS", "RTRV-EQPT"));
    assertThat(transcripts.recent("READING")).isEmpty();
    assertThat(transcripts.files("LONDON")).isEmpty();
  }

  @Test
  void deliversRecentAndFurtherLinesUntilTheFollowerUnsubscribes() {
    var transcripts = TranscriptStore.inMemory();
    var followed = new ArrayList<String>();
    transcripts.accept(line("LONDON", "one"));
    try (var _ =
        transcripts.follow("LONDON", transcriptLine -> followed.add(transcriptLine.text()))) {
      transcripts.accept(line("LONDON", "two"));
      transcripts.accept(line("LEEDS", "elsewhere"));
    }
    transcripts.accept(line("LONDON", "three"));
    assertThat(followed).containsExactly("one", "two");
  }

  @Test
  void continuesAfterAFailureOfAFollower() {
    var transcripts = TranscriptStore.inMemory();
    try (var _ =
        transcripts.follow(
            "LONDON",
            transcriptLine -> {
              throw new IllegalStateException("failure of a follower at " + transcriptLine);
            })) {
      transcripts.accept(line("LONDON", "one"));
    }
    assertThat(transcripts.recent("LONDON")).hasSize(1);
  }

  @Test
  void writesLinesInOrderAndContinuesAfterARestart() throws IOException {
    var expected = new ArrayList<String>();
    for (var start = 0; start < 2; start++) {
      try (var transcripts =
          TranscriptStore.onDisk(new FileRetention(folder.resolve("log"), 1_000_000, 3))) {
        for (var i = 0; i < 1000; i++) {
          var line = line("LONDON", "RTRV-HDR:LONDON::" + start * 1000 + i + ";");
          transcripts.accept(line);
          expected.add(line.toString());
        }
        transcripts.flush();
        assertThat(read(transcripts)).isEqualTo(expected);
        assertThat(transcripts.recent("LONDON")).hasSize(TranscriptStore.MAX_RECENT_LINES);
      }
    }
  }

  @Test
  void rotatesItsFilesAndKeepsTheNewestLines() throws IOException {
    try (var transcripts = TranscriptStore.onDisk(new FileRetention(folder, 1_000, 3))) {
      for (var i = 0; i < 1000; i++) {
        transcripts.accept(line("LONDON", "line " + i));
      }
      transcripts.flush();
      assertThat(transcripts.files("LONDON"))
          .extracting(file -> file.getFileName().toString())
          .containsExactly("LONDON.2.log", "LONDON.1.log", "LONDON.log")
          .allSatisfy(file -> assertThat(Files.size(folder.resolve(file))).isLessThan(1_100));
      var lines = read(transcripts);
      assertThat(lines).last().asString().endsWith("line 999");
      for (var i = 0; i < lines.size(); i++) {
        assertThat(lines.get(i)).endsWith("line " + (1000 - lines.size() + i));
      }
    }
  }

  @Test
  void usesOneFileIfOnlyOneIsPermitted() throws IOException {
    try (var transcripts = TranscriptStore.onDisk(new FileRetention(folder, 500, 1))) {
      for (var i = 0; i < 100; i++) {
        transcripts.accept(line("LONDON", "line " + i));
      }
      transcripts.flush();
      assertThat(transcripts.files("LONDON")).containsExactly(folder.resolve("LONDON.log"));
    }
  }

  @Test
  void recordsTheNumberOfLinesLostDuringADiskFailure() throws IOException {
    var blocked = folder.resolve("LONDON.log");
    Files.createDirectory(blocked);
    try (var transcripts = TranscriptStore.onDisk(new FileRetention(folder, 1_000, 2))) {
      transcripts.accept(line("LONDON", "one"));
      transcripts.flush();
      Files.delete(blocked);
      transcripts.accept(line("LONDON", "two"));
      transcripts.flush();
      assertThat(read(transcripts))
          .satisfiesExactly(
              lost -> assertThat(lost).contains("up to 1 lines were lost"),
              two -> assertThat(two).endsWith("two"));
    }
  }

  @Test
  void masksPasswordsInEveryFormOfEcho() {
    var transcripts = TranscriptStore.inMemory();
    var transcript = transcript(transcripts).withPasswordMasker(new KnownPasswordMasker("s3cret;"));
    transcript.recordSent("ACT-USER:LONDON:touchpaper:1::\"s3cret;\";");
    transcript.recordReceived(new StrayLine("ED-PID:LONDON:touchpaper:2::old,new;"));
    transcript.recordReceived(new StrayLine("uchpaper:1::s3cret;"));
    transcript.recordReceived(
        new Compld(
            new Header("LONDON", "26-12-01", "21:00:00"),
            "3",
            TextBlock.comment("S3CRET; is weak"),
            Terminator.END));
    transcript.recordReceived(
        new AutonomousMessage(
            new Header("LONDON", "26-12-01", "21:00:00"),
            AutonomousMessage.AlarmCode.NONE,
            "4",
            "REPT EVT SECU",
            new TextBlock(
                List.of("a"), List.of("bob:\r\n   ED-USER-SECU:LONDON:bob:5::old,\r\n   new;")),
            Terminator.END));
    assertThat(transcripts.recent("LONDON"))
        .extracting(TranscriptLine::text)
        .containsExactly(
            "ACT-USER:LONDON:touchpaper:1::****;",
            "ED-PID:LONDON:touchpaper:2::****;",
            "uchpaper:1::****",
            "   LONDON 26-12-01 21:00:00",
            "M  3 COMPLD",
            "   /* **** is weak */",
            ";",
            "   LONDON 26-12-01 21:00:00",
            "A  4 REPT EVT SECU",
            "   \"a\"",
            "   /* bob:",
            "   ED-USER-SECU:LONDON:bob:5::****; */",
            ";");
  }

  /** An element may send them within one message, which delays other answers. */
  @Test
  void masksManyCommentsQuickly() {
    var count = 100_000;
    var masked = new AtomicInteger();
    var message =
        new Deny(
            new Header("LONDON", "26-12-01", "21:00:00"),
            "3",
            "IENE",
            new TextBlock(List.of(), Collections.nCopies(count, "ED-PID::b:5::old,\nhush;")),
            Terminator.END);
    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () ->
            transcript(
                    line -> {
                      assertThat(line.text()).doesNotContain("hush");
                      masked.addAndGet(line.text().contains("ED-PID::b:5::****;") ? 1 : 0);
                    })
                .recordReceived(message));
    assertThat(masked).hasValue(count);
  }

  @Test
  void escapesControlCharacters() {
    var transcripts = TranscriptStore.inMemory();
    transcript(transcripts).recordReceived("\u001b[2Jhello\u0007" + "x".repeat(20_000));
    var text = transcripts.recent("LONDON").getFirst().text();
    assertThat(text).startsWith("\\x1b[2Jhello\\x07xxx").endsWith("x … 3626 more characters");
  }
}

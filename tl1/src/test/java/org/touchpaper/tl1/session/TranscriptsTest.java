package org.touchpaper.tl1.session;

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
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.Compld;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.Stray;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.Text;
import org.touchpaper.tl1.session.TranscriptLine.Direction;
import org.touchpaper.tl1.session.Transcripts.Keeping;

/** What operators can read of what was said to and by an element. */
@Timeout(300)
class TranscriptsTest {

  private static final Instant NOW = Instant.parse("2026-12-01T21:00:00Z");

  @TempDir Path folder;

  private static TranscriptLine line(String tid, String text) {
    return new TranscriptLine(NOW, tid, Direction.SENT, text);
  }

  private static Transcript transcript(TranscriptSink sink) {
    return new Transcript("LONDON", Clock.fixed(NOW, ZoneOffset.UTC), sink);
  }

  private static List<String> read(Transcripts transcripts) throws IOException {
    var lines = new ArrayList<String>();
    for (var file : transcripts.files("LONDON")) {
      lines.addAll(Files.readAllLines(file));
    }
    return lines;
  }

  @Test
  void holdsTheLastLinesOfEachElement() {
    var transcripts = Transcripts.inMemory();
    IntStream.rangeClosed(1, Transcripts.RECENT + 1)
        .forEach(n -> transcripts.accept(line("LONDON", "RTRV-HDR " + n)));
    transcripts.accept(line("LEEDS", "RTRV-EQPT"));
    assertThat(transcripts.recent("LONDON"))
        .hasSize(Transcripts.RECENT)
        .first()
        .extracting(TranscriptLine::text)
        .isEqualTo("RTRV-HDR 2");
    assertThat(transcripts.recent("LEEDS")).containsExactly(line("LEEDS", "RTRV-EQPT"));
    assertThat(transcripts.recent("READING")).isEmpty();
    assertThat(transcripts.files("LONDON")).isEmpty();
  }

  @Test
  void isFollowedFromTheRecentLinesOnUntilTheFollowerLeaves() {
    var transcripts = Transcripts.inMemory();
    var followed = new ArrayList<String>();
    transcripts.accept(line("LONDON", "one"));
    try (var _ = transcripts.follow("LONDON", each -> followed.add(each.text()))) {
      transcripts.accept(line("LONDON", "two"));
      transcripts.accept(line("LEEDS", "elsewhere"));
    }
    transcripts.accept(line("LONDON", "three"));
    assertThat(followed).containsExactly("one", "two");
  }

  @Test
  void outlivesAFollowerThatFails() {
    var transcripts = Transcripts.inMemory();
    try (var _ =
        transcripts.follow(
            "LONDON",
            each -> {
              throw new IllegalStateException("a follower's own trouble with " + each);
            })) {
      transcripts.accept(line("LONDON", "one"));
    }
    assertThat(transcripts.recent("LONDON")).hasSize(1);
  }

  @Test
  void isOnDiskInOrderAndGoesOnAfterARestart() throws IOException {
    var expected = new ArrayList<String>();
    for (var start = 0; start < 2; start++) {
      try (var transcripts = Transcripts.keptIn(new Keeping(folder.resolve("log"), 1_000_000, 3))) {
        for (var i = 0; i < 1000; i++) {
          var line = line("LONDON", "RTRV-HDR:LONDON::" + start * 1000 + i + ";");
          transcripts.accept(line);
          expected.add(line.toString());
        }
        transcripts.flush();
        assertThat(read(transcripts)).isEqualTo(expected);
        assertThat(transcripts.recent("LONDON")).hasSize(Transcripts.RECENT);
      }
    }
  }

  @Test
  void isBoundedByItsFilesAndKeepsTheNewest() throws IOException {
    try (var transcripts = Transcripts.keptIn(new Keeping(folder, 1_000, 3))) {
      for (var i = 0; i < 1000; i++) {
        transcripts.accept(line("LONDON", "line " + i));
      }
      transcripts.flush();
      assertThat(transcripts.files("LONDON"))
          .extracting(each -> each.getFileName().toString())
          .containsExactly("LONDON.2.log", "LONDON.1.log", "LONDON.log")
          .allSatisfy(each -> assertThat(Files.size(folder.resolve(each))).isLessThan(1_100));
      var lines = read(transcripts);
      assertThat(lines).last().asString().endsWith("line 999");
      for (var i = 0; i < lines.size(); i++) {
        assertThat(lines.get(i)).endsWith("line " + (1000 - lines.size() + i));
      }
    }
  }

  @Test
  void isKeptInOneFileWhereOneIsAllowed() throws IOException {
    try (var transcripts = Transcripts.keptIn(new Keeping(folder, 500, 1))) {
      for (var i = 0; i < 100; i++) {
        transcripts.accept(line("LONDON", "line " + i));
      }
      transcripts.flush();
      assertThat(transcripts.files("LONDON")).containsExactly(folder.resolve("LONDON.log"));
    }
  }

  @Test
  void tellsHowMuchWasLostWhileTheDiskCouldNotBeWritten() throws IOException {
    var blocked = folder.resolve("LONDON.log");
    Files.createDirectory(blocked);
    try (var transcripts = Transcripts.keptIn(new Keeping(folder, 1_000, 2))) {
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
  void masksPasswordsHoweverTheyAreEchoed() {
    var transcripts = Transcripts.inMemory();
    var transcript = transcript(transcripts).hiding(new Secrets("s3cret;"));
    transcript.sent("ACT-USER:LONDON:touchpaper:1::\"s3cret;\";");
    transcript.received(new Stray("ED-PID:LONDON:touchpaper:2::old,new;"));
    transcript.received(new Stray("uchpaper:1::s3cret;"));
    transcript.received(
        new Compld(
            new Header("LONDON", "26-12-01", "21:00:00"),
            "3",
            Text.comment("S3CRET; is weak"),
            Terminator.END));
    transcript.received(
        new AutonomousMessage(
            new Header("LONDON", "26-12-01", "21:00:00"),
            AutonomousMessage.AlarmCode.NONE,
            "4",
            "REPT EVT SECU",
            new Text(
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

  /** As an element may send them within one message, while others' answers wait behind it. */
  @Test
  void masksAnyNumberOfCommentsAtOnce() {
    var count = 100_000;
    var masked = new AtomicInteger();
    var message =
        new Deny(
            new Header("LONDON", "26-12-01", "21:00:00"),
            "3",
            "IENE",
            new Text(List.of(), Collections.nCopies(count, "ED-PID::b:5::old,\nhush;")),
            Terminator.END);
    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () ->
            transcript(
                    line -> {
                      assertThat(line.text()).doesNotContain("hush");
                      masked.addAndGet(line.text().contains("ED-PID::b:5::****;") ? 1 : 0);
                    })
                .received(message));
    assertThat(masked).hasValue(count);
  }

  @Test
  void doesNothingToTheTerminalItIsReadOn() {
    var transcripts = Transcripts.inMemory();
    transcript(transcripts).received("\u001b[2Jhello\u0007" + "x".repeat(20_000));
    var text = transcripts.recent("LONDON").getFirst().text();
    assertThat(text).startsWith("\\x1b[2Jhello\\x07xxx").endsWith("x … 3626 more characters");
  }
}

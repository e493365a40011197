package org.touchpaper.elementsession;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.elementsession.ScriptedElement.ctag;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.NotSent;
import org.touchpaper.elementsession.Tl1Outcome.Unknown;

/** Outstanding commands: waiting, timeouts and their maximum number. */
class OutstandingCommandsTest extends Tl1SessionFixture {

  @ParameterizedTest
  @CsvSource({
    "NA, Unknown, uncertain",
    "NG, Denied, conflicts",
  })
  void mapsAnAcknowledgementToAnOutcome(String code, String outcome, String expectedText)
      throws Exception {
    var sent = sendAsync(WRITE);
    element.send(code + " " + ctag(element.nextCommand()) + "\n<");
    assertThat(sent.get().getClass().getSimpleName()).isEqualTo(outcome);
    assertThat(sent.get().toString()).contains(expectedText);
  }

  /** A caller that stops waiting can rely on the command not being sent later. */
  @Test
  void neverSendsACommandAfterItsQueueTimeout() throws Exception {
    var first = sendAsync(WRITE);
    var ctag = ctag(element.nextCommand());
    assertThat(session.send(WRITE, Duration.ZERO))
        .isEqualTo(new NotSent("other requests occupied the element for 0 s; nothing was sent"));
    element.answer(ctag, "COMPLD", ";");
    assertThat(first.get()).isInstanceOf(Completed.class);
    awaitProcessed("the only write"); // the next command
    var reads = new ArrayList<CompletableFuture<Tl1Outcome>>();
    var ctags = new ArrayList<String>();
    for (var i = 0; i < 7; i++) {
      reads.add(sendAsync(READ));
      ctags.add(ctag(element.nextCommand()));
    }
    assertThat(session.send(READ, Duration.ZERO)).isInstanceOf(NotSent.class);
    assertThat(session.send(WRITE, Duration.ZERO)).isInstanceOf(NotSent.class);
    for (var each : ctags) {
      element.answer(each, "COMPLD", ";");
    }
    for (var each : reads) {
      assertThat(each.get()).isInstanceOf(Completed.class);
    }
    awaitProcessed("the reads");
  }

  /** Simultaneous writes have undefined results, so an abandoned write still blocks the next. */
  @Test
  void blocksFurtherWritesUntilAnInterruptedWriteIsAnswered() throws Exception {
    var first = new CompletableFuture<Tl1Outcome>();
    var sender = Thread.startVirtualThread(() -> first.complete(session.send(WRITE)));
    var ctag = ctag(element.nextCommand());
    sender.interrupt();
    assertThat(first.get()).isInstanceOf(Unknown.class);
    assertThat(session.send(WRITE, Duration.ZERO))
        .isEqualTo(new NotSent("other requests occupied the element for 0 s; nothing was sent"));
    awaitProcessed("a read, which waits for no write");
    var second = sendAsync(WRITE);
    element.answer(ctag, "COMPLD", ";");
    element.answer(ctag(element.nextCommand()), "COMPLD", ";");
    assertThat(second.get()).isInstanceOf(Completed.class);
  }

  /** Commands whose sender was interrupted still count towards the limit of seven. */
  @Test
  void countsInterruptedCommandsAsOutstanding() throws Exception {
    var ctags = new ArrayList<String>();
    for (var i = 0; i < 7; i++) {
      var read = new CompletableFuture<Tl1Outcome>();
      var reader = Thread.startVirtualThread(() -> read.complete(session.send(READ)));
      ctags.add(ctag(element.nextCommand()));
      reader.interrupt();
      assertThat(read.get()).isInstanceOf(Unknown.class);
    }
    assertThat(session.send(READ, Duration.ZERO)).isInstanceOf(NotSent.class);
    element.answer(ctags.getFirst(), "COMPLD", ";");
    awaitProcessed("one of them");
    for (var remainingCtag : ctags.subList(1, 7)) {
      element.answer(remainingCtag, "COMPLD", ";");
    }
    awaitProcessed("all");
  }

  @Test
  void repeatsACommandThatABusyElementReturned() throws Exception {
    var sent = sendAsync(WRITE);
    var first = element.nextCommand();
    element.send("RL " + ctag(first) + "\n<");
    time.awaitScheduled(Duration.ofSeconds(5));
    assertThat(element.hasNoMoreCommands()).isTrue();
    time.advance(Duration.ofSeconds(5));
    var second = element.nextCommand();
    assertThat(ctag(second)).isNotEqualTo(ctag(first));
    element.answer(ctag(second), "COMPLD", ";");
    assertThat(sent.get()).isInstanceOf(Completed.class);
  }

  @Test
  void stopsRepeatingIfTheElementStaysBusy() throws Exception {
    var sent = sendAsync(READ);
    for (var i = 0; i < 11; i++) {
      element.send("RL " + ctag(element.nextCommand()) + "\n<");
      time.awaitScheduled(Duration.ofSeconds(5));
      time.advance(Duration.ofSeconds(5));
    }
    element.send("RL " + ctag(element.nextCommand()) + "\n<");
    assertThat(sent.get()).isEqualTo(new NotSent("the element is busy (RL)"));
  }

  @Test
  void hasAnUnknownOutcomeAfterATimeout() throws Exception {
    var outcome = sendAsync(WRITE);
    element.nextCommand();
    time.advance(Duration.ofSeconds(10));
    assertThat(outcome.get()).isEqualTo(new Unknown("no answer within PT10S to ENT-GTP"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "IP %s\n<",
        "PF %s\n<",
        "OK %s\n<",
        "\n\n   LONDON 26-12-01 21:00:00\nM  %s COMPLD\n   \"a\"\n>",
        "\n\n   LONDON 26-12-01 21:00:00\nM  %s RTRV\n;\n>"
      })
  void acknowledgementsAndSegmentsExtendTheTimeoutUpToALimit(String sign) throws Exception {
    var outcome = sendAsync(WRITE);
    var ctag = ctag(element.nextCommand());
    for (var i = 0; i < 6; i++) {
      element.send(sign.formatted(ctag));
      awaitProcessed(ctag);
      assertThat(outcome).isNotDone();
      time.advance(Duration.ofSeconds(9));
    }
    time.advance(Duration.ofSeconds(6));
    assertThat(outcome.get()).isEqualTo(new Unknown("no complete answer within PT1M to ENT-GTP"));
  }

  @Test
  void hasAnUnknownOutcomeIfTheElementClosesTheConnection() throws Exception {
    var outcome = sendAsync(WRITE);
    element.nextCommand();
    element.hangUp();
    assertThat(outcome.get()).isInstanceOf(Unknown.class);
    assertThat(element.hasNoMoreCommands()).as("nothing is sent again").isTrue();
  }

  @Test
  void writesOneAtATime() throws Exception {
    var first = sendAsync(WRITE);
    var firstTag = ctag(element.nextCommand());
    var second = sendAsync(WRITE);
    awaitProcessed(firstTag);
    assertThat(element.hasNoMoreCommands()).isTrue();
    element.answer(firstTag, "COMPLD", ";");
    assertThat(first.get()).isInstanceOf(Completed.class);
    element.answer(ctag(element.nextCommand()), "COMPLD", ";");
    assertThat(second.get()).isInstanceOf(Completed.class);
  }

  @Test
  void readsDoNotWaitForQueuedWrites() throws Exception {
    var writes = new ArrayList<CompletableFuture<Tl1Outcome>>();
    for (var i = 0; i < 10; i++) {
      writes.add(sendAsync(WRITE));
    }
    var ctag = ctag(element.nextCommand());
    awaitProcessed(ctag);
    for (var i = 0; i < 9; i++) {
      element.answer(ctag, "COMPLD", ";");
      ctag = ctag(element.nextCommand());
    }
    element.answer(ctag, "COMPLD", ";");
    for (var write : writes) {
      assertThat(write.get()).isInstanceOf(Completed.class);
    }
  }

  @Test
  void keepsAtMostSevenCommandsOutstanding() throws Exception {
    var outcomes = new ArrayList<CompletableFuture<Tl1Outcome>>();
    for (var i = 0; i < 12; i++) {
      outcomes.add(sendAsync(READ));
    }
    var tags = new HashSet<String>();
    for (var i = 0; i < 7; i++) {
      tags.add(ctag(element.nextCommand()));
    }
    assertThat(tags).hasSize(7);
    assertThat(element.hasNoMoreCommands()).isTrue();
    for (var tag : tags) {
      element.answer(tag, "COMPLD", ";");
    }
    for (var i = 0; i < 5; i++) {
      element.answer(ctag(element.nextCommand()), "COMPLD", ";");
    }
    for (var outcome : outcomes) {
      assertThat(outcome.get()).isInstanceOf(Completed.class);
    }
  }

  /** The element counts a keep-alive like any other command. */
  @Test
  void countsTheKeepAliveAmongTheSeven() throws Exception {
    awaitProcessed("the login");
    time.advance(Duration.ofSeconds(1_000));
    var keepAlive = element.nextCommand();
    assertThat(keepAlive).startsWith("RTRV-HDR");
    var outcomes = new ArrayList<CompletableFuture<Tl1Outcome>>();
    for (var i = 0; i < 14; i++) {
      outcomes.add(sendAsync(READ));
    }
    for (var i = 0; i < 6; i++) {
      element.answer(
          ctag(element.nextCommand()), "COMPLD", ";"); // each answer permits one more command
    }
    var tags = new HashSet<String>();
    for (var i = 0; i < 6; i++) {
      tags.add(ctag(element.nextCommand()));
    }
    assertThat(element.hasNoMoreCommands()).isTrue();
    element.answer(ctag(keepAlive), "COMPLD", ";");
    for (var tag : tags) {
      element.answer(tag, "COMPLD", ";");
    }
    for (var i = 0; i < 2; i++) {
      element.answer(ctag(element.nextCommand()), "COMPLD", ";");
    }
    for (var outcome : outcomes) {
      assertThat(outcome.get()).isInstanceOf(Completed.class);
    }
  }

  /** A late answer must not be assigned to another command. */
  @Test
  void ignoresALateAnswer() throws Exception {
    var late = sendAsync(WRITE);
    var ctag = ctag(element.nextCommand());
    element.send("\n<");
    awaitProcessed("the prompt");
    time.advance(Duration.ofSeconds(10));
    assertThat(late.get()).isInstanceOf(Unknown.class);
    var next = sendAsync(WRITE);
    var nextTag = ctag(element.nextCommand());
    element.send("IP " + ctag + "\n<");
    element.answer(ctag, "COMPLD", "   \"late\"\n>");
    element.answer(ctag, "DENY", "   SROF\n;");
    awaitProcessed("the late answer");
    assertThat(next).isNotDone();
    element.answer(nextTag, "COMPLD", "   \"its own\"\n;");
    assertThat(next.get()).isEqualTo(new Completed(List.of("its own"), List.of()));
  }

  @Test
  void limitsTheSizeOfAnAnswer() throws Exception {
    var outcome = sendAsync(READ);
    var ctag = ctag(element.nextCommand());
    var segment = ("   \"" + "x".repeat(90) + "\"\n").repeat(9_000) + ">";
    for (var i = 0; i < 40 && !outcome.isDone(); i++) {
      element.answer(ctag, "COMPLD", segment);
    }
    assertThat(outcome.get()).isEqualTo(new Unknown("the answer exceeds 20000000 characters"));
    awaitProcessed("all that");
  }

  /** Ends at the limit, because the end may never arrive. */
  @Test
  void limitsTheSizeOfASegment() throws Exception {
    var outcome = sendAsync(READ);
    var ctag = ctag(element.nextCommand());
    element.answer(ctag, "COMPLD", ("   \"" + "x".repeat(90) + "\"\n").repeat(11_000));
    assertThat(outcome.get()).isInstanceOf(Unknown.class);
    assertThat(outcome.get().toString()).contains("too long");
    awaitProcessed("all that");
  }

  /** Reports, banners and prompts do not extend the answer timeout. */
  @Test
  void otherOutputDoesNotExtendTheTimeout() throws Exception {
    var outcome = sendAsync(WRITE);
    element.nextCommand();
    for (var i = 0; i < 2_000; i++) {
      element.send("\n\n   LONDON 26-12-01 21:00:00\nA  12 REPT EVT LOG\n   \"a\"\n;");
      element.send("banner ".repeat(10) + "\n<");
    }
    awaitProcessed("the noise");
    assertThat(outcome).isNotDone();
    time.advance(Duration.ofSeconds(10));
    assertThat(outcome.get()).isEqualTo(new Unknown("no answer within PT10S to ENT-GTP"));
    assertThat(element.logins()).isEqualTo(1);
  }

  @Test
  void sendsNoKeepAliveWhileACommandIsOutstanding() throws Exception {
    var outcome = sendAsync(READ);
    var ctag = ctag(element.nextCommand());
    for (var passed = 0; passed < 50; passed += 5) {
      element.send("IP " + ctag + "\n<");
      awaitProcessed(ctag);
      time.advance(Duration.ofSeconds(5));
    }
    element.answer(ctag, "COMPLD", ";");
    assertThat(outcome.get()).isInstanceOf(Completed.class);
    assertThat(element.hasNoMoreCommands()).isTrue();
  }
}

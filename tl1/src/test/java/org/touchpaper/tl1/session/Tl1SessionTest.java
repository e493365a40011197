package org.touchpaper.tl1.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.tl1.session.ScriptedElement.ctag;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.Denied;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.session.Tl1Outcome.Partial;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;

/** What a session makes of what an element says, or does not say. */
@Timeout(60)
class Tl1SessionTest {

  private static final InputCommand READ = InputCommand.of("RTRV-GTP").at("ALL");
  private static final InputCommand WRITE =
      InputCommand.of("ENT-GTP").at("g-1").block("CTP=a-CTP-1");

  private final ManualWaker time = new ManualWaker();
  private final BlockingQueue<TranscriptLine> transcript = new LinkedBlockingQueue<>();
  private ScriptedElement element;
  private Tl1Session session;

  @BeforeEach
  void start() throws IOException {
    element = new ScriptedElement();
    session =
        Tl1Session.open(
            element.endpoint(),
            Credentials.tl1("touchpaper", "lightpath"),
            time.timing(),
            transcript::add);
  }

  @AfterEach
  void stop() throws IOException {
    element.close();
    session.close();
  }

  private CompletableFuture<Tl1Outcome> sending(InputCommand command) {
    var outcome = new CompletableFuture<Tl1Outcome>();
    Thread.startVirtualThread(() -> outcome.complete(session.send(command)));
    return outcome;
  }

  /** Waits until the session has heard a line with one of these texts. */
  private void awaitHeard(String... texts) throws InterruptedException {
    for (var line = transcript.poll(20, TimeUnit.SECONDS);
        line != null;
        line = transcript.poll(20, TimeUnit.SECONDS)) {
      if (Arrays.stream(texts).anyMatch(line.text()::contains)) {
        return;
      }
    }
    throw new AssertionError("never heard: " + String.join(" or ", texts));
  }

  @Test
  void collectsTheSegmentsOfAnAnswer() throws Exception {
    var outcome = sending(READ);
    var ctag = ctag(element.next());
    element.answer(ctag, "COMPLD", "   \"a\"\n>");
    element.answer(ctag, "COMPLD", ">");
    element.answer(ctag, "COMPLD", "   \"b\"\n   /* done */\n;");
    assertThat(outcome.get()).isEqualTo(new Completed(List.of("a", "b"), List.of("done")));
  }

  @Test
  void doesNotTakeARetrievedPieceForTheEnd() throws Exception {
    var outcome = sending(READ);
    var ctag = ctag(element.next());
    element.answer(ctag, "RTRV", "   \"a\"\n;\n>");
    element.answer(ctag, "COMPLD", "   \"b\"\n;");
    assertThat(outcome.get()).isEqualTo(new Completed(List.of("a", "b"), List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "NA, Unknown, uncertain",
    "NG, Denied, conflicts",
  })
  void knowsWhatAnAcknowledgementMeans(String code, String outcome, String word) throws Exception {
    var sent = sending(WRITE);
    element.say(code + " " + ctag(element.next()) + "\n<");
    assertThat(sent.get().getClass().getSimpleName()).isEqualTo(outcome);
    assertThat(sent.get().toString()).contains(word);
  }

  @Test
  void sendsAgainWhatABusyElementGaveBack() throws Exception {
    var sent = sending(WRITE);
    var first = element.next();
    element.say("RL " + ctag(first) + "\n<");
    time.awaitCallIn(Duration.ofSeconds(5));
    assertThat(element.heardNothingMore()).isTrue();
    time.advance(Duration.ofSeconds(5));
    var second = element.next();
    assertThat(ctag(second)).isNotEqualTo(ctag(first));
    element.answer(ctag(second), "COMPLD", ";");
    assertThat(sent.get()).isInstanceOf(Completed.class);
  }

  @Test
  void givesUpOnAnElementThatStaysBusy() throws Exception {
    var sent = sending(READ);
    for (var i = 0; i < 11; i++) {
      element.say("RL " + ctag(element.next()) + "\n<");
      time.awaitCallIn(Duration.ofSeconds(5));
      time.advance(Duration.ofSeconds(5));
    }
    element.say("RL " + ctag(element.next()) + "\n<");
    assertThat(sent.get()).isEqualTo(new NotSent("the element is busy (RL)"));
  }

  @Test
  void takesADenialWithoutATagForTheOnlyCommandsOutstanding() throws Exception {
    var outcome = sending(WRITE);
    element.next();
    element.answer("0", "DENY", "   IICT\n   /* Input, Invalid Correlation Tag */\n;");
    assertThat(outcome.get()).isEqualTo(new Denied("IICT", "Input, Invalid Correlation Tag"));
  }

  @Test
  void doesNotGuessWhoseADenialWithoutATagIs() throws Exception {
    var late = sending(WRITE);
    element.next();
    element.say("\n<"); // a prompt is no answer
    settle("the prompt");
    time.advance(Duration.ofSeconds(10));
    assertThat(late.get()).isInstanceOf(Unknown.class);
    var outcome = sending(WRITE);
    var ctag = ctag(element.next());
    element.answer("0", "DENY", "   IICT\n;");
    settle(ctag);
    assertThat(outcome).isNotDone();
    element.answer(ctag, "COMPLD", ";");
    assertThat(outcome.get()).isInstanceOf(Completed.class);
  }

  @Test
  void hearsAnAnswerAmidGarbage() throws Exception {
    var outcome = sending(READ);
    var ctag = ctag(element.next());
    element.say("\u0000\u0007M  " + ctag + " COMPL\n;;>>\n\"\n   LONDON 26-12-01\n");
    settle(ctag);
    assertThat(outcome).isNotDone();
    element.answer(ctag, "COMPLD", "   \"a\"\n;");
    assertThat(outcome.get()).isEqualTo(new Completed(List.of("a"), List.of()));
  }

  @ParameterizedTest
  @CsvSource({"DELAY, Unknown", "PRTL, Partial", "COMPLD, Completed", "DENY, Denied"})
  void knowsWhatACompletionCodeMeans(String code, String outcome) throws Exception {
    var sent = sending(WRITE);
    element.answer(ctag(element.next()), code, ";");
    assertThat(sent.get().getClass().getSimpleName()).isEqualTo(outcome);
  }

  @Test
  void callsTheOutcomeOfAnAnswerThatBreaksOffUnknown() throws Exception {
    var first = sending(READ);
    var firstTag = ctag(element.next());
    var second = sending(READ);
    var secondTag = ctag(element.next());
    element.answer(firstTag, "COMPLD", "   \"a row that is never clo");
    element.answer(secondTag, "COMPLD", ";");
    assertThat(first.get()).isInstanceOf(Unknown.class);
    assertThat(second.get()).isInstanceOf(Completed.class);
  }

  @Test
  void callsAnAnswerPartialWhenOneOfItsSegmentsWasDenied() throws Exception {
    var outcome = sending(READ);
    var ctag = ctag(element.next());
    element.answer(ctag, "DENY", "   /* SHELF-11: SRCI */\n>");
    element.answer(ctag, "COMPLD", "   \"b\"\n;");
    assertThat(outcome.get()).isEqualTo(new Partial(List.of("b"), List.of("SHELF-11: SRCI")));
  }

  @Test
  void handsADenialOnInTheElementsOwnWords() throws Exception {
    var outcome = sending(WRITE);
    element.answer(
        ctag(element.next()), "DENY", "   IEAE\n   /* Input, Entity Already Exists */\n;");
    assertThat(outcome.get()).isEqualTo(new Denied("IEAE", "Input, Entity Already Exists"));
  }

  @Test
  void matchesAnswersThatComeOutOfOrder() throws Exception {
    var first = sending(READ);
    var firstTag = ctag(element.next());
    var second = sending(InputCommand.of("RTRV-HDR"));
    var secondTag = ctag(element.next());
    element.answer(secondTag, "COMPLD", "   \"second\"\n;");
    element.answer("77777", "COMPLD", "   \"nobody's\"\n;");
    element.answer(firstTag, "COMPLD", "   \"first\"\n;");
    assertThat(first.get()).isEqualTo(new Completed(List.of("first"), List.of()));
    assertThat(second.get()).isEqualTo(new Completed(List.of("second"), List.of()));
  }

  @Test
  void doesNotKnowAfterSilence() throws Exception {
    var outcome = sending(WRITE);
    element.next();
    time.advance(Duration.ofSeconds(10));
    assertThat(outcome.get()).isEqualTo(new Unknown("no answer within PT10S to ENT-GTP"));
  }

  @Test
  void waitsOnAfterEachAcknowledgementButNotForEver() throws Exception {
    var outcome = sending(WRITE);
    var ctag = ctag(element.next());
    for (var i = 0; i < 6; i++) {
      element.say("IP " + ctag + "\n<");
      awaitHeard("IP " + ctag);
      settle(ctag);
      assertThat(outcome).isNotDone();
      time.advance(Duration.ofSeconds(9));
    }
    time.advance(Duration.ofSeconds(6));
    assertThat(outcome.get()).isEqualTo(new Unknown("no end within PT1M to ENT-GTP"));
  }

  /** A read that is answered proves that everything said before it has been dealt with. */
  private void settle(String after) throws Exception {
    var read = sending(READ);
    element.answer(ctag(element.next()), "COMPLD", "   \"after " + after + "\"\n;");
    read.get();
  }

  @Test
  void doesNotKnowWhatBecameOfACommandWhenTheElementHangsUp() throws Exception {
    var outcome = sending(WRITE);
    element.next();
    element.hangUp();
    assertThat(outcome.get()).isInstanceOf(Unknown.class);
    assertThat(element.heardNothingMore()).as("nothing is sent again").isTrue();
  }

  @Test
  void logsInAgainWhenTheLoginIsLost() throws Exception {
    for (var words : List.of("   PLNA\n;", ";")) {
      var outcome = sending(WRITE);
      element.answer(ctag(element.next()), "DENY", words);
      assertThat(outcome.get()).isInstanceOf(Denied.class);
    }
    var outcome = sending(WRITE);
    element.next();
    assertThat(element.logins()).isEqualTo(3);
    element.say("PRIVILEGE, LOGIN NOT ACTIVE\nTL1>>");
    assertThat(outcome.get()).isInstanceOf(Unknown.class);
    var last = sending(READ);
    element.answer(ctag(element.next()), "COMPLD", ";");
    assertThat(last.get()).isInstanceOf(Completed.class);
    assertThat(element.logins()).isEqualTo(4);
  }

  @Test
  void writesOneAtATime() throws Exception {
    var first = sending(WRITE);
    var firstTag = ctag(element.next());
    var second = sending(WRITE);
    settle(firstTag);
    assertThat(element.heardNothingMore()).isTrue();
    element.answer(firstTag, "COMPLD", ";");
    assertThat(first.get()).isInstanceOf(Completed.class);
    element.answer(ctag(element.next()), "COMPLD", ";");
    assertThat(second.get()).isInstanceOf(Completed.class);
  }

  @Test
  void letsReadsPassWritesThatWait() throws Exception {
    var writes = new ArrayList<CompletableFuture<Tl1Outcome>>();
    for (var i = 0; i < 10; i++) {
      writes.add(sending(WRITE));
    }
    var ctag = ctag(element.next());
    settle(ctag);
    for (var i = 0; i < 9; i++) {
      element.answer(ctag, "COMPLD", ";");
      ctag = ctag(element.next());
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
      outcomes.add(sending(READ));
    }
    var tags = new HashSet<String>();
    for (var i = 0; i < 7; i++) {
      tags.add(ctag(element.next()));
    }
    assertThat(tags).hasSize(7);
    assertThat(element.heardNothingMore()).isTrue();
    for (var tag : tags) {
      element.answer(tag, "COMPLD", ";");
    }
    for (var i = 0; i < 5; i++) {
      element.answer(ctag(element.next()), "COMPLD", ";");
    }
    for (var outcome : outcomes) {
      assertThat(outcome.get()).isInstanceOf(Completed.class);
    }
  }

  @Test
  void handsOnWhatTheElementSaysUnasked() throws Exception {
    var reports = Collections.synchronizedList(new ArrayList<AutonomousMessage>());
    session.listen(reports::add);
    session.listen(_ -> {
      throw new IllegalStateException("a listener's own trouble");
    });
    var outcome = sending(READ);
    var ctag = ctag(element.next());
    var report =
        "\n\n   LONDON 26-12-01 21:00:00\nA  12 REPT DBCHG\n   \"ENT-GTP:g-2:M  "
            + ctag
            + " COMPLD\"\n;";
    element.say(report);
    element.answer(ctag, "COMPLD", "   \"a\"\n>");
    element.say(report);
    element.answer(ctag, "COMPLD", "   \"b\"\n;");
    assertThat(outcome.get()).isEqualTo(new Completed(List.of("a", "b"), List.of()));
    assertThat(reports)
        .extracting(AutonomousMessage::verb)
        .containsExactly("REPT DBCHG", "REPT DBCHG");
  }

  @Test
  void findsADeadConnectionWhileIdle() throws Exception {
    var outcome = sending(READ);
    element.answer(ctag(element.next()), "COMPLD", ";");
    outcome.get();
    time.advance(Duration.ofSeconds(1000));
    assertThat(element.next()).startsWith("RTRV-HDR:LONDON::");
    time.advance(Duration.ofSeconds(10));
    awaitHeard("silence");
    var next = sending(READ);
    element.answer(ctag(element.next()), "COMPLD", ";");
    assertThat(next.get()).isInstanceOf(Completed.class);
    assertThat(element.logins()).isEqualTo(2);
  }

  @Test
  void takesNoConnectionForDeadOnWhichSomethingElseIsSaid() throws Exception {
    var outcome = sending(READ);
    element.answer(ctag(element.next()), "COMPLD", ";");
    outcome.get();
    time.advance(Duration.ofSeconds(1000));
    assertThat(element.next()).startsWith("RTRV-HDR:LONDON::");
    element.say("\n\n   LONDON 26-12-01 21:00:00\nA  12 REPT EVT LOG\n   \"a\"\n;");
    awaitHeard("REPT EVT LOG");
    settle("a report");
    time.advance(Duration.ofSeconds(10));
    settle("the keepalive timed out");
    assertThat(element.logins()).isEqualTo(1);
  }

  @Test
  void asksForNoSignOfLifeWhileAnAnswerIsAwaited() throws Exception {
    var outcome = sending(READ);
    var ctag = ctag(element.next());
    for (var passed = 0; passed < 50; passed += 5) {
      element.say("IP " + ctag + "\n<");
      settle(ctag);
      time.advance(Duration.ofSeconds(5));
    }
    element.answer(ctag, "COMPLD", ";");
    assertThat(outcome.get()).isInstanceOf(Completed.class);
    assertThat(element.heardNothingMore()).isTrue();
  }

  @Test
  void sendsNothingOnceClosed() throws Exception {
    session.close();
    session.close();
    assertThat(session.send(WRITE)).isEqualTo(new NotSent("the session is closed"));
    assertThat(element.heardNothingMore()).isTrue();
  }

  @Test
  void saysThatNothingWasSentWhenNobodyListens() throws Exception {
    element.close();
    assertThat(session.send(WRITE)).isInstanceOf(NotSent.class);
  }
}

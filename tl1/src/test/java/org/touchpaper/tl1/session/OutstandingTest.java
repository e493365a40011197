package org.touchpaper.tl1.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.tl1.session.ScriptedElement.ctag;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;

/** What a session does while an answer is outstanding, and how many it lets be. */
class OutstandingTest extends SessionWithElement {

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

  /**
   * Who gives up waiting, as a person may, must know that it will not be sent behind their back.
   */
  @Test
  void neverSendsWhatDidNotGetItsTurnInTime() throws Exception {
    var first = sending(WRITE);
    var ctag = ctag(element.next());
    assertThat(session.send(WRITE, Duration.ZERO))
        .isEqualTo(new NotSent("others had the element for 0 s: nothing was sent"));
    element.answer(ctag, "COMPLD", ";");
    assertThat(first.get()).isInstanceOf(Completed.class);
    settle("the only write"); // which is the next that it hears
    var reads = new ArrayList<CompletableFuture<Tl1Outcome>>();
    var ctags = new ArrayList<String>();
    for (var i = 0; i < 7; i++) {
      reads.add(sending(READ));
      ctags.add(ctag(element.next()));
    }
    assertThat(session.send(READ, Duration.ZERO)).isInstanceOf(NotSent.class);
    assertThat(session.send(WRITE, Duration.ZERO)).isInstanceOf(NotSent.class);
    for (var each : ctags) {
      element.answer(each, "COMPLD", ";");
    }
    for (var each : reads) {
      assertThat(each.get()).isInstanceOf(Completed.class);
    }
    settle("the reads");
  }

  /** Two writes at once end as nobody can say; who no longer waits has not undone the first. */
  @Test
  void keepsTheTurnOfAWriteWhoseSenderWasInterruptedUntilItIsAnswered() throws Exception {
    var first = new CompletableFuture<Tl1Outcome>();
    var sender = Thread.startVirtualThread(() -> first.complete(session.send(WRITE)));
    var ctag = ctag(element.next());
    sender.interrupt();
    assertThat(first.get()).isInstanceOf(Unknown.class);
    assertThat(session.send(WRITE, Duration.ZERO))
        .isEqualTo(new NotSent("others had the element for 0 s: nothing was sent"));
    settle("a read, which waits for no write");
    var second = sending(WRITE);
    element.answer(ctag, "COMPLD", ";");
    element.answer(ctag(element.next()), "COMPLD", ";");
    assertThat(second.get()).isInstanceOf(Completed.class);
  }

  /** Nor are more than seven commands outstanding because nobody waits for them. */
  @Test
  void countsWhatNobodyWaitsForAsOutstanding() throws Exception {
    var ctags = new ArrayList<String>();
    for (var i = 0; i < 7; i++) {
      var read = new CompletableFuture<Tl1Outcome>();
      var reader = Thread.startVirtualThread(() -> read.complete(session.send(READ)));
      ctags.add(ctag(element.next()));
      reader.interrupt();
      assertThat(read.get()).isInstanceOf(Unknown.class);
    }
    assertThat(session.send(READ, Duration.ZERO)).isInstanceOf(NotSent.class);
    element.answer(ctags.getFirst(), "COMPLD", ";");
    settle("one of them");
    for (var each : ctags.subList(1, 7)) {
      element.answer(each, "COMPLD", ";");
    }
    settle("all");
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
  void doesNotKnowAfterSilence() throws Exception {
    var outcome = sending(WRITE);
    element.next();
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
  void waitsOnAfterEachAcknowledgementAndSegmentButNotForEver(String sign) throws Exception {
    var outcome = sending(WRITE);
    var ctag = ctag(element.next());
    for (var i = 0; i < 6; i++) {
      element.say(sign.formatted(ctag));
      settle(ctag);
      assertThat(outcome).isNotDone();
      time.advance(Duration.ofSeconds(9));
    }
    time.advance(Duration.ofSeconds(6));
    assertThat(outcome.get()).isEqualTo(new Unknown("no end within PT1M to ENT-GTP"));
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

  /** The element counts a sign of life as any other command. */
  @Test
  void countsTheSignOfLifeAmongTheSeven() throws Exception {
    settle("the login");
    time.advance(Duration.ofSeconds(1_000));
    var life = element.next();
    assertThat(life).startsWith("RTRV-HDR");
    var outcomes = new ArrayList<CompletableFuture<Tl1Outcome>>();
    for (var i = 0; i < 14; i++) {
      outcomes.add(sending(READ));
    }
    for (var i = 0; i < 6; i++) {
      element.answer(ctag(element.next()), "COMPLD", ";"); // each lets one more come
    }
    var tags = new HashSet<String>();
    for (var i = 0; i < 6; i++) {
      tags.add(ctag(element.next()));
    }
    assertThat(element.heardNothingMore()).isTrue();
    element.answer(ctag(life), "COMPLD", ";");
    for (var tag : tags) {
      element.answer(tag, "COMPLD", ";");
    }
    for (var i = 0; i < 2; i++) {
      element.answer(ctag(element.next()), "COMPLD", ";");
    }
    for (var outcome : outcomes) {
      assertThat(outcome.get()).isInstanceOf(Completed.class);
    }
  }

  /** It may come when nobody waits any more, and is nobody's then. */
  @Test
  void givesALateAnswerToNobodyElse() throws Exception {
    var late = sending(WRITE);
    var ctag = ctag(element.next());
    element.say("\n<");
    settle("the prompt");
    time.advance(Duration.ofSeconds(10));
    assertThat(late.get()).isInstanceOf(Unknown.class);
    var next = sending(WRITE);
    var nextTag = ctag(element.next());
    element.say("IP " + ctag + "\n<");
    element.answer(ctag, "COMPLD", "   \"late\"\n>");
    element.answer(ctag, "DENY", "   SROF\n;");
    settle("the late answer");
    assertThat(next).isNotDone();
    element.answer(nextTag, "COMPLD", "   \"its own\"\n;");
    assertThat(next.get()).isEqualTo(new Completed(List.of("its own"), List.of()));
  }

  @Test
  void endsAnAnswerThatGrowsWithoutEnd() throws Exception {
    var outcome = sending(READ);
    var ctag = ctag(element.next());
    var segment = ("   \"" + "x".repeat(90) + "\"\n").repeat(9_000) + ">";
    for (var i = 0; i < 40 && !outcome.isDone(); i++) {
      element.answer(ctag, "COMPLD", segment);
    }
    assertThat(outcome.get()).isEqualTo(new Unknown("the answer is longer than 20000000"));
    settle("all that");
  }

  /** Without waiting for its end, which may never come. */
  @Test
  void endsAnAnswerOfASegmentWithoutEnd() throws Exception {
    var outcome = sending(READ);
    var ctag = ctag(element.next());
    element.answer(ctag, "COMPLD", ("   \"" + "x".repeat(90) + "\"\n").repeat(11_000));
    assertThat(outcome.get()).isInstanceOf(Unknown.class);
    assertThat(outcome.get().toString()).contains("too long");
    settle("all that");
  }

  /** Reports, banners and prompts are no answer, however many come. */
  @Test
  void waitsNoLongerWhateverElseIsSaid() throws Exception {
    var outcome = sending(WRITE);
    element.next();
    for (var i = 0; i < 2_000; i++) {
      element.say("\n\n   LONDON 26-12-01 21:00:00\nA  12 REPT EVT LOG\n   \"a\"\n;");
      element.say("banner ".repeat(10) + "\n<");
    }
    settle("the noise");
    assertThat(outcome).isNotDone();
    time.advance(Duration.ofSeconds(10));
    assertThat(outcome.get()).isEqualTo(new Unknown("no answer within PT10S to ENT-GTP"));
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
}

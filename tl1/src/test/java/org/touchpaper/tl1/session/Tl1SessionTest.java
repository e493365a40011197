package org.touchpaper.tl1.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.tl1.session.ScriptedElement.ctag;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.Denied;
import org.touchpaper.tl1.session.Tl1Outcome.Partial;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;
import org.touchpaper.tl1.session.TranscriptLine.Direction;

/** What a session makes of the answers of an element. */
class Tl1SessionTest extends SessionWithElement {

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

  /** A denial's words end up in books and on pages. */
  @Test
  void cutsTheWordsOfADenialThatHasNoEnd() throws Exception {
    var outcome = sending(WRITE);
    element.answer(ctag(element.next()), "DENY", "   SROF\n   /* " + "no ".repeat(3_000) + "*/\n;");
    assertThat(outcome.get())
        .isInstanceOfSatisfying(
            Denied.class,
            denied ->
                assertThat(denied.text())
                    .hasSizeLessThan(4_100)
                    .startsWith("no no")
                    .endsWith("more characters"));
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
  @CsvSource({"DELAY, Unknown", "PRTL, Partial", "COMPLD, Completed", "'DENY\n   SROF', Denied"})
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

  /** Of a write some may have been carried out: that is no denial of the whole. */
  @Test
  void callsAnAnswerPartialThatIsDeniedInTheEnd() throws Exception {
    for (var first : List.of("COMPLD", "PRTL", "RTRV")) {
      var outcome = sending(WRITE);
      var ctag = ctag(element.next());
      element.answer(ctag, first, "   \"a\"\n>");
      element.answer(ctag, "DENY", "   SRCI\n   /* SHELF-11 */\n;");
      assertThat(outcome.get())
          .as(first)
          .isEqualTo(new Partial(List.of("a"), List.of("SRCI", "SHELF-11")));
    }
  }

  /** Of a write a segment without rows may tell that a shelf has carried it out. */
  @ParameterizedTest
  @ValueSource(strings = {"COMPLD", "RTRV"})
  void callsAReadWithoutARowThatIsDeniedInTheEndDenied(String first) throws Exception {
    var read = sending(READ);
    var ctag = ctag(element.next());
    element.answer(ctag, first, ">");
    element.answer(ctag, "DENY", "   IENE\n;");
    assertThat(read.get()).isEqualTo(new Denied("IENE", ""));
    var write = sending(WRITE);
    ctag = ctag(element.next());
    element.answer(ctag, first, ">");
    element.answer(ctag, "DENY", "   IENE\n;");
    assertThat(write.get()).isEqualTo(new Partial(List.of(), List.of("IENE")));
  }

  /** Else it would look as if nobody were logged in, which a Cisco says without a code or word. */
  @Test
  void keepsAnErrorCodeThatNotTheLastSegmentGives() throws Exception {
    var outcome = sending(WRITE);
    var ctag = ctag(element.next());
    element.answer(ctag, "DENY", "   SRCI\n>");
    element.answer(ctag, "DENY", "   IIAC\n>");
    element.answer(ctag, "DENY", ";");
    assertThat(outcome.get()).isEqualTo(new Denied("SRCI", ""));
    settle("the denial");
    assertThat(element.logins()).isEqualTo(1);
  }

  /** Only as a whole does an echo look like what carries a password. */
  @ParameterizedTest
  @ValueSource(strings = {"", "TL1>>"})
  void showsNobodyAnEchoThatTheElementWraps(String prompt) throws Exception {
    var outcome = sending(InputCommand.of("ED-USER-SECU").at("bob").block("old", "lightship"));
    var ctag = ctag(element.next());
    element.say(prompt + "ED-USER-SECU:LONDON:bob:" + ctag + "::old,light\nship;\n>\n");
    element.answer(ctag, "COMPLD", ";");
    assertThat(outcome.get()).isInstanceOf(Completed.class);
    assertThat(transcript)
        .extracting(TranscriptLine::text)
        .contains(">")
        .noneMatch(line -> line.contains("ship"));
  }

  /** Even if the command that is being answered has them somewhere. */
  @Test
  void showsEveryWordThatIsNoEcho() throws Exception {
    var outcome = sending(WRITE);
    var ctag = ctag(element.next());
    element.say(";\ng-1\nENT-GTP:LON\ng-1\nDON:g-1\n;\n");
    element.answer(ctag, "COMPLD", ";");
    assertThat(outcome.get()).isInstanceOf(Completed.class);
    assertThat(transcript)
        .filteredOn(line -> line.direction() == Direction.RECEIVED)
        .extracting(TranscriptLine::text)
        .containsSubsequence(";", "g-1", "g-1", ";", "M  " + ctag + " COMPLD", ";")
        .noneMatch(line -> line.contains("ENT-GTP") || line.contains("DON:"));
  }

  @Test
  void quotesANameThatTl1DoesNotTakeBare() throws Exception {
    var named = new Endpoint("NE 1", "127.0.0.1", element.endpoint().port());
    try (var other = open(named)) {
      var _ = sending(other, READ);
      assertThat(element.next()).startsWith("RTRV-GTP:\"NE 1\":ALL:");
      element.hangUp();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Z\u00dcRICH", "LON\nDON"})
  void refusesANameThatTl1CannotCarryBeforeAnythingIsSent(String tid) {
    assertThatThrownBy(() -> new Endpoint(tid, "127.0.0.1", 3083))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("printable ASCII")
        .hasMessageContaining(tid);
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
}

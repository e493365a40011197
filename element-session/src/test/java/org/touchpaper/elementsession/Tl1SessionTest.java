package org.touchpaper.elementsession;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.elementsession.ScriptedElement.ctag;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.Denied;
import org.touchpaper.elementsession.Tl1Outcome.Partial;
import org.touchpaper.elementsession.Tl1Outcome.Unknown;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.transcript.TranscriptLine;
import org.touchpaper.elementsession.transcript.TranscriptLine.Direction;
import org.touchpaper.tl1.message.InputCommand;

/** The outcome of a command for each form of answer. */
class Tl1SessionTest extends Tl1SessionFixture {

  @Test
  void collectsTheSegmentsOfAnAnswer() throws Exception {
    var outcome = sendAsync(READ);
    var ctag = ctag(element.nextCommand());
    element.answer(ctag, "COMPLD", "   \"a\"\n>");
    element.answer(ctag, "COMPLD", ">");
    element.answer(ctag, "COMPLD", "   \"b\"\n   /* done */\n;");
    assertThat(outcome.get()).isEqualTo(new Completed(List.of("a", "b"), List.of("done")));
  }

  @Test
  void doesNotEndAtARetrievalSegment() throws Exception {
    var outcome = sendAsync(READ);
    var ctag = ctag(element.nextCommand());
    element.answer(ctag, "RTRV", "   \"a\"\n;\n>");
    element.answer(ctag, "COMPLD", "   \"b\"\n;");
    assertThat(outcome.get()).isEqualTo(new Completed(List.of("a", "b"), List.of()));
  }

  /** Denial texts reach databases and pages. */
  @Test
  void truncatesTheTextOfALongDenial() throws Exception {
    var outcome = sendAsync(WRITE);
    element.answer(
        ctag(element.nextCommand()), "DENY", "   SROF\n   /* " + "no ".repeat(3_000) + "*/\n;");
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
  void assignsADenialWithoutATagToTheOnlyOutstandingCommand() throws Exception {
    var outcome = sendAsync(WRITE);
    element.nextCommand();
    element.answer("0", "DENY", "   IICT\n   /* Input, Invalid Correlation Tag */\n;");
    assertThat(outcome.get()).isEqualTo(new Denied("IICT", "Input, Invalid Correlation Tag"));
  }

  @Test
  void ignoresADenialWithoutATagIfSeveralCommandsAreOutstanding() throws Exception {
    var late = sendAsync(WRITE);
    element.nextCommand();
    element.send("\n<"); // a prompt is no answer
    awaitProcessed("the prompt");
    time.advance(Duration.ofSeconds(10));
    assertThat(late.get()).isInstanceOf(Unknown.class);
    var outcome = sendAsync(WRITE);
    var ctag = ctag(element.nextCommand());
    element.answer("0", "DENY", "   IICT\n;");
    awaitProcessed(ctag);
    assertThat(outcome).isNotDone();
    element.answer(ctag, "COMPLD", ";");
    assertThat(outcome.get()).isInstanceOf(Completed.class);
  }

  @Test
  void findsAnAnswerAmidGarbage() throws Exception {
    var outcome = sendAsync(READ);
    var ctag = ctag(element.nextCommand());
    element.send("\u0000\u0007M  " + ctag + " COMPL\n;;>>\n\"\n   LONDON 26-12-01\n");
    awaitProcessed(ctag);
    assertThat(outcome).isNotDone();
    element.answer(ctag, "COMPLD", "   \"a\"\n;");
    assertThat(outcome.get()).isEqualTo(new Completed(List.of("a"), List.of()));
  }

  @ParameterizedTest
  @CsvSource({"DELAY, Unknown", "PRTL, Partial", "COMPLD, Completed", "'DENY\n   SROF', Denied"})
  void mapsACompletionCodeToAnOutcome(String code, String outcome) throws Exception {
    var sent = sendAsync(WRITE);
    element.answer(ctag(element.nextCommand()), code, ";");
    assertThat(sent.get().getClass().getSimpleName()).isEqualTo(outcome);
  }

  @Test
  void hasAnUnknownOutcomeIfTheAnswerIsIncomplete() throws Exception {
    var first = sendAsync(READ);
    var firstTag = ctag(element.nextCommand());
    var second = sendAsync(READ);
    var secondTag = ctag(element.nextCommand());
    element.answer(firstTag, "COMPLD", "   \"a row that is never clo");
    element.answer(secondTag, "COMPLD", ";");
    assertThat(first.get()).isInstanceOf(Unknown.class);
    assertThat(second.get()).isInstanceOf(Completed.class);
  }

  @Test
  void isPartialIfASegmentWasDenied() throws Exception {
    var outcome = sendAsync(READ);
    var ctag = ctag(element.nextCommand());
    element.answer(ctag, "DENY", "   /* SHELF-11: SRCI */\n>");
    element.answer(ctag, "COMPLD", "   \"b\"\n;");
    assertThat(outcome.get()).isEqualTo(new Partial(List.of("b"), List.of("SHELF-11: SRCI")));
  }

  /** Part of a write may have been carried out, so it is not a plain denial. */
  @Test
  void isPartialIfTheLastSegmentWasDenied() throws Exception {
    for (var first : List.of("COMPLD", "PRTL", "RTRV")) {
      var outcome = sendAsync(WRITE);
      var ctag = ctag(element.nextCommand());
      element.answer(ctag, first, "   \"a\"\n>");
      element.answer(ctag, "DENY", "   SRCI\n   /* SHELF-11 */\n;");
      assertThat(outcome.get())
          .as(first)
          .isEqualTo(new Partial(List.of("a"), List.of("SRCI", "SHELF-11")));
    }
  }

  /** For a write, a segment without rows may report success of one shelf. */
  @ParameterizedTest
  @ValueSource(strings = {"COMPLD", "RTRV"})
  void isDeniedIfAReadWithoutRowsIsDeniedInTheLastSegment(String first) throws Exception {
    var read = sendAsync(READ);
    var ctag = ctag(element.nextCommand());
    element.answer(ctag, first, ">");
    element.answer(ctag, "DENY", "   IENE\n;");
    assertThat(read.get()).isEqualTo(new Denied("IENE", ""));
    var write = sendAsync(WRITE);
    ctag = ctag(element.nextCommand());
    element.answer(ctag, first, ">");
    element.answer(ctag, "DENY", "   IENE\n;");
    assertThat(write.get()).isEqualTo(new Partial(List.of(), List.of("IENE")));
  }

  /** Otherwise it would look like a missing login, which Cisco denies without code or text. */
  @Test
  void keepsTheErrorCodeOfAnEarlierSegment() throws Exception {
    var outcome = sendAsync(WRITE);
    var ctag = ctag(element.nextCommand());
    element.answer(ctag, "DENY", "   SRCI\n>");
    element.answer(ctag, "DENY", "   IIAC\n>");
    element.answer(ctag, "DENY", ";");
    assertThat(outcome.get()).isEqualTo(new Denied("SRCI", ""));
    awaitProcessed("the denial");
    assertThat(element.logins()).isEqualTo(1);
  }

  /** A part of the echo no longer looks like a command with a password. */
  @ParameterizedTest
  @ValueSource(strings = {"", "TL1>>"})
  void hidesAnEchoThatTheElementWraps(String prompt) throws Exception {
    var outcome =
        sendAsync(InputCommand.of("ED-USER-SECU").withAid("bob").withBlock("old", "lightship"));
    var ctag = ctag(element.nextCommand());
    element.send(prompt + "ED-USER-SECU:LONDON:bob:" + ctag + "::old,light\nship;\n>\n");
    element.answer(ctag, "COMPLD", ";");
    assertThat(outcome.get()).isInstanceOf(Completed.class);
    assertThat(transcript)
        .extracting(TranscriptLine::text)
        .contains(">")
        .noneMatch(line -> line.contains("ship"));
  }

  /** Even if it occurs in the pending command. */
  @Test
  void showsEveryLineThatIsNotAnEcho() throws Exception {
    var outcome = sendAsync(WRITE);
    var ctag = ctag(element.nextCommand());
    element.send(";\ng-1\nENT-GTP:LON\ng-1\nDON:g-1\n;\n");
    element.answer(ctag, "COMPLD", ";");
    assertThat(outcome.get()).isInstanceOf(Completed.class);
    assertThat(transcript)
        .filteredOn(line -> line.direction() == Direction.RECEIVED)
        .extracting(TranscriptLine::text)
        .containsSubsequence(";", "g-1", "g-1", ";", "M  " + ctag + " COMPLD", ";")
        .noneMatch(line -> line.contains("ENT-GTP") || line.contains("DON:"));
  }

  @Test
  void quotesATidThatRequiresQuotes() throws Exception {
    var endpoint = new ElementEndpoint("NE 1", "127.0.0.1", element.endpoint().port());
    try (var quotedSession = open(endpoint)) {
      var _ = sendAsync(quotedSession, READ);
      assertThat(element.nextCommand()).startsWith("RTRV-GTP:\"NE 1\":ALL:");
      element.hangUp();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Z\u00dcRICH", "LON\nDON"})
  void rejectsATidThatTl1CannotCarry(String tid) {
    assertThatThrownBy(() -> new ElementEndpoint(tid, "127.0.0.1", 3083))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("printable ASCII")
        .hasMessageContaining(tid);
  }

  @Test
  void passesOnTheTextOfADenial() throws Exception {
    var outcome = sendAsync(WRITE);
    element.answer(
        ctag(element.nextCommand()), "DENY", "   IEAE\n   /* Input, Entity Already Exists */\n;");
    assertThat(outcome.get()).isEqualTo(new Denied("IEAE", "Input, Entity Already Exists"));
  }

  @Test
  void matchesAnswersThatArriveOutOfOrder() throws Exception {
    var first = sendAsync(READ);
    var firstTag = ctag(element.nextCommand());
    var second = sendAsync(InputCommand.of("RTRV-HDR"));
    var secondTag = ctag(element.nextCommand());
    element.answer(secondTag, "COMPLD", "   \"second\"\n;");
    element.answer("77777", "COMPLD", "   \"unrelated\"\n;");
    element.answer(firstTag, "COMPLD", "   \"first\"\n;");
    assertThat(first.get()).isEqualTo(new Completed(List.of("first"), List.of()));
    assertThat(second.get()).isEqualTo(new Completed(List.of("second"), List.of()));
  }
}

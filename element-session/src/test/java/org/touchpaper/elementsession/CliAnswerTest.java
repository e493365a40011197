package org.touchpaper.elementsession;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.touchpaper.elementsession.CliOutcome.Accepted;
import org.touchpaper.elementsession.CliOutcome.Rejected;
import org.touchpaper.elementsession.CliOutcome.Unknown;

/** Recognising the answer of a CLI and its end. */
@Timeout(300)
class CliAnswerTest extends CliSessionFixture {

  /** Sends the answer to "show vlan" in pieces, each within the timeout. */
  private void sendInPieces(ScriptedStream stream) throws Exception {
    stream.send("show vlan\r\n");
    for (var piece = 0; piece < 5; piece++) {
      time.awaitScheduled(Duration.ofSeconds(10));
      time.advance(Duration.ofSeconds(9));
      stream.send("7    library   active\r\n");
    }
  }

  /** Answers to another line, such as a second Enter, do not count. */
  @Test
  void waitsForTheEchoOfItsLine() throws Exception {
    var stream = connectAndShow();
    var outcome = showAndExpect(stream, "show vlan id 7");
    stream.send("\r\nEDGE#");
    stream.send("\r\nEDGE#");
    stream.send("show vlan id 7\r\n7    library   active\r\nEDGE#");
    assertThat(outcome.get()).isEqualTo(new Accepted(List.of("7    library   active")));
  }

  @Test
  void hasAnUnknownOutcomeWithoutAnEcho() throws Exception {
    var stream = connectAndShow();
    var outcome = showAndExpect(stream, "show vlan id 7");
    stream.send("show vl\r\n%LINK-3-UPDOWN: Interface Gi1/1, state down\r\nan id 7\r\nEDGE#");
    time.awaitScheduled(Duration.ofSeconds(10));
    time.advance(Duration.ofSeconds(10));
    assertThat(outcome.get()).isEqualTo(new Unknown("no prompt within PT10S"));
  }

  /** A long list arrives in any number of pieces. */
  @Test
  void continuesToWaitWhileAnAnswerArrives() throws Exception {
    var stream = connectAndShow();
    var outcome = showAndExpect(stream, "show vlan");
    sendInPieces(stream);
    time.awaitScheduled(Duration.ofSeconds(10));
    stream.send("EDGE#");
    assertThat(outcome.get())
        .isEqualTo(new Accepted(Collections.nCopies(5, "7    library   active")));
  }

  @Test
  void endsTheWaitForAnAnswerAtTheTotalTimeout() throws Exception {
    var stream = connectAndShow();
    var outcome = showAndExpect(stream, "show vlan");
    sendInPieces(stream);
    time.awaitScheduled(Duration.ofSeconds(10)); // the last restart, 5 s before the limit
    time.advance(Duration.ofSeconds(9));
    stream.send("7    library   active\r\n");
    time.advance(Duration.ofSeconds(1));
    assertThat(outcome.get()).isEqualTo(new Unknown("no prompt within PT10S"));
  }

  @Test
  void hasAnUnknownOutcomeIfTheAnswerIsCutOff() throws Exception {
    var stream = connectAndShow();
    var outcome = showAndExpect(stream, "show vlan id 7");
    stream.send("show vlan id 7\r\nVLAN Name  Status\r\n");
    stream.hangUp();
    assertThat(outcome.get()).isEqualTo(new Unknown("the element closed the connection"));
  }

  @Test
  void doesNotAcceptAPageAsTheAnswer() throws Exception {
    var stream = connectAndShow();
    var outcome = showAndExpect(stream, "show vlan");
    stream.send("show vlan\r\n1    default   active\r\n --More-- ");
    assertThat(outcome.get())
        .isInstanceOfSatisfying(
            Unknown.class, unknown -> assertThat(unknown.reason()).contains("waits at --More--"));
  }

  @Test
  void doesNotAcceptALoginPromptAsTheAnswer() throws Exception {
    var stream = connectAndShow();
    var outcome = showAndExpect(stream, "show vlan");
    stream.send("show vlan\r\nUsername: ");
    assertThat(outcome.get())
        .isEqualTo(new Unknown("the element requested a login after show vlan"));
    answerShowClock(showAsync("show clock"), acceptLogin());
  }

  /** Distinguishes log messages from errors, and other prompts from the element's own. */
  @Test
  void reportsErrorsButNotLogMessages() throws Exception {
    var stream = connectAndShow();
    var first = showAndExpect(stream, "show clock");
    stream.send("000012: *Dec  1 12:00:00.123 UTC: %SYS-5-CONFIG_I: Configured by vty0\r\n");
    stream.send("EDGE#show clock\r\nEDGE-2#\r\n21:00:00\r\nEDGE#\r\n");
    stream.send("*Dec  1 12:00:01: %LINK-SP-3-UPDOWN: Interface Gi1/1, changed state to up\r\n");
    assertThat(first.get()).isEqualTo(new Accepted(List.of("EDGE-2#", "21:00:00")));

    var second = showAndExpect(stream, "show clock");
    stream.send("show clock\r\n%Command not available\r\nEDGE#");
    assertThat(second.get()).isEqualTo(new Rejected("show clock", "%Command not available", 0));
  }
}

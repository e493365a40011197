package org.touchpaper.tl1.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.touchpaper.tl1.session.CliOutcome.Accepted;
import org.touchpaper.tl1.session.CliOutcome.Rejected;
import org.touchpaper.tl1.session.CliOutcome.Unknown;

/** What counts as a command line's answer, and when it is over. */
@Timeout(300)
class CliAnswerTest extends CliUnderTest {

  /** The answer to "show vlan", of which every piece comes in time. */
  private void sayInPieces(ScriptedLine line) throws Exception {
    line.say("show vlan\r\n");
    for (var piece = 0; piece < 5; piece++) {
      time.awaitCallIn(Duration.ofSeconds(10));
      time.advance(Duration.ofSeconds(9));
      line.say("7    library   active\r\n");
    }
  }

  /** What answers something else, a second Enter or another's line, is no answer. */
  @Test
  void waitsForTheEchoOfWhatItTyped() throws Exception {
    var line = connected();
    var outcome = asked(line, "show vlan id 7");
    line.say("\r\nEDGE#");
    line.say("\r\nEDGE#");
    line.say("show vlan id 7\r\n7    library   active\r\nEDGE#");
    assertThat(outcome.get()).isEqualTo(new Accepted(List.of("7    library   active")));
  }

  @Test
  void knowsNothingIfNothingIsEchoed() throws Exception {
    var line = connected();
    var outcome = asked(line, "show vlan id 7");
    line.say("show vl\r\n%LINK-3-UPDOWN: Interface Gi1/1, state down\r\nan id 7\r\nEDGE#");
    time.awaitCallIn(Duration.ofSeconds(10));
    time.advance(Duration.ofSeconds(10));
    assertThat(outcome.get()).isEqualTo(new Unknown("no prompt within PT10S"));
  }

  /** A long list comes in pieces, and nobody knows how many. */
  @Test
  void waitsOnWhileAnAnswerComes() throws Exception {
    var line = connected();
    var outcome = asked(line, "show vlan");
    sayInPieces(line);
    time.awaitCallIn(Duration.ofSeconds(10));
    line.say("EDGE#");
    assertThat(outcome.get())
        .isEqualTo(new Accepted(Collections.nCopies(5, "7    library   active")));
  }

  @Test
  void waitsForNoAnswerForEver() throws Exception {
    var line = connected();
    var outcome = asked(line, "show vlan");
    sayInPieces(line);
    time.awaitCallIn(Duration.ofSeconds(10)); // it is due 5 s before the limit: the last
    time.advance(Duration.ofSeconds(9));
    line.say("7    library   active\r\n");
    time.advance(Duration.ofSeconds(1));
    assertThat(outcome.get()).isEqualTo(new Unknown("no prompt within PT10S"));
  }

  @Test
  void knowsNothingIfTheAnswerIsCutOff() throws Exception {
    var line = connected();
    var outcome = asked(line, "show vlan id 7");
    line.say("show vlan id 7\r\nVLAN Name  Status\r\n");
    line.hangUp();
    assertThat(outcome.get()).isEqualTo(new Unknown("the element closed the connection"));
  }

  @Test
  void doesNotTakeAPageForTheWhole() throws Exception {
    var line = connected();
    var outcome = asked(line, "show vlan");
    line.say("show vlan\r\n1    default   active\r\n --More-- ");
    assertThat(outcome.get())
        .isInstanceOfSatisfying(
            Unknown.class, it -> assertThat(it.reason()).contains("waits at --More--"));
  }

  @Test
  void doesNotTakeALoginForAnAnswer() throws Exception {
    var line = connected();
    var outcome = asked(line, "show vlan");
    line.say("show vlan\r\nUsername: ");
    assertThat(outcome.get())
        .isEqualTo(new Unknown("the element asked who we are after show vlan"));
    answered(showing("show clock"), admitted());
  }

  /** Reports are told from errors, and another element's prompt from ours. */
  @Test
  void hearsErrorsAndNoReports() throws Exception {
    var line = connected();
    var first = asked(line, "show clock");
    line.say("000012: *Dec  1 12:00:00.123 UTC: %SYS-5-CONFIG_I: Configured by vty0\r\n");
    line.say("EDGE#show clock\r\nEDGE-2#\r\n21:00:00\r\nEDGE#\r\n");
    line.say("*Dec  1 12:00:01: %LINK-SP-3-UPDOWN: Interface Gi1/1, changed state to up\r\n");
    assertThat(first.get()).isEqualTo(new Accepted(List.of("EDGE-2#", "21:00:00")));

    var second = asked(line, "show clock");
    line.say("show clock\r\n%Command not available\r\nEDGE#");
    assertThat(second.get()).isEqualTo(new Rejected("show clock", "%Command not available", 0));
  }
}

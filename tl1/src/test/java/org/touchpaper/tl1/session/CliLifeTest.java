package org.touchpaper.tl1.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.touchpaper.tl1.session.CliOutcome.Accepted;
import org.touchpaper.tl1.session.CliOutcome.NotSent;
import org.touchpaper.tl1.session.SessionState.Connected;
import org.touchpaper.tl1.session.SessionState.Idle;

/** How a command-line session logs in, and how it knows that it still is. */
@Timeout(60)
class CliLifeTest {

  private final ManualWaker time = new ManualWaker();
  private final Transcripts transcripts = Transcripts.inMemory();
  private final BlockingQueue<ScriptedLine> dialled = new LinkedBlockingQueue<>();
  private final CliSession session =
      CliSession.open(
          new Endpoint("EDGE", "nowhere", 23, (_, _, _) -> dial()),
          Credentials.ios("operator", "line-word", "enable-word"),
          time.timing(),
          transcripts);

  private ScriptedLine dial() {
    var line = new ScriptedLine();
    dialled.add(line);
    return line;
  }

  private CompletableFuture<CliOutcome> showing(String command) {
    var outcome = new CompletableFuture<CliOutcome>();
    Thread.startVirtualThread(() -> outcome.complete(session.show(command)));
    return outcome;
  }

  private ScriptedLine admitted() throws InterruptedException {
    var line = dialled.take();
    line.say("\r\nEDGE#");
    assertThat(line.next()).isEqualTo("terminal length 0");
    line.say("\r\nEDGE#");
    return line;
  }

  /** Somebody has asked for something, and was answered. */
  private ScriptedLine connected() throws Exception {
    var outcome = showing("show clock");
    var line = admitted();
    answered(outcome, line);
    return line;
  }

  private void answered(CompletableFuture<CliOutcome> outcome, ScriptedLine line) throws Exception {
    assertThat(line.next()).isEqualTo("show clock");
    line.say("show clock\r\n21:00:00\r\nEDGE#");
    assertThat(outcome.get()).isEqualTo(new Accepted(List.of("21:00:00")));
  }

  @Test
  void givesItsUserWhereTheLineAsksForOne() throws Exception {
    var outcome = showing("show clock");
    var line = dialled.take();
    line.say("\r\nUser Access Verification\r\n\r\nUsername: ");
    assertThat(line.next()).isEqualTo("operator");
    line.say("operator\r\nPassword: ");
    assertThat(line.next()).isEqualTo("line-word");
    line.say("\r\nEDGE>");
    assertThat(line.next()).isEqualTo("enable");
    line.say("enable\r\nPassword: ");
    assertThat(line.next()).isEqualTo("enable-word");
    line.say("\r\nEDGE#");
    assertThat(line.next()).isEqualTo("terminal length 0");
    line.say("\r\nEDGE#");
    answered(outcome, line);
    assertThat(session.state()).isInstanceOf(Connected.class);
    assertThat(transcripts.recent("EDGE").toString()).doesNotContain("line-word", "enable-word");
  }

  @Test
  void isRefusedWhenItIsAskedAgain() throws Exception {
    var outcome = showing("show clock");
    var line = dialled.take();
    line.say("Password: ");
    assertThat(line.next()).isEqualTo("line-word");
    line.say("\r\nPassword: ");
    assertThat(outcome.get())
        .isEqualTo(new NotSent("login on EDGE at nowhere:23: line password refused"));
  }

  @Test
  void asksALineThatWasQuietForLongWhetherItIsStillThere() throws Exception {
    var line = connected();
    time.advance(Duration.ofSeconds(1000));
    var second = showing("show clock");
    assertThat(line.next()).isEmpty();
    line.say("\r\nEDGE#");
    answered(second, line);
    assertThat(session.logins()).isEqualTo(1);
  }

  @Test
  void typesNothingThatMattersIntoADeadLine() throws Exception {
    var line = connected();
    time.advance(Duration.ofSeconds(1000));
    var second = showing("show clock");
    assertThat(line.next()).isEmpty();
    time.awaitCallIn(Duration.ofSeconds(10));
    time.advance(Duration.ofSeconds(10));
    answered(second, admitted());
    assertThat(session.logins()).isEqualTo(2);
  }

  @Test
  void knowsThatTheElementHungUp() throws Exception {
    var line = connected();
    line.hangUp();
    Eventually.is(() -> session.state() instanceof Idle);
    answered(showing("show clock"), admitted());
  }

  @Test
  void typesNothingWhileALostLineIsBeingClosed() throws Exception {
    var line = connected();
    line.isSlowToClose();
    line.hangUp();
    line.awaitClosing();
    var second = showing("show clock");
    Eventually.is(() -> session.state() instanceof Idle);
    assertThat(dialled).isEmpty(); // some elements let one user in once at a time
    line.closes();
    answered(second, admitted());
  }

  @Test
  void takesItsLeaveBeforeItCloses() throws Exception {
    var line = connected();
    session.close();
    assertThat(line.next()).isEqualTo("exit");
    assertThat(session.state()).isEqualTo(new SessionState.Closed());
  }

  @Test
  void showsNoPasswordThoughTheElementEchoesIt() throws Exception {
    var outcome = showing("show clock");
    var line = dialled.take();
    line.say("Password: ");
    assertThat(line.next()).isEqualTo("line-word");
    line.say("line-word\r\nEDGE>");
    assertThat(line.next()).isEqualTo("enable");
    line.say("enable\r\nPassword: ");
    assertThat(line.next()).isEqualTo("enable-word");
    line.say("enable-word\r\nEDGE#");
    assertThat(line.next()).isEqualTo("terminal length 0");
    line.say("terminal length 0\r\nEDGE#");
    answered(outcome, line);
    assertThat(transcripts.recent("EDGE").toString()).doesNotContain("line-word", "enable-word");
  }

  @Test
  void showsNoSecretOfAConfiguration() throws Exception {
    var outcome = showing("show running-config");
    var line = admitted();
    assertThat(line.next()).isEqualTo("show running-config");
    var shown =
        """
        enable secret 5 $1$abc
        snmp-server community hush RO
         password 7 0822
        radius-server host 10.0.0.1 key 7 0822
        snmp-server host 10.0.0.1 version 2c hush
        EDGE#\
        """;
    line.say(shown.replace("\n", "\r\n"));
    assertThat(outcome.get()).isInstanceOf(Accepted.class);
    assertThat(transcripts.recent("EDGE"))
        .extracting(TranscriptLine::text)
        .contains(
            "enable secret 5 ****",
            "snmp-server community **** RO",
            " password 7 ****",
            "radius-server host 10.0.0.1 key 7 ****",
            "snmp-server host 10.0.0.1 version 2c ****",
            "EDGE#");
  }
}

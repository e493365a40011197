package org.touchpaper.elementsession;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.elementsession.CliOutcome.Accepted;
import org.touchpaper.elementsession.CliOutcome.NotSent;
import org.touchpaper.elementsession.CliOutcome.Unknown;
import org.touchpaper.elementsession.connection.SessionState;
import org.touchpaper.elementsession.connection.SessionState.Connected;
import org.touchpaper.elementsession.connection.SessionState.Idle;
import org.touchpaper.elementsession.connection.SessionState.Waiting;
import org.touchpaper.elementsession.transcript.TranscriptLine;

/** Login of a CLI session, and detection of a lost login. */
@Timeout(300)
class CliLoginTest extends CliSessionFixture {

  /** Each answer arrives in time, but the whole login takes too long. */
  @Test
  void abortsALoginThatTakesTooLong() throws Exception {
    var outcome = showAsync("show clock");
    var stream = streams.take();
    time.awaitScheduled(Duration.ofSeconds(60));
    for (var piece = 0; piece < 5; piece++) {
      time.awaitScheduled(Duration.ofSeconds(10));
      time.advance(Duration.ofSeconds(9));
      stream.send("all use is logged\r\n");
    }
    time.awaitScheduled(Duration.ofSeconds(10));
    stream.send("Username: ");
    assertThat(stream.nextTypedLine()).isEqualTo("operator");
    time.awaitScheduled(Duration.ofSeconds(10));
    time.advance(Duration.ofSeconds(9));
    stream.send("operator\r\n");
    time.awaitScheduled(Duration.ofSeconds(10));
    time.advance(Duration.ofSeconds(6));
    assertThat(outcome.get())
        .isInstanceOfSatisfying(
            NotSent.class,
            notSent -> assertThat(notSent.reason()).contains("not logged in within PT1M"));
  }

  /** The login continues in the background for the next request. */
  @Test
  void aQueueTimeoutAlsoBoundsTheWaitForTheLogin() throws Exception {
    assertThat(session.show("show clock", Duration.ofMillis(1)))
        .isInstanceOfSatisfying(
            NotSent.class,
            notSent -> assertThat(notSent.reason()).startsWith("not logged in within"));
    answerShowClock(showAsync("show clock"), acceptLogin());
  }

  @Test
  void sendsItsUserNameOnlyIfTheElementPromptsForIt() throws Exception {
    var outcome = showAsync("show clock");
    var stream = streams.take();
    stream.send("\r\nUser Access Verification\r\n\r\nUsername: ");
    assertThat(stream.nextTypedLine()).isEqualTo("operator");
    stream.send("operator\r\nPassword: ");
    assertThat(stream.nextTypedLine()).isEqualTo("line-word");
    stream.send("\r\nEDGE>");
    assertThat(stream.nextTypedLine()).isEqualTo("enable");
    stream.send("enable\r\nPassword: ");
    assertThat(stream.nextTypedLine()).isEqualTo("enable-word");
    stream.send("\r\nEDGE#");
    answerTerminalSetup(stream);
    answerShowClock(outcome, stream);
    assertThat(session.state()).isInstanceOf(Connected.class);
    assertThat(transcripts.recent("EDGE").toString()).doesNotContain("line-word", "enable-word");
  }

  @Test
  void aRepeatedPasswordPromptIsARefusal() throws Exception {
    var outcome = showAsync("show clock");
    var stream = streams.take();
    stream.send("Password: ");
    assertThat(stream.nextTypedLine()).isEqualTo("line-word");
    stream.send("\r\nPassword: ");
    assertThat(outcome.get())
        .isEqualTo(new NotSent("login on EDGE at nowhere:23: line password refused"));
  }

  @Test
  void masksAPasswordRepeatedInARefusal() throws Exception {
    var outcome = showAsync("show clock");
    var stream = streams.take();
    stream.send("EDGE>");
    assertThat(stream.nextTypedLine()).isEqualTo("enable");
    stream.send("enable\r\nPassword: ");
    assertThat(stream.nextTypedLine()).isEqualTo("enable-word");
    stream.send("Enable-Word\r\nlater, please\r\nEDGE>");
    assertThat(outcome.get().toString())
        .contains("enable mode was not entered: **** later, please")
        .doesNotContainIgnoringCase("enable-word");
    assertBacksOffOneSecond();
  }

  /** The element reads nothing, so the data stays in our buffers. */
  @Test
  void closesTheConnectionOfAnElementThatDoesNotRead() throws Exception {
    var stream = connectAndShow();
    stream.blockWrites();
    var outcome = showAsync("show clock");
    stream.awaitBlockedWrite();
    time.awaitScheduled(Duration.ofSeconds(10));
    var turning = Thread.startVirtualThread(() -> time.advance(Duration.ofSeconds(10)));
    assertThat(outcome.get(60, TimeUnit.SECONDS)).isEqualTo(new Unknown("no prompt within PT10S"));
    turning.join();
  }

  @Test
  void neverSendsALineAfterItsQueueTimeout() throws Exception {
    var stream = connectAndShow();
    var first = showAndExpect(stream, "show clock");
    assertThat(session.configure(List.of("vlan 7"), Duration.ZERO))
        .isEqualTo(new NotSent("other requests occupied the element for 0 s; nothing was sent"));
    stream.send("show clock\r\n21:00:00\r\nEDGE#");
    assertThat(first.get()).isInstanceOf(Accepted.class);
    answerShowClock(showAsync("show clock"), stream);
  }

  @Test
  void probesAConnectionThatWasQuietForLong() throws Exception {
    var stream = connectAndShow();
    time.advance(Duration.ofSeconds(1000));
    var second = showAsync("show clock");
    assertThat(stream.nextTypedLine()).isEmpty();
    stream.send("\r\nEDGE#");
    answerShowClock(second, stream);
    assertThat(session.loginCount()).isEqualTo(1);
  }

  /** The probe continues in the background for the next request. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aQueueTimeoutAlsoBoundsTheWaitForAKeepAlive(boolean isAlive) throws Exception {
    var stream = connectAndShow();
    time.advance(Duration.ofSeconds(1000));
    assertThat(session.show("show clock", Duration.ofMillis(1)))
        .isEqualTo(new NotSent("no keep-alive answer within 0 s; nothing was sent"));
    assertThat(stream.nextTypedLine()).isEmpty();
    assertThat(session.show("show clock", Duration.ofMillis(1))) // one probe is enough
        .isEqualTo(new NotSent("other requests occupied the element for 0 s; nothing was sent"));
    time.awaitScheduled(Duration.ofSeconds(10));
    if (isAlive) {
      stream.send("\r\nEDGE#");
      answerShowClock(showAsync("show clock"), stream);
    } else {
      time.advance(Duration.ofSeconds(10));
      answerShowClock(showAsync("show clock"), acceptLogin());
    }
    assertThat(session.loginCount()).isEqualTo(isAlive ? 1 : 2);
  }

  @Test
  void sendsNoChangeOnADeadConnection() throws Exception {
    var stream = connectAndShow();
    time.advance(Duration.ofSeconds(1000));
    var second = showAsync("show clock");
    assertThat(stream.nextTypedLine()).isEmpty();
    time.awaitScheduled(Duration.ofSeconds(10));
    time.advance(Duration.ofSeconds(10));
    answerShowClock(second, acceptLogin());
    assertThat(session.loginCount()).isEqualTo(2);
  }

  @Test
  void detectsThatTheElementClosedTheConnection() throws Exception {
    var stream = connectAndShow();
    stream.hangUp();
    Eventually.awaitTrue(() -> session.state() instanceof Idle);
    answerShowClock(showAsync("show clock"), acceptLogin());
  }

  @Test
  void connectsOnlyAfterTheLostConnectionIsClosed() throws Exception {
    var stream = connectAndShow();
    stream.delayClose();
    stream.hangUp();
    stream.awaitClosing();
    var second = showAsync("show clock");
    Eventually.awaitTrue(() -> session.state() instanceof Idle);
    assertThat(streams).isEmpty(); // some elements permit one session per user
    stream.allowClose();
    answerShowClock(second, acceptLogin());
  }

  @Test
  void reconnectsOnlyAfterTheConnectionOfAFailedLoginIsClosed() throws Exception {
    var refused = showAsync("show clock");
    var stream = streams.take();
    stream.delayClose();
    stream.send("Password: ");
    assertThat(stream.nextTypedLine()).isEqualTo("line-word");
    stream.send("\r\nPassword: ");
    assertThat(refused.get()).isInstanceOf(NotSent.class);
    stream.awaitClosing();
    var second = new CompletableFuture<CliOutcome>();
    var thread = Thread.startVirtualThread(() -> second.complete(session.show("show clock")));
    Eventually.awaitTrue(() -> thread.getState() == Thread.State.WAITING);
    time.advance(Duration.ofSeconds(30));
    Eventually.awaitTrue(() -> thread.getState() == Thread.State.WAITING);
    assertThat(streams).isEmpty();
    stream.allowClose();
    answerShowClock(second, acceptLogin());
  }

  @Test
  void logsOutBeforeItCloses() throws Exception {
    var stream = connectAndShow();
    session.close();
    assertThat(stream.nextTypedLine()).isEqualTo("exit");
    assertThat(session.state()).isEqualTo(new SessionState.Closed());
  }

  @Test
  void masksAPasswordThatTheElementEchoes() throws Exception {
    var outcome = showAsync("show clock");
    var stream = streams.take();
    stream.send("Password: ");
    assertThat(stream.nextTypedLine()).isEqualTo("line-word");
    stream.send("line-word\r\nEDGE>");
    assertThat(stream.nextTypedLine()).isEqualTo("enable");
    stream.send("enable\r\nPassword: ");
    assertThat(stream.nextTypedLine()).isEqualTo("enable-word");
    stream.send("enable-word\r\nEDGE#");
    answerTerminalSetup(stream);
    answerShowClock(outcome, stream);
    assertThat(transcripts.recent("EDGE").toString()).doesNotContain("line-word", "enable-word");
  }

  @Test
  void masksSecretsInAConfiguration() throws Exception {
    var outcome = showAsync("show running-config");
    var stream = acceptLogin();
    assertThat(stream.nextTypedLine()).isEqualTo("show running-config");
    var configuration =
        """
        show running-config
        enable secret 5 $1$abc
        snmp-server community hush RO
         password 7 0822
        radius-server host 10.0.0.1 key 7 0822
        snmp-server host 10.0.0.1 version 2c hush
         ip ospf message-digest-key 1 md5 7 0822
        EDGE#\
        """;
    stream.send(configuration.replace("\n", "\r\n"));
    assertThat(outcome.get()).isInstanceOf(Accepted.class);
    assertThat(transcripts.recent("EDGE"))
        .extracting(TranscriptLine::text)
        .contains(
            "enable secret ****",
            "snmp-server community ****",
            " password ****",
            "radius-server host 10.0.0.1 key ****",
            "snmp-server host 10.0.0.1 ****",
            " ip ospf message-digest-key ****",
            "EDGE#");
  }

  @Test
  void refusesAnElementWhoseOutputStopsAtAPage() throws Exception {
    var outcome = showAsync("show clock");
    var stream = streams.take();
    stream.send("\r\nEDGE#");
    assertThat(stream.nextTypedLine()).isEqualTo("terminal length 0");
    stream.send("terminal length 0\r\nCommand authorization failed.\r\nEDGE#");
    assertThat(outcome.get())
        .isInstanceOfSatisfying(
            NotSent.class,
            notSent ->
                assertThat(notSent.reason())
                    .contains("\"terminal length 0\" refused; without it, output stops"));
    assertBacksOffOneSecond();
  }

  /** The element answers and refuses no password, so the pause grows up to a minute. */
  private void assertBacksOffOneSecond() {
    assertThat(session.state())
        .isInstanceOfSatisfying(
            Waiting.class,
            waiting -> assertThat(waiting.until()).isEqualTo(time.instant().plusSeconds(1)));
  }

  /** IOS truncates the host name in the prompt of a configuration mode. */
  @Test
  void recognisesAPromptWithATruncatedHostName() throws Exception {
    var name = "EDGE-OF-THE-CAMPUS-IN-LONDON";
    var outcome = new CompletableFuture<CliOutcome>();
    Thread.startVirtualThread(() -> outcome.complete(session.configure(List.of("vlan 7"))));
    var stream = streams.take();
    stream.send("\r\n" + name + "#");
    for (var mode : List.of("", "", "(config)", "(config-vlan)", "")) {
      var typed = stream.nextTypedLine();
      var displayedName = mode.isEmpty() ? name : name.substring(0, 20);
      stream.send(typed + "\r\n" + displayedName + mode + "#");
    }
    assertThat(outcome.get()).isInstanceOf(Accepted.class);
  }

  @Test
  void rejectsAQuestionMark() {
    assertThatThrownBy(() -> session.configure(List.of("interface Gi1/1", "description whose?")))
        .hasMessageContaining("must not contain a question mark");
  }
}

package org.touchpaper.tl1.session;

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
import org.touchpaper.tl1.session.CliOutcome.Accepted;
import org.touchpaper.tl1.session.CliOutcome.NotSent;
import org.touchpaper.tl1.session.CliOutcome.Unknown;
import org.touchpaper.tl1.session.SessionState.Connected;
import org.touchpaper.tl1.session.SessionState.Idle;
import org.touchpaper.tl1.session.SessionState.Waiting;

/** How a command-line session logs in, and how it knows that it still is. */
@Timeout(300)
class CliLifeTest extends CliUnderTest {

  /** Whatever comes in time by itself, all of it has to. */
  @Test
  void breaksOffALoginThatDragsOn() throws Exception {
    var outcome = showing("show clock");
    var line = dialled.take();
    time.awaitCallIn(Duration.ofSeconds(60));
    for (var piece = 0; piece < 5; piece++) {
      time.awaitCallIn(Duration.ofSeconds(10));
      time.advance(Duration.ofSeconds(9));
      line.say("all use is logged\r\n");
    }
    time.awaitCallIn(Duration.ofSeconds(10));
    line.say("Username: ");
    assertThat(line.next()).isEqualTo("operator");
    time.awaitCallIn(Duration.ofSeconds(10));
    time.advance(Duration.ofSeconds(9));
    line.say("operator\r\n");
    time.awaitCallIn(Duration.ofSeconds(10));
    time.advance(Duration.ofSeconds(6));
    assertThat(outcome.get())
        .isInstanceOfSatisfying(
            NotSent.class, it -> assertThat(it.reason()).contains("not logged in within PT1M"));
  }

  /** The login goes on, and whoever asks next finds it done. */
  @Test
  void whoWaitsForATurnWaitsNoLongerForTheLogin() throws Exception {
    assertThat(session.show("show clock", Duration.ofMillis(1)))
        .isInstanceOfSatisfying(
            NotSent.class, it -> assertThat(it.reason()).startsWith("not logged in within"));
    answered(showing("show clock"), admitted());
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
    setsItsTerminal(line);
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
  void tellsNobodyThePasswordThatARefusalRepeats() throws Exception {
    var outcome = showing("show clock");
    var line = dialled.take();
    line.say("EDGE>");
    assertThat(line.next()).isEqualTo("enable");
    line.say("enable\r\nPassword: ");
    assertThat(line.next()).isEqualTo("enable-word");
    line.say("Enable-Word\r\nlater, please\r\nEDGE>");
    assertThat(outcome.get().toString())
        .contains("not enabled: **** later, please")
        .doesNotContainIgnoringCase("enable-word");
    staysAwayForASecond();
  }

  /** What is typed stays in our buffers where the element takes nothing in. */
  @Test
  void leavesAnElementThatTakesNothingIn() throws Exception {
    var line = connected();
    line.takesNothingIn();
    var outcome = showing("show clock");
    line.awaitWriting();
    time.awaitCallIn(Duration.ofSeconds(10));
    var turning = Thread.startVirtualThread(() -> time.advance(Duration.ofSeconds(10)));
    assertThat(outcome.get(60, TimeUnit.SECONDS)).isEqualTo(new Unknown("no prompt within PT10S"));
    turning.join();
  }

  @Test
  void neverTypesWhatDidNotGetItsTurnInTime() throws Exception {
    var line = connected();
    var first = asked(line, "show clock");
    assertThat(session.configure(List.of("vlan 7"), Duration.ZERO))
        .isEqualTo(new NotSent("others had the element for 0 s: nothing was sent"));
    line.say("show clock\r\n21:00:00\r\nEDGE#");
    assertThat(first.get()).isInstanceOf(Accepted.class);
    answered(showing("show clock"), line);
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

  /** Whether it is still there is found out all the same, for whoever asks next. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoWaitsForATurnWaitsNoLongerForASignOfLife(boolean isAlive) throws Exception {
    var line = connected();
    time.advance(Duration.ofSeconds(1000));
    assertThat(session.show("show clock", Duration.ofMillis(1)))
        .isEqualTo(new NotSent("no sign of life within 0 s: nothing was sent"));
    assertThat(line.next()).isEmpty();
    assertThat(session.show("show clock", Duration.ofMillis(1))) // one question is enough
        .isEqualTo(new NotSent("others had the element for 0 s: nothing was sent"));
    time.awaitCallIn(Duration.ofSeconds(10));
    if (isAlive) {
      line.say("\r\nEDGE#");
      answered(showing("show clock"), line);
    } else {
      time.advance(Duration.ofSeconds(10));
      answered(showing("show clock"), admitted());
    }
    assertThat(session.logins()).isEqualTo(isAlive ? 1 : 2);
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
  void dialsAnewOnlyWhenTheLineOfAFailedLoginIsClosed() throws Exception {
    var refused = showing("show clock");
    var line = dialled.take();
    line.isSlowToClose();
    line.say("Password: ");
    assertThat(line.next()).isEqualTo("line-word");
    line.say("\r\nPassword: ");
    assertThat(refused.get()).isInstanceOf(NotSent.class);
    line.awaitClosing();
    var second = new CompletableFuture<CliOutcome>();
    var asking = Thread.startVirtualThread(() -> second.complete(session.show("show clock")));
    Eventually.is(() -> asking.getState() == Thread.State.WAITING);
    time.advance(Duration.ofSeconds(30));
    Eventually.is(() -> asking.getState() == Thread.State.WAITING);
    assertThat(dialled).isEmpty();
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
    setsItsTerminal(line);
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
        show running-config
        enable secret 5 $1$abc
        snmp-server community hush RO
         password 7 0822
        radius-server host 10.0.0.1 key 7 0822
        snmp-server host 10.0.0.1 version 2c hush
         ip ospf message-digest-key 1 md5 7 0822
        EDGE#\
        """;
    line.say(shown.replace("\n", "\r\n"));
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
  void isNotLoggedInWhereOutputWouldStopAtAPage() throws Exception {
    var outcome = showing("show clock");
    var line = dialled.take();
    line.say("\r\nEDGE#");
    assertThat(line.next()).isEqualTo("terminal length 0");
    line.say("terminal length 0\r\nCommand authorization failed.\r\nEDGE#");
    assertThat(outcome.get())
        .isInstanceOfSatisfying(
            NotSent.class,
            it ->
                assertThat(it.reason())
                    .contains("\"terminal length 0\" refused, without which it would stop"));
    staysAwayForASecond();
  }

  /** It answers, and refused no password: later and later, and a minute at most. */
  private void staysAwayForASecond() {
    assertThat(session.state())
        .isInstanceOfSatisfying(
            Waiting.class,
            waiting -> assertThat(waiting.until()).isEqualTo(time.instant().plusSeconds(1)));
  }

  /** IOS cuts the name short where the prompt tells the configuration mode. */
  @Test
  void knowsItsPromptWhereTheNameIsCut() throws Exception {
    var name = "EDGE-OF-THE-CAMPUS-IN-LONDON";
    var outcome = new CompletableFuture<CliOutcome>();
    Thread.startVirtualThread(() -> outcome.complete(session.configure(List.of("vlan 7"))));
    var line = dialled.take();
    line.say("\r\n" + name + "#");
    for (var mode : List.of("", "", "(config)", "(config-vlan)", "")) {
      var typed = line.next();
      var shown = mode.isEmpty() ? name : name.substring(0, 20);
      line.say(typed + "\r\n" + shown + mode + "#");
    }
    assertThat(outcome.get()).isInstanceOf(Accepted.class);
  }

  @Test
  void typesNoQuestionMark() {
    assertThatThrownBy(() -> session.configure(List.of("interface Gi1/1", "description whose?")))
        .hasMessageContaining("no question mark");
  }
}

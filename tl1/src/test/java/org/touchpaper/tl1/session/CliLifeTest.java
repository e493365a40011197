package org.touchpaper.tl1.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.tl1.session.CliOutcome.Accepted;
import org.touchpaper.tl1.session.CliOutcome.NotSent;
import org.touchpaper.tl1.session.CliOutcome.Rejected;
import org.touchpaper.tl1.session.CliOutcome.Unknown;
import org.touchpaper.tl1.session.SessionState.Connected;
import org.touchpaper.tl1.session.SessionState.Idle;

/** How a command-line session logs in, and how it knows that it still is. */
@Timeout(300)
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

  private CompletableFuture<CliOutcome> asked(ScriptedLine line, String command) throws Exception {
    var outcome = showing(command);
    assertThat(line.next()).isEqualTo(command);
    return outcome;
  }

  /** The answer to "show vlan", of which every piece comes in time. */
  private void sayInPieces(ScriptedLine line) throws Exception {
    line.say("show vlan\r\n");
    for (var piece = 0; piece < 5; piece++) {
      time.awaitCallIn(Duration.ofSeconds(10));
      time.advance(Duration.ofSeconds(9));
      line.say("7    library   active\r\n");
    }
  }

  private static void setsItsTerminal(ScriptedLine line) throws InterruptedException {
    assertThat(line.next()).isEqualTo("terminal length 0");
    line.say("terminal length 0\r\nEDGE#");
    assertThat(line.next()).isEqualTo("terminal width 511");
    line.say("terminal width 511\r\nEDGE#");
  }

  private ScriptedLine admitted() throws InterruptedException {
    var line = dialled.take();
    line.say("\r\nEDGE#");
    setsItsTerminal(line);
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
    time.advance(Duration.ofSeconds(1));
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
    assertThat(second.get()).isEqualTo(new Rejected("show clock", "%Command not available"));
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

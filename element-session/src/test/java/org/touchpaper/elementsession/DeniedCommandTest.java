package org.touchpaper.elementsession;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.elementsession.ScriptedElement.ctag;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.Denied;
import org.touchpaper.elementsession.connection.SessionState;
import org.touchpaper.tl1.message.InputCommand;

/**
 * PLNA and a bare denial mean either a missing login or only that this command is denied; a
 * keep-alive distinguishes the two.
 */
class DeniedCommandTest extends Tl1SessionFixture {

  private static final String PLNA = "   PLNA\n;";
  private static final String BARE_DENIAL = ";";

  private void deny(String code, String denialBody) throws Exception {
    var command = element.nextCommand();
    assertThat(command).startsWith(code);
    element.answer(ctag(command), "DENY", denialBody);
  }

  private void complete(String code) throws Exception {
    var command = element.nextCommand();
    assertThat(command).startsWith(code);
    element.answer(ctag(command), "COMPLD", ";");
  }

  /** For example RTRV-ALM-ALL, for an account without access to alarms. */
  @ParameterizedTest
  @ValueSource(strings = {PLNA, BARE_DENIAL})
  void staysLoggedInIfOneCommandIsDenied(String denialBody) throws Exception {
    var write = sendAsync(WRITE);
    var ctag = ctag(element.nextCommand());
    for (var time = 0; time < 3; time++) {
      var read = sendAsync(READ);
      deny("RTRV-GTP", denialBody);
      complete("RTRV-HDR");
      assertThat(read.get()).isInstanceOf(Denied.class);
    }
    element.answer(ctag, "COMPLD", ";");
    assertThat(write.get()).isInstanceOf(Completed.class);
    assertThat(element.logins()).isEqualTo(1);
  }

  /** The next command is then sent on a connection that is logged in. */
  @ParameterizedTest
  @ValueSource(strings = {PLNA, BARE_DENIAL})
  void logsInAgainIfTheKeepAliveIsDeniedToo(String denialBody) throws Exception {
    awaitProcessed("the login");
    var denied = sendAsync(WRITE);
    deny("ENT-GTP", denialBody);
    var keepAlive = element.nextCommand();
    assertThat(keepAlive).startsWith("RTRV-HDR");
    assertThat(denied).isNotDone();
    element.answer(ctag(keepAlive), "DENY", denialBody);
    assertThat(denied.get()).isInstanceOf(Denied.class);
    var again = sendAsync(WRITE);
    complete("RTRV-HDR"); // sent after a login to find the meaning of its denial
    complete("ENT-GTP");
    assertThat(again.get()).isInstanceOf(Completed.class);
    assertThat(element.logins()).isEqualTo(2);
  }

  @Test
  void logsInAgainIfTheKeepAliveIsNotAnswered() throws Exception {
    awaitProcessed("the login");
    var denied = sendAsync(WRITE);
    deny("ENT-GTP", PLNA);
    assertThat(element.nextCommand()).startsWith("RTRV-HDR");
    time.awaitScheduled(Duration.ofSeconds(10));
    time.advance(Duration.ofSeconds(10));
    assertThat(denied.get()).isEqualTo(new Denied("PLNA", ""));
    awaitProcessed("the second login");
    assertThat(element.logins()).isEqualTo(2);
  }

  @Test
  void sendsOneKeepAliveForManyDenials() throws Exception {
    var outcomes = new ArrayList<CompletableFuture<Tl1Outcome>>();
    var threads = new ArrayList<Thread>();
    var ctags = new ArrayList<String>();
    for (var i = 0; i < 5; i++) {
      var outcome = new CompletableFuture<Tl1Outcome>();
      outcomes.add(outcome);
      threads.add(Thread.startVirtualThread(() -> outcome.complete(session.send(READ))));
      ctags.add(ctag(element.nextCommand()));
    }
    for (var ctag : ctags) {
      element.answer(ctag, "DENY", PLNA);
    }
    Eventually.awaitTrue(() -> threads.stream().allMatch(DeniedCommandTest::isWaitingForProbe));
    complete("RTRV-HDR");
    for (var outcome : outcomes) {
      assertThat(outcome.get()).isInstanceOf(Denied.class);
    }
    awaitProcessed("the denials"); // the next command
    assertThat(element.logins()).isEqualTo(1);
  }

  private static boolean isWaitingForProbe(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals("awaitLossDetection"));
  }

  /** This user may use neither command; one new login shows that. */
  @ParameterizedTest
  @ValueSource(strings = {PLNA, BARE_DENIAL})
  void keepsTheConnectionIfKeepAlivesAreAlwaysDenied(String denialBody) throws Exception {
    var first = sendAsync(READ);
    deny("RTRV-GTP", denialBody);
    deny("RTRV-HDR", denialBody);
    assertThat(first.get()).isInstanceOf(Denied.class);
    for (var time = 0; time < 3; time++) {
      var next = sendAsync(READ);
      if (time == 0) {
        deny("RTRV-HDR", denialBody); // directly after the login
      }
      deny("RTRV-GTP", denialBody);
      deny("RTRV-HDR", denialBody);
      assertThat(next.get()).isInstanceOf(Denied.class);
    }
    assertThat(element.logins()).isEqualTo(2);
  }

  /** The element repeats an earlier answer only to a logged-in user. */
  @Test
  void detectsALostLoginAlthoughKeepAlivesAreAlwaysDenied() throws Exception {
    keepsTheConnectionIfKeepAlivesAreAlwaysDenied(PLNA);
    awaitProcessed("the second login");
    var own = sendAsync(WRITE);
    deny("ENT-GTP", PLNA);
    complete("RTRV-GTP");
    assertThat(own.get()).isInstanceOf(Denied.class);
    assertThat(element.logins()).isEqualTo(2);
    var lost = sendAsync(WRITE);
    deny("ENT-GTP", PLNA);
    deny("RTRV-GTP", PLNA);
    assertThat(lost.get()).isInstanceOf(Denied.class);
    awaitProcessed("the third login");
    assertThat(element.logins()).isEqualTo(3);
  }

  /** RTRV-HDR does not reveal the lost login, but the second denial in a row does. */
  @Test
  void detectsALostLoginIfKeepAlivesAreAnsweredWithoutALogin() throws Exception {
    awaitProcessed("the login");
    for (var expectedCode : List.of("RTRV-HDR", "RTRV-GTP")) {
      var lost = sendAsync(WRITE);
      deny("ENT-GTP", BARE_DENIAL);
      if (expectedCode.equals("RTRV-HDR")) {
        complete(expectedCode);
      } else {
        deny(expectedCode, BARE_DENIAL);
      }
      assertThat(lost.get()).isInstanceOf(Denied.class);
    }
    for (var time = 0; time < 3; time++) { // a denial may be permanent
      var denied = sendAsync(WRITE);
      deny("ENT-GTP", BARE_DENIAL);
      complete("RTRV-HDR");
      assertThat(denied.get()).isInstanceOf(Denied.class);
    }
    assertThat(element.logins()).isEqualTo(2);
  }

  /** The element sends data, so it is alive and busy; pending commands are not aborted. */
  @Test
  void keepsTheConnectionIfTheProbeTimesOutAmidOtherData() throws Exception {
    awaitProcessed("the login");
    var write = sendAsync(WRITE);
    var ctag = ctag(element.nextCommand());
    var denied = sendAsync(READ);
    deny("RTRV-GTP", PLNA);
    assertThat(element.nextCommand()).startsWith("RTRV-HDR");
    var other = sendAsync(InputCommand.of("RTRV-HDR")); // answered, so the probe before is written
    complete("RTRV-HDR");
    assertThat(other.get()).isInstanceOf(Completed.class);
    time.advance(Duration.ofSeconds(5));
    element.send("IP " + ctag + "\n<");
    time.awaitScheduled(Duration.ofSeconds(10)); // the acknowledgement has arrived
    time.advance(Duration.ofSeconds(5));
    assertThat(denied.get()).isEqualTo(new Denied("PLNA", ""));
    var again = sendAsync(READ);
    deny("RTRV-GTP", PLNA);
    var list = element.nextCommand();
    assertThat(list).startsWith("RTRV-GTP");
    element.answer(ctag(list), "DELAY", ";");
    assertThat(again.get()).isEqualTo(new Denied("PLNA", ""));
    element.answer(ctag, "COMPLD", ";");
    assertThat(write.get()).isInstanceOf(Completed.class);
    assertThat(element.logins()).isEqualTo(1);
  }

  /** Long lists are not requested after every second denial. */
  @Test
  void anAnsweredListProvesTheLogin() throws Exception {
    awaitProcessed("the login");
    denyWritesAndExpectProbes("RTRV-HDR", "RTRV-GTP", "RTRV-HDR");
    assertThat(element.logins()).isEqualTo(1);
  }

  @Test
  void probesWithTheShortestListOfTheElementItself() throws Exception {
    awaitProcessed("the login");
    answerList(InputCommand.of("RTRV-EQPT").withAid("ALL"), "   \"1-A-1\"\n   \"1-A-2\"\n;");
    answerList(InputCommand.of("RTRV-ALM-ALL").withTid("PARIS"), ";");
    denyWritesAndExpectProbes("RTRV-HDR", "RTRV-GTP");
    answerList(InputCommand.of("RTRV-SNC").withAid("ALL"), ";");
    denyWritesAndExpectProbes("RTRV-HDR", "RTRV-SNC");
    answerList(
        InputCommand.of("RTRV-SNC").withAid("ALL"),
        "   \"SNC-1\"\n   \"SNC-2\"\n;"); // the list has grown
    answerList(InputCommand.of("RTRV-EQPT").withAid("ALL"), "   \"1-A-1\"\n;");
    denyWritesAndExpectProbes("RTRV-HDR", "RTRV-EQPT");
  }

  /** Elements may return their type and the time of day without a login. */
  @Test
  void probesOnlyWithListQueries() throws Exception {
    awaitProcessed("the login");
    answerList(InputCommand.of("RTRV-TOD"), "   \"2026,12,01,21,00,00,0\"\n;");
    denyWritesAndExpectProbes("RTRV-HDR", "RTRV-GTP");
    answerList(InputCommand.of("RTRV-PATCH"), ";");
    denyWritesAndExpectProbes("RTRV-HDR", "RTRV-PATCH");
  }

  /** A denied command waits for the list, which does not arrive. */
  @Test
  void doesNotRepeatAListThatWasNotAnswered() throws Exception {
    awaitProcessed("the login");
    denyWritesAndExpectProbes("RTRV-HDR");
    var denied = sendAsync(WRITE);
    deny("ENT-GTP", BARE_DENIAL);
    var list = element.nextCommand();
    assertThat(list).startsWith("RTRV-GTP");
    element.answer(ctag(list), "DELAY", ";");
    assertThat(denied.get()).isInstanceOf(Denied.class);
    denyWritesAndExpectProbes("RTRV-HDR", "RTRV-GTP");
    assertThat(element.logins()).isEqualTo(1);
  }

  private void answerList(InputCommand list, String rows) throws Exception {
    var outcome = sendAsync(list);
    element.answer(ctag(element.nextCommand()), "COMPLD", rows);
    assertThat(outcome.get()).isInstanceOf(Completed.class);
  }

  private void denyWritesAndExpectProbes(String... codes) throws Exception {
    for (var code : codes) {
      var denied = sendAsync(WRITE);
      deny("ENT-GTP", BARE_DENIAL);
      complete(code);
      assertThat(denied.get()).isInstanceOf(Denied.class);
    }
  }

  /** An unanswered probe is repeated after the next login. */
  @Test
  void repeatsTheProbeAfterEachLoginUntilItIsAnswered() throws Exception {
    var denied = sendAsync(READ);
    deny("RTRV-GTP", PLNA);
    deny("RTRV-HDR", PLNA);
    assertThat(denied.get()).isInstanceOf(Denied.class);
    for (var answer : List.of("DELAY", "COMPLD")) {
      var read = sendAsync(READ);
      var keepAlive = element.nextCommand();
      assertThat(keepAlive).startsWith("RTRV-HDR");
      element.answer(ctag(keepAlive), answer, ";");
      complete("RTRV-GTP");
      assertThat(read.get()).isInstanceOf(Completed.class);
      element.hangUp();
      Eventually.awaitTrue(() -> session.state() instanceof SessionState.Idle);
    }
    awaitProcessed("the last login");
  }
}

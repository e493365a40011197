package org.touchpaper.tl1.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.tl1.session.ScriptedElement.ctag;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.Denied;

/**
 * PLNA and a bare denial say that nobody is logged in, or no more than that this command was
 * denied: the sign of life tells.
 */
class DeniedCommandTest extends SessionWithElement {

  private static final String PLNA = "   PLNA\n;";
  private static final String BARE = ";";

  private void deny(String code, String words) throws Exception {
    var command = element.next();
    assertThat(command).startsWith(code);
    element.answer(ctag(command), "DENY", words);
  }

  private void complete(String code) throws Exception {
    var command = element.next();
    assertThat(command).startsWith(code);
    element.answer(ctag(command), "COMPLD", ";");
  }

  /** Such as RTRV-ALM-ALL, of an account that may not ask for alarms. */
  @ParameterizedTest
  @ValueSource(strings = {PLNA, BARE})
  void staysLoggedInWhereOneCommandIsDenied(String words) throws Exception {
    var write = sending(WRITE);
    var ctag = ctag(element.next());
    for (var time = 0; time < 3; time++) {
      var read = sending(READ);
      deny("RTRV-GTP", words);
      complete("RTRV-HDR");
      assertThat(read.get()).isInstanceOf(Denied.class);
    }
    element.answer(ctag, "COMPLD", ";");
    assertThat(write.get()).isInstanceOf(Completed.class);
    assertThat(element.logins()).isEqualTo(1);
  }

  /** So what is sent next is sent to an element that knows us. */
  @ParameterizedTest
  @ValueSource(strings = {PLNA, BARE})
  void logsInAgainWhereTheSignOfLifeIsDeniedAlike(String words) throws Exception {
    settle("the login");
    var denied = sending(WRITE);
    deny("ENT-GTP", words);
    var life = element.next();
    assertThat(life).startsWith("RTRV-HDR");
    assertThat(denied).isNotDone();
    element.answer(ctag(life), "DENY", words);
    assertThat(denied.get()).isInstanceOf(Denied.class);
    var again = sending(WRITE);
    complete("RTRV-HDR"); // what its denial means is asked right after a login
    complete("ENT-GTP");
    assertThat(again.get()).isInstanceOf(Completed.class);
    assertThat(element.logins()).isEqualTo(2);
  }

  @Test
  void logsInAgainWhereTheSignOfLifeIsNotAnswered() throws Exception {
    settle("the login");
    var denied = sending(WRITE);
    deny("ENT-GTP", PLNA);
    assertThat(element.next()).startsWith("RTRV-HDR");
    time.awaitCallIn(Duration.ofSeconds(10));
    time.advance(Duration.ofSeconds(10));
    assertThat(denied.get()).isEqualTo(new Denied("PLNA", ""));
    settle("the second login");
    assertThat(element.logins()).isEqualTo(2);
  }

  @Test
  void asksForOneSignOfLifeHoweverManyAreDenied() throws Exception {
    var outcomes = new ArrayList<CompletableFuture<Tl1Outcome>>();
    var threads = new ArrayList<Thread>();
    var ctags = new ArrayList<String>();
    for (var i = 0; i < 5; i++) {
      var outcome = new CompletableFuture<Tl1Outcome>();
      outcomes.add(outcome);
      threads.add(Thread.startVirtualThread(() -> outcome.complete(session.send(READ))));
      ctags.add(ctag(element.next()));
    }
    for (var ctag : ctags) {
      element.answer(ctag, "DENY", PLNA);
    }
    Eventually.is(() -> threads.stream().allMatch(DeniedCommandTest::waitsForASignOfLife));
    complete("RTRV-HDR");
    for (var outcome : outcomes) {
      assertThat(outcome.get()).isInstanceOf(Denied.class);
    }
    settle("the denials"); // the next that it hears
    assertThat(element.logins()).isEqualTo(1);
  }

  private static boolean waitsForASignOfLife(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals("awaitHeeded"));
  }

  /** This user may have neither: one login more tells. */
  @ParameterizedTest
  @ValueSource(strings = {PLNA, BARE})
  void staysWithAnElementThatDeniesTheSignOfLifeAlways(String words) throws Exception {
    var first = sending(READ);
    deny("RTRV-GTP", words);
    deny("RTRV-HDR", words);
    assertThat(first.get()).isInstanceOf(Denied.class);
    for (var time = 0; time < 3; time++) {
      var next = sending(READ);
      if (time == 0) {
        deny("RTRV-HDR", words); // right after the login
      }
      deny("RTRV-GTP", words);
      deny("RTRV-HDR", words);
      assertThat(next.get()).isInstanceOf(Denied.class);
    }
    assertThat(element.logins()).isEqualTo(2);
  }

  /** It is what it answered to us that it will not answer to somebody who is not logged in. */
  @Test
  void findsALostLoginThoughTheSignOfLifeIsDeniedAlways() throws Exception {
    staysWithAnElementThatDeniesTheSignOfLifeAlways(PLNA);
    settle("the second login");
    var own = sending(WRITE);
    deny("ENT-GTP", PLNA);
    complete("RTRV-GTP");
    assertThat(own.get()).isInstanceOf(Denied.class);
    assertThat(element.logins()).isEqualTo(2);
    var lost = sending(WRITE);
    deny("ENT-GTP", PLNA);
    deny("RTRV-GTP", PLNA);
    assertThat(lost.get()).isInstanceOf(Denied.class);
    settle("the third login");
    assertThat(element.logins()).isEqualTo(3);
  }

  /** Then RTRV-HDR does not tell of a login that is lost, and the next denial after it does. */
  @Test
  void findsALostLoginOfAnElementThatGivesSignsOfLifeToAnybody() throws Exception {
    settle("the login");
    for (var asked : List.of("RTRV-HDR", "RTRV-GTP")) {
      var lost = sending(WRITE);
      deny("ENT-GTP", BARE);
      if (asked.equals("RTRV-HDR")) {
        complete(asked);
      } else {
        deny(asked, BARE);
      }
      assertThat(lost.get()).isInstanceOf(Denied.class);
    }
    for (var time = 0; time < 3; time++) { // what was denied once may be denied for ever
      var denied = sending(WRITE);
      deny("ENT-GTP", BARE);
      complete("RTRV-HDR");
      assertThat(denied.get()).isInstanceOf(Denied.class);
    }
    assertThat(element.logins()).isEqualTo(2);
  }

  /** It talks, so it is there, and busy with what it was asked before: that is not broken off. */
  @Test
  void breaksNothingOffWhereWhoTalksDoesNotTellWhetherTheLoginIsLost() throws Exception {
    settle("the login");
    var write = sending(WRITE);
    var ctag = ctag(element.next());
    var denied = sending(READ);
    deny("RTRV-GTP", PLNA);
    assertThat(element.next()).startsWith("RTRV-HDR");
    time.advance(Duration.ofSeconds(5));
    element.say("IP " + ctag + "\n<");
    time.awaitCallIn(Duration.ofSeconds(10)); // it has heard that
    time.advance(Duration.ofSeconds(5));
    assertThat(denied.get()).isEqualTo(new Denied("PLNA", ""));
    var again = sending(READ);
    deny("RTRV-GTP", PLNA);
    var list = element.next();
    assertThat(list).startsWith("RTRV-GTP");
    element.answer(ctag(list), "DELAY", ";");
    assertThat(again.get()).isEqualTo(new Denied("PLNA", ""));
    element.answer(ctag, "COMPLD", ";");
    assertThat(write.get()).isInstanceOf(Completed.class);
    assertThat(element.logins()).isEqualTo(1);
  }

  /** Long lists are not asked for with every second thing that is denied. */
  @Test
  void suspectsNobodyAnyMoreWhoAnsweredTheList() throws Exception {
    settle("the login");
    isDeniedAWriteAndAsks("RTRV-HDR", "RTRV-GTP", "RTRV-HDR");
    assertThat(element.logins()).isEqualTo(1);
  }

  @Test
  void asksForTheShortestListThatTheElementItselfGave() throws Exception {
    settle("the login");
    gives(InputCommand.of("RTRV-EQPT").at("ALL"), "   \"1-A-1\"\n   \"1-A-2\"\n;");
    gives(InputCommand.of("RTRV-ALM-ALL").to("PARIS"), ";");
    isDeniedAWriteAndAsks("RTRV-HDR", "RTRV-GTP");
    gives(InputCommand.of("RTRV-SNC").at("ALL"), ";");
    isDeniedAWriteAndAsks("RTRV-HDR", "RTRV-SNC");
    gives(InputCommand.of("RTRV-SNC").at("ALL"), "   \"SNC-1\"\n   \"SNC-2\"\n;"); // it has grown
    gives(InputCommand.of("RTRV-EQPT").at("ALL"), "   \"1-A-1\"\n;");
    isDeniedAWriteAndAsks("RTRV-HDR", "RTRV-EQPT");
  }

  /** Anybody may be told what it is and what time it is, whoever asked. */
  @Test
  void asksForNothingThatIsNoList() throws Exception {
    settle("the login");
    gives(InputCommand.of("RTRV-TOD"), "   \"2026,12,01,21,00,00,0\"\n;");
    isDeniedAWriteAndAsks("RTRV-HDR", "RTRV-GTP");
    gives(InputCommand.of("RTRV-PATCH"), ";");
    isDeniedAWriteAndAsks("RTRV-HDR", "RTRV-PATCH");
  }

  /** Whoever is denied something waits as long as a list takes that does not come. */
  @Test
  void doesNotAskTwiceInARowForAListThatDoesNotCome() throws Exception {
    settle("the login");
    isDeniedAWriteAndAsks("RTRV-HDR");
    var denied = sending(WRITE);
    deny("ENT-GTP", BARE);
    var list = element.next();
    assertThat(list).startsWith("RTRV-GTP");
    element.answer(ctag(list), "DELAY", ";");
    assertThat(denied.get()).isInstanceOf(Denied.class);
    isDeniedAWriteAndAsks("RTRV-HDR", "RTRV-GTP");
    assertThat(element.logins()).isEqualTo(1);
  }

  private void gives(InputCommand list, String rows) throws Exception {
    var asked = sending(list);
    element.answer(ctag(element.next()), "COMPLD", rows);
    assertThat(asked.get()).isInstanceOf(Completed.class);
  }

  private void isDeniedAWriteAndAsks(String... codes) throws Exception {
    for (var code : codes) {
      var denied = sending(WRITE);
      deny("ENT-GTP", BARE);
      complete(code);
      assertThat(denied.get()).isInstanceOf(Denied.class);
    }
  }

  /** What is not known yet is asked with the login after it. */
  @Test
  void asksAfterEachLoginWhatADenialMeansUntilThatIsAnswered() throws Exception {
    var denied = sending(READ);
    deny("RTRV-GTP", PLNA);
    deny("RTRV-HDR", PLNA);
    assertThat(denied.get()).isInstanceOf(Denied.class);
    for (var answer : List.of("DELAY", "COMPLD")) {
      var read = sending(READ);
      var life = element.next();
      assertThat(life).startsWith("RTRV-HDR");
      element.answer(ctag(life), answer, ";");
      complete("RTRV-GTP");
      assertThat(read.get()).isInstanceOf(Completed.class);
      element.hangUp();
      Eventually.is(() -> session.state() instanceof SessionState.Idle);
    }
    settle("the last login");
  }
}

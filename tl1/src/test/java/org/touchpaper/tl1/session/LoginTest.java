package org.touchpaper.tl1.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.tl1.session.ScriptedElement.ctag;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.touchpaper.tl1.session.SessionState.LoggingIn;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;

/** How a session logs in. */
class LoginTest extends SessionWithElement {

  @Test
  void tellsThatItIsLoggingIn() throws Exception {
    element.leavingLoginsToTheTest();
    var outcome = sending(READ);
    var login = element.next();
    assertThat(session.state()).isEqualTo(new LoggingIn(START));
    element.answer(ctag(login), "COMPLD", ";");
    element.answer(ctag(element.next()), "COMPLD", ";");
    assertThat(outcome.get()).isInstanceOf(Completed.class);
    element.close();
  }

  @Test
  void pausesBetweenLoginAndFirstCommandWhereAsked() throws Exception {
    var settling = Manners.usual().settling(Duration.ofMillis(500));
    try (var calient = open(element.endpoint(), "lightpath", settling)) {
      var outcome = sending(calient, READ);
      time.awaitCallIn(Duration.ofMillis(500));
      assertThat(element.logins()).isEqualTo(1);
      assertThat(element.heardNothingMore()).isTrue();
      time.advance(Duration.ofMillis(500));
      element.answer(ctag(element.next()), "COMPLD", ";");
      assertThat(outcome.get()).isInstanceOf(Completed.class);
    }
  }

  @Test
  void learnsToPauseFromAnElementThatFindsItTooFast() throws Exception {
    var early = sending(READ);
    element.answer(ctag(element.next()), "DENY", "   /* Login Not Active */\n;");
    assertThat(early.get().toString()).contains("Login Not Active");
    var patient = sending(READ);
    time.awaitCallIn(Duration.ofMillis(500));
    assertThat(element.heardNothingMore()).isTrue();
    time.advance(Duration.ofMillis(500));
    element.answer(ctag(element.next()), "COMPLD", ";");
    assertThat(patient.get()).isInstanceOf(Completed.class);
    assertThat(element.logins()).isEqualTo(2);
  }

  @Test
  void logsInOneAtATimeWhereAsked() throws Exception {
    element.leavingLoginsToTheTest();
    try (var other = new ScriptedElement().leavingLoginsToTheTest()) {
      var manners = Manners.usual().inTurn(new LoginTurn());
      var first = open(element.endpoint(), "lightpath", manners);
      var second = open(other.endpoint(), "lightpath", manners);
      var firstOutcome = sending(first, READ);
      var login = element.next();
      var secondOutcome = sending(second, READ);
      Eventually.is(() -> second.state() instanceof LoggingIn);
      assertThat(other.heardNothingMore()).isTrue();
      element.answer(ctag(login), "COMPLD", ";");
      other.answer(ctag(other.next()), "COMPLD", ";");
      element.answer(ctag(element.next()), "COMPLD", ";");
      other.answer(ctag(other.next()), "COMPLD", ";");
      assertThat(firstOutcome.get()).isInstanceOf(Completed.class);
      assertThat(secondOutcome.get()).isInstanceOf(Completed.class);
      element.hangUp();
      other.hangUp();
    }
  }

  @Test
  void quotesAPasswordThatWouldBreakTheFraming() throws Exception {
    element.leavingLoginsToTheTest();
    try (var careful = open(element.endpoint(), "a;b:\"c\"", Manners.usual())) {
      var _ = sending(careful, READ);
      assertThat(element.next()).endsWith("::\"a");
      element.hangUp();
    }
  }

  @Test
  void takesNoPasswordThatTl1CannotCarryAndDoesNotTellIt() {
    assertThatThrownBy(() -> Credentials.tl1("touchpaper", "gehe\u00efm"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("printable ASCII")
        .hasMessageNotContaining("gehe");
  }
}

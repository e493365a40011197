package org.touchpaper.elementsession;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.elementsession.ScriptedElement.ctag;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.connection.SessionState.LoggingIn;

/** Login of a TL1 session. */
class Tl1LoginTest extends Tl1SessionFixture {

  @Test
  void reportsThatItIsLoggingIn() throws Exception {
    element.withManualLogins();
    var outcome = sendAsync(READ);
    var login = element.nextCommand();
    assertThat(session.state()).isEqualTo(new LoggingIn(START));
    element.answer(ctag(login), "COMPLD", ";");
    element.answer(ctag(element.nextCommand()), "COMPLD", ";");
    assertThat(outcome.get()).isInstanceOf(Completed.class);
    element.close();
  }

  @Test
  void pausesAfterTheLoginIfConfigured() throws Exception {
    var settling = Tl1LoginRequirements.defaults().withSettleDelay(Duration.ofMillis(500));
    try (var calient = open(element.endpoint(), "lightpath", settling)) {
      var outcome = sendAsync(calient, READ);
      time.awaitScheduled(Duration.ofMillis(500));
      assertThat(element.logins()).isEqualTo(1);
      assertThat(element.hasNoMoreCommands()).isTrue();
      time.advance(Duration.ofMillis(500));
      element.answer(ctag(element.nextCommand()), "COMPLD", ";");
      assertThat(outcome.get()).isInstanceOf(Completed.class);
    }
  }

  @Test
  void pausesLongerAfterTheElementRejectedAnEarlyCommand() throws Exception {
    var early = sendAsync(READ);
    element.answer(ctag(element.nextCommand()), "DENY", "   /* Login Not Active */\n;");
    assertThat(early.get().toString()).contains("Login Not Active");
    var patient = sendAsync(READ);
    time.awaitScheduled(Duration.ofMillis(500));
    assertThat(element.hasNoMoreCommands()).isTrue();
    time.advance(Duration.ofMillis(500));
    element.answer(ctag(element.nextCommand()), "COMPLD", ";");
    assertThat(patient.get()).isInstanceOf(Completed.class);
    assertThat(element.logins()).isEqualTo(2);
  }

  @Test
  void serialisesLoginsIfConfigured() throws Exception {
    element.withManualLogins();
    try (var otherElement = new ScriptedElement().withManualLogins()) {
      var sharedProfile =
          Tl1LoginRequirements.defaults().withLoginSerializer(new LoginSerializer());
      var first = open(element.endpoint(), "lightpath", sharedProfile);
      var second = open(otherElement.endpoint(), "lightpath", sharedProfile);
      var firstOutcome = sendAsync(first, READ);
      var login = element.nextCommand();
      var secondOutcome = sendAsync(second, READ);
      Eventually.awaitTrue(() -> second.state() instanceof LoggingIn);
      assertThat(otherElement.hasNoMoreCommands()).isTrue();
      element.answer(ctag(login), "COMPLD", ";");
      otherElement.answer(ctag(otherElement.nextCommand()), "COMPLD", ";");
      element.answer(ctag(element.nextCommand()), "COMPLD", ";");
      otherElement.answer(ctag(otherElement.nextCommand()), "COMPLD", ";");
      assertThat(firstOutcome.get()).isInstanceOf(Completed.class);
      assertThat(secondOutcome.get()).isInstanceOf(Completed.class);
      element.hangUp();
      otherElement.hangUp();
    }
  }

  @Test
  void quotesAPasswordThatWouldBreakTheFraming() throws Exception {
    element.withManualLogins();
    try (var careful = open(element.endpoint(), "a;b:\"c\"", Tl1LoginRequirements.defaults())) {
      var _ = sendAsync(careful, READ);
      assertThat(element.nextCommand()).endsWith("::\"a");
      element.hangUp();
    }
  }

  @Test
  void rejectsAPasswordThatTl1CannotCarryWithoutRevealingIt() {
    assertThatThrownBy(() -> Credentials.tl1("touchpaper", "gehe\u00efm"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("printable ASCII")
        .hasMessageNotContaining("gehe");
  }
}

package org.touchpaper.tl1.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.tl1.session.ScriptedElement.ctag;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;

/** An element that tells of changes only to who asks is asked with each session. */
class ReportingTest extends SessionWithElement {

  ReportingTest() {
    super(Manners.usual().askingForReports(InputCommand.of("ALW-MSG-DBCHG")));
  }

  private String request() throws InterruptedException {
    var request = element.next();
    assertThat(request).startsWith("ALW-MSG-DBCHG:LONDON::");
    return ctag(request);
  }

  private void answersTheRead(CompletableFuture<Tl1Outcome> read) throws Exception {
    var asked = element.next();
    assertThat(asked).startsWith("RTRV-GTP");
    element.answer(ctag(asked), "COMPLD", ";");
    assertThat(read.get()).isInstanceOf(Completed.class);
  }

  private void loses() throws IOException {
    element.hangUp();
    Eventually.is(() -> session.state() instanceof SessionState.Idle);
  }

  @Test
  void asksBeforeAnythingElseIsSent() throws Exception {
    for (var login = 0; login < 2; login++) {
      var read = sending(READ);
      element.answer(request(), "COMPLD", ";");
      answersTheRead(read);
      loses();
    }
  }

  /** Even one that would mean of any other command that nobody is logged in. */
  @ParameterizedTest
  @ValueSource(strings = {"   IICM\n;", "   PLNA\n;", ";"})
  void aDenialHarmsNothing(String denial) throws Exception {
    for (var login = 1; login <= 2; login++) {
      var read = sending(READ);
      element.answer(request(), "DENY", denial);
      answersTheRead(read);
      answersTheRead(sending(READ));
      assertThat(element.logins()).isEqualTo(login);
      loses();
    }
  }

  /** One that takes no notice of what it does not know would never have a session again. */
  @Test
  void asksTwiceOnlyWhereNothingIsAnswered() throws Exception {
    isSilentWhenItIsAsked();
    isSilentWhenItIsAsked();
    answersTheRead(sending(READ));
  }

  @Test
  void asksAgainWhereTheConnectionWasLostBeforeTheAnswer() throws Exception {
    var inVain = sending(READ);
    request();
    element.hangUp();
    assertThat(inVain.get()).isInstanceOf(NotSent.class);
    Eventually.is(() -> session.state() instanceof SessionState.Idle);
    var read = sending(READ);
    element.answer(request(), "COMPLD", ";");
    answersTheRead(read);
  }

  private void isSilentWhenItIsAsked() throws Exception {
    var lost = new CompletableFuture<SessionEvent>();
    session.watch(event -> {
      if (event instanceof SessionEvent.Lost) {
        lost.complete(event); // told once it is settled when the next attempt is due
      }
    });
    var inVain = sending(READ);
    request();
    time.advance(Duration.ofSeconds(10));
    assertThat(inVain.get()).isInstanceOf(NotSent.class);
    lost.get();
    time.advance(Duration.ofMinutes(1)); // whatever it waits for
  }

  /** Who answers in between has not been silent twice in a row. */
  @ParameterizedTest
  @ValueSource(strings = {"DENY", "PRTL"})
  void asksOnWhereOneThatWasSilentAnswered(String completion) throws Exception {
    isSilentWhenItIsAsked();
    var read = sending(READ);
    element.answer(request(), completion, ";");
    answersTheRead(read);
    loses();
    isSilentWhenItIsAsked();
    var last = sending(READ);
    element.answer(request(), "COMPLD", ";");
    answersTheRead(last);
  }

  /** As one whose control cards changed over while it was asked, twice. */
  @Test
  void asksWithEachTenthSessionWhereNothingWasAnsweredTwice() throws Exception {
    isSilentWhenItIsAsked();
    isSilentWhenItIsAsked();
    for (var unasked = 1; unasked < 10; unasked++) {
      answersTheRead(sending(READ));
      loses();
    }
    for (var asked = 1; asked <= 2; asked++) {
      var read = sending(READ);
      element.answer(request(), "COMPLD", ";");
      answersTheRead(read);
      loses();
    }
  }

  @Test
  void tellsOfTheFirstAnswerThatIsMissingAndThatItIsAskedRarely() {
    var reporting = new Reporting(Optional.of(InputCommand.of("ALW-MSG-DBCHG")));
    assertThat(reporting.heard(new Unknown("silence"))).contains("silence");
    assertThat(reporting.heard(new Unknown("silence")))
        .contains("silence, twice in a row: from now on it is asked with every tenth session");
    assertThat(reporting.heard(new Unknown("silence"))).isEmpty();
  }
}

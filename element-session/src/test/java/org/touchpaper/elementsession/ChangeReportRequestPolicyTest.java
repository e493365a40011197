package org.touchpaper.elementsession;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.elementsession.ScriptedElement.ctag;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.NotSent;
import org.touchpaper.elementsession.Tl1Outcome.Unknown;
import org.touchpaper.elementsession.connection.SessionEvent;
import org.touchpaper.elementsession.connection.SessionState;
import org.touchpaper.tl1.message.InputCommand;

/** Elements that report changes only on request receive the request in each session. */
class ChangeReportRequestPolicyTest extends Tl1SessionFixture {

  ChangeReportRequestPolicyTest() {
    super(Tl1LoginRequirements.defaults().withReportRequest(InputCommand.of("ALW-MSG-DBCHG")));
  }

  private String nextRequestCtag() throws InterruptedException {
    var request = element.nextCommand();
    assertThat(request).startsWith("ALW-MSG-DBCHG:LONDON::");
    return ctag(request);
  }

  private void answerRead(CompletableFuture<Tl1Outcome> read) throws Exception {
    var command = element.nextCommand();
    assertThat(command).startsWith("RTRV-GTP");
    element.answer(ctag(command), "COMPLD", ";");
    assertThat(read.get()).isInstanceOf(Completed.class);
  }

  private void loseConnection() throws IOException {
    element.hangUp();
    Eventually.awaitTrue(() -> session.state() instanceof SessionState.Idle);
  }

  @Test
  void sendsTheRequestBeforeAnyOtherCommand() throws Exception {
    for (var login = 0; login < 2; login++) {
      var read = sendAsync(READ);
      element.answer(nextRequestCtag(), "COMPLD", ";");
      answerRead(read);
      loseConnection();
    }
  }

  /** Even a denial that normally indicates a missing login. */
  @ParameterizedTest
  @ValueSource(strings = {"   IICM\n;", "   PLNA\n;", ";"})
  void aDenialHasNoFurtherEffect(String denial) throws Exception {
    for (var login = 1; login <= 2; login++) {
      var read = sendAsync(READ);
      element.answer(nextRequestCtag(), "DENY", denial);
      answerRead(read);
      answerRead(sendAsync(READ));
      assertThat(element.logins()).isEqualTo(login);
      loseConnection();
    }
  }

  /** Otherwise an element that ignores unknown commands could never be used. */
  @Test
  void stopsAfterTwoUnansweredRequests() throws Exception {
    leaveRequestUnanswered();
    leaveRequestUnanswered();
    answerRead(sendAsync(READ));
  }

  @Test
  void repeatsTheRequestIfTheConnectionWasLostBeforeTheAnswer() throws Exception {
    var unsent = sendAsync(READ);
    nextRequestCtag();
    element.hangUp();
    assertThat(unsent.get()).isInstanceOf(NotSent.class);
    Eventually.awaitTrue(() -> session.state() instanceof SessionState.Idle);
    var read = sendAsync(READ);
    element.answer(nextRequestCtag(), "COMPLD", ";");
    answerRead(read);
  }

  private void leaveRequestUnanswered() throws Exception {
    var disconnected = new CompletableFuture<SessionEvent>();
    session.addListener(event -> {
      if (event instanceof SessionEvent.Disconnected) {
        disconnected.complete(event); // sent once the next attempt is scheduled
      }
    });
    var unsent = sendAsync(READ);
    nextRequestCtag();
    time.advance(Duration.ofSeconds(10));
    assertThat(unsent.get()).isInstanceOf(NotSent.class);
    disconnected.get();
    time.advance(Duration.ofMinutes(1)); // passes any timeout
  }

  /** An answer in between resets the count of consecutive failures. */
  @ParameterizedTest
  @ValueSource(strings = {"DENY", "PRTL"})
  void continuesIfTheElementAnswersInBetween(String completion) throws Exception {
    leaveRequestUnanswered();
    var read = sendAsync(READ);
    element.answer(nextRequestCtag(), completion, ";");
    answerRead(read);
    loseConnection();
    leaveRequestUnanswered();
    var last = sendAsync(READ);
    element.answer(nextRequestCtag(), "COMPLD", ";");
    answerRead(last);
  }

  /** For example, if the element's control cards changed over during the request, twice. */
  @Test
  void repeatsAnUnansweredRequestInEveryTenthSession() throws Exception {
    leaveRequestUnanswered();
    leaveRequestUnanswered();
    for (var number = 1; number < 10; number++) {
      answerRead(sendAsync(READ));
      loseConnection();
    }
    for (var number = 10; number <= 11; number++) {
      var read = sendAsync(READ);
      element.answer(nextRequestCtag(), "COMPLD", ";");
      answerRead(read);
      loseConnection();
    }
  }

  @Test
  void reportsTheFirstMissingAnswerAndTheReducedRate() {
    var reporting = new ChangeReportRequestPolicy(Optional.of(InputCommand.of("ALW-MSG-DBCHG")));
    assertThat(reporting.onOutcome(new Unknown("silence"))).contains("silence");
    assertThat(reporting.onOutcome(new Unknown("silence")))
        .contains("silence, twice in a row; requested again in every tenth session");
    assertThat(reporting.onOutcome(new Unknown("silence"))).isEmpty();
  }
}

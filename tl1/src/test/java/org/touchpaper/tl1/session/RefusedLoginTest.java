package org.touchpaper.tl1.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.tl1.session.ScriptedElement.ctag;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.tl1.session.SessionState.Waiting;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.transport.AccessRefused;
import org.touchpaper.tl1.transport.Line;
import org.touchpaper.tl1.transport.Transport;

/** How long a session leaves an element alone that does not let it in, and what it says. */
class RefusedLoginTest extends SessionWithElement {

  @Test
  void saysWhenTheNextAttemptIsDueInsteadOfWaitingInSilence() throws Exception {
    element.leavingLoginsToTheTest();
    assertThat(refusesALogin("PIUI").reason()).contains("denied PIUI");
    assertThat(session.send(READ))
        .isInstanceOfSatisfying(
            NotSent.class,
            notSent ->
                assertThat(notSent.reason())
                    .contains("denied PIUI", "the next attempt is due at 2026-12-01T21:00:30Z"));
    assertThat(element.heardNothingMore()).isTrue();
  }

  /** Each refused login may be one more for the element to lock the account for. */
  @Test
  void triesARefusedLoginEachHourInTheEndAndAtOnceWhenItIsToldTo() throws Exception {
    element.leavingLoginsToTheTest();
    for (var refusals = 1; refusals <= 14; refusals++) {
      assertThat(refusesALogin("PIUI").reason()).contains("denied PIUI");
      var pause = Math.min(3600, 30L << (refusals - 1));
      assertThat(session.state())
          .isInstanceOfSatisfying(
              Waiting.class,
              waiting -> {
                assertThat(waiting.until()).isEqualTo(time.instant().plusSeconds(pause));
                time.advanceTo(waiting.until());
              });
    }
    refusesALogin("PIUI");
    assertThat(session.send(READ).toString()).contains("the next attempt is due at");
    session.retryNow();
    var good = sending(READ);
    element.answer(ctag(element.next()), "COMPLD", ";");
    element.answer(ctag(element.next()), "COMPLD", ";");
    assertThat(good.get()).isInstanceOf(Completed.class);
    element.close();
  }

  /** That a busy element, or one that has not noticed our loss, says so is no refusal of us. */
  @ParameterizedTest
  @ValueSource(strings = {"SARB", "RALB", "PIUI\n   /* User Already Logged In */"})
  void triesAgainEachMinuteWhereARefusalPasses(String denial) throws Exception {
    element.leavingLoginsToTheTest();
    for (var refusals = 1; refusals <= 9; refusals++) {
      refusesALogin(denial);
      assertThat(session.state())
          .isInstanceOfSatisfying(Waiting.class, waiting -> time.advanceTo(waiting.until()));
    }
    refusesALogin(denial);
    assertThat(session.state())
        .isInstanceOfSatisfying(
            Waiting.class,
            waiting -> assertThat(waiting.until()).isEqualTo(time.instant().plusSeconds(60)));
  }

  /** No code of a class, but a word that begins as one does. */
  @Test
  void takesNoOtherWordForACodeByWhichARefusalPasses() throws Exception {
    element.leavingLoginsToTheTest();
    refusesALogin("REFUSED");
    assertThat(session.state())
        .isInstanceOfSatisfying(
            Waiting.class, waiting -> assertThat(waiting.until()).isEqualTo(START.plusSeconds(30)));
  }

  /** The session before may still be in the element's books: it says so, and is not pressed. */
  @Test
  void waitsWhenTheElementSaysThatItsUserIsLoggedInAlready() throws Exception {
    element.leavingLoginsToTheTest();
    assertThat(refusesALogin("PIUI\n   /* User already logged in */").reason())
        .contains("denied PIUI User already logged in");
    assertThat(session.state())
        .isEqualTo(
            new Waiting(
                START.plusSeconds(1),
                "login on LONDON at 127.0.0.1:%d: denied PIUI User already logged in"
                    .formatted(element.endpoint().port())));
    var patient = sending(READ);
    time.awaitCallIn(Duration.ofSeconds(1));
    assertThat(element.heardNothingMore()).isTrue();
    time.advance(Duration.ofSeconds(1));
    element.answer(ctag(element.next()), "COMPLD", ";");
    element.answer(ctag(element.next()), "COMPLD", ";");
    assertThat(patient.get()).isInstanceOf(Completed.class);
    element.close();
  }

  /** A password that is refused may count as an intrusion each time, whoever asked for it. */
  @Test
  void isAsPatientWhenItIsSshThatRefusesIt() {
    Transport refusing =
        (_, _, _) -> {
          throw new AccessRefused("no SSH for touchpaper", new IOException("no more methods"));
        };
    try (var refused = open(new Endpoint("LONDON", "nowhere", 22, refusing))) {
      assertThat(refused.send(READ)).isInstanceOf(NotSent.class);
      assertThat(refused.state())
          .isInstanceOfSatisfying(
              Waiting.class,
              waiting -> assertThat(waiting.until()).isEqualTo(START.plusSeconds(30)));
    }
  }

  /** Whoever hears a password may have to ask somebody else: it is given an answer's time. */
  @ParameterizedTest
  @CsvSource({"10, 10", "60, 60", "1, 5"})
  void waitsToBeLetInAsLongAsForAnAnswerAndNoLessThanForAConnection(long answer, long login) {
    var limit = Duration.ofMinutes(5);
    var timing = time.timing().answering(Duration.ofSeconds(answer), limit);
    var waits = new CompletableFuture<List<Duration>>();
    assertThatThrownBy(() -> new Endpoint("LONDON", "nowhere", 22, recording(waits)).dial(timing))
        .hasMessageContaining("no room");
    assertThat(waits.join()).containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(login));
  }

  private static Transport recording(CompletableFuture<List<Duration>> waits) {
    return new Transport() {
      @Override
      public Line dial(String host, int port, Duration within) throws IOException {
        throw new IOException("it logs in");
      }

      @Override
      public Line dial(String host, int port, Duration within, Duration loginWithin)
          throws IOException {
        waits.complete(List.of(within, loginWithin));
        throw new IOException("no room");
      }
    };
  }

  /** What it says of a login goes far: into logs, books and pages. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/* ACT-USER:LONDON:touchpaper:7::light\"path; */",
        "/* LIGHT\"PATH is not known */",
        "\"touchpaper,light\\\"path\"",
        "\"Command=\\\"light\\\\\\\"path\\\"\""
      })
  void tellsNobodyThePasswordThatADenialRepeats(String words) throws Exception {
    element.leavingLoginsToTheTest();
    try (var refused = open(element.endpoint(), "light\"path", Manners.usual())) {
      var outcome = sending(refused, READ);
      element.answer(ctag(element.next()), "DENY", "   PIUI\n   " + words + "\n;");
      assertThat(outcome.get().toString())
          .contains("denied PIUI", "****")
          .doesNotContainIgnoringCase("path");
      assertThat(refused.state().toString()).contains("****").doesNotContainIgnoringCase("path");
      assertThat(transcript.toString()).contains("PIUI").doesNotContainIgnoringCase("path");
    }
  }

  private NotSent refusesALogin(String denial) throws Exception {
    var outcome = sending(READ);
    element.answer(ctag(element.next()), "DENY", "   " + denial + "\n;");
    assertThat(outcome.get()).isInstanceOf(NotSent.class);
    return (NotSent) outcome.get();
  }
}

package org.touchpaper.elementsession;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.elementsession.ScriptedElement.ctag;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.NotSent;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionState.Waiting;
import org.touchpaper.elementsession.transport.AccessRefusedException;
import org.touchpaper.elementsession.transport.DuplexStream;
import org.touchpaper.elementsession.transport.Transport;

/** Pauses after refused logins, and their messages. */
class RefusedLoginTest extends Tl1SessionFixture {

  @Test
  void failsWithTheTimeOfTheNextAttemptInsteadOfWaiting() throws Exception {
    element.withManualLogins();
    assertThat(refuseLogin("PIUI").reason()).contains("denied PIUI");
    assertThat(session.send(READ))
        .isInstanceOfSatisfying(
            NotSent.class,
            notSent ->
                assertThat(notSent.reason())
                    .contains("denied PIUI", "the next attempt is due at 2026-12-01T21:00:30Z"));
    assertThat(element.hasNoMoreCommands()).isTrue();
  }

  /** The element may count each refused login towards locking the account. */
  @Test
  void retriesARefusedLoginHourlyAndImmediatelyOnRequest() throws Exception {
    element.withManualLogins();
    for (var refusals = 1; refusals <= 14; refusals++) {
      assertThat(refuseLogin("PIUI").reason()).contains("denied PIUI");
      var pause = Math.min(3600, 30L << (refusals - 1));
      assertThat(session.state())
          .isInstanceOfSatisfying(
              Waiting.class,
              waiting -> {
                assertThat(waiting.until()).isEqualTo(time.instant().plusSeconds(pause));
                time.advanceTo(waiting.until());
              });
    }
    refuseLogin("PIUI");
    assertThat(session.send(READ).toString()).contains("the next attempt is due at");
    session.retryNow();
    var good = sendAsync(READ);
    element.answer(ctag(element.nextCommand()), "COMPLD", ";");
    element.answer(ctag(element.nextCommand()), "COMPLD", ";");
    assertThat(good.get()).isInstanceOf(Completed.class);
    element.close();
  }

  /** A busy element, or one that still knows our old session, does not reject the user. */
  @ParameterizedTest
  @ValueSource(strings = {"SARB", "RALB", "PIUI\n   /* User Already Logged In */"})
  void retriesEveryMinuteAfterATransientRefusal(String denial) throws Exception {
    element.withManualLogins();
    for (var refusals = 1; refusals <= 9; refusals++) {
      refuseLogin(denial);
      assertThat(session.state())
          .isInstanceOfSatisfying(Waiting.class, waiting -> time.advanceTo(waiting.until()));
    }
    refuseLogin(denial);
    assertThat(session.state())
        .isInstanceOfSatisfying(
            Waiting.class,
            waiting -> assertThat(waiting.until()).isEqualTo(time.instant().plusSeconds(60)));
  }

  /** Not an error code, but a word that begins like one. */
  @Test
  void recognisesATransientRefusalByItsExactCodeOnly() throws Exception {
    element.withManualLogins();
    refuseLogin("REFUSED");
    assertThat(session.state())
        .isInstanceOfSatisfying(
            Waiting.class, waiting -> assertThat(waiting.until()).isEqualTo(START.plusSeconds(30)));
  }

  /** The previous session may still exist on the element; retries are then slow. */
  @Test
  void waitsIfTheUserIsAlreadyLoggedIn() throws Exception {
    element.withManualLogins();
    assertThat(refuseLogin("PIUI\n   /* User already logged in */").reason())
        .contains("denied PIUI User already logged in");
    assertThat(session.state())
        .isEqualTo(
            new Waiting(
                START.plusSeconds(1),
                "login on LONDON at 127.0.0.1:%d: denied PIUI User already logged in"
                    .formatted(element.endpoint().port())));
    var patient = sendAsync(READ);
    time.awaitScheduled(Duration.ofSeconds(1));
    assertThat(element.hasNoMoreCommands()).isTrue();
    time.advance(Duration.ofSeconds(1));
    element.answer(ctag(element.nextCommand()), "COMPLD", ";");
    element.answer(ctag(element.nextCommand()), "COMPLD", ";");
    assertThat(patient.get()).isInstanceOf(Completed.class);
    element.close();
  }

  /** A wrong SSH password may count as an intrusion attempt as well. */
  @Test
  void waitsAsLongAfterARefusalBySsh() {
    Transport refusing =
        (_, _, _) -> {
          throw new AccessRefusedException(
              "no SSH for touchpaper", new IOException("no more methods"));
        };
    try (var refused = open(new ElementEndpoint("LONDON", "nowhere", 22, refusing))) {
      assertThat(refused.send(READ)).isInstanceOf(NotSent.class);
      assertThat(refused.state())
          .isInstanceOfSatisfying(
              Waiting.class,
              waiting -> assertThat(waiting.until()).isEqualTo(START.plusSeconds(30)));
    }
  }

  /** The server may query another server, so the login timeout is at least the answer timeout. */
  @ParameterizedTest
  @CsvSource({"10, 10", "60, 60", "1, 5"})
  void theLoginTimeoutIsTheLongerOfAnswerAndConnectTimeout(long answer, long login) {
    var limit = Duration.ofMinutes(5);
    var timing = time.timing().withAnswerTimeouts(Duration.ofSeconds(answer), limit);
    var timeouts = new CompletableFuture<List<Duration>>();
    assertThatThrownBy(
            () -> new ElementEndpoint("LONDON", "nowhere", 22, recording(timeouts)).connect(timing))
        .hasMessageContaining("overloaded");
    assertThat(timeouts.join()).containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(login));
  }

  private static Transport recording(CompletableFuture<List<Duration>> timeouts) {
    return new Transport() {
      @Override
      public DuplexStream connect(String host, int port, Duration timeout) throws IOException {
        throw new IOException("it logs in");
      }

      @Override
      public DuplexStream connect(String host, int port, Duration timeout, Duration loginTimeout)
          throws IOException {
        timeouts.complete(List.of(timeout, loginTimeout));
        throw new IOException("overloaded");
      }
    };
  }

  /** Login errors reach logs, databases and pages. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/* ACT-USER:LONDON:touchpaper:7::light\"path; */",
        "/* LIGHT\"PATH is not known */",
        "\"touchpaper,light\\\"path\"",
        "\"Command=\\\"light\\\\\\\"path\\\"\""
      })
  void masksAPasswordRepeatedInADenial(String denialBody) throws Exception {
    element.withManualLogins();
    try (var refused = open(element.endpoint(), "light\"path", Tl1LoginRequirements.defaults())) {
      var outcome = sendAsync(refused, READ);
      element.answer(ctag(element.nextCommand()), "DENY", "   PIUI\n   " + denialBody + "\n;");
      assertThat(outcome.get().toString())
          .contains("denied PIUI", "****")
          .doesNotContainIgnoringCase("path");
      assertThat(refused.state().toString()).contains("****").doesNotContainIgnoringCase("path");
      assertThat(transcript.toString()).contains("PIUI").doesNotContainIgnoringCase("path");
    }
  }

  private NotSent refuseLogin(String denial) throws Exception {
    var outcome = sendAsync(READ);
    element.answer(ctag(element.nextCommand()), "DENY", "   " + denial + "\n;");
    assertThat(outcome.get()).isInstanceOf(NotSent.class);
    return (NotSent) outcome.get();
  }
}

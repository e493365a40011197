package org.touchpaper.tl1.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.tl1.session.ScriptedElement.ctag;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.SessionState.Connected;
import org.touchpaper.tl1.session.SessionState.Idle;
import org.touchpaper.tl1.session.SessionState.LoggingIn;
import org.touchpaper.tl1.session.SessionState.Waiting;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.transport.AccessRefused;
import org.touchpaper.tl1.transport.Transport;

/** How a session comes to be connected, stays so, and comes back. */
@Timeout(300)
class SessionLifeTest {

  private static final InputCommand READ = InputCommand.of("RTRV-GTP").at("ALL");
  private static final Instant START = Instant.parse("2026-12-01T21:00:00Z");

  private final ManualWaker time = new ManualWaker();
  private final BlockingQueue<SessionEvent> events = new LinkedBlockingQueue<>();
  private ScriptedElement element;
  private Tl1Session session;

  @BeforeEach
  void start() throws IOException {
    element = new ScriptedElement();
    session = open(element, "lightpath", Manners.usual());
    session.watch(events::add);
  }

  @AfterEach
  void stop() throws IOException {
    element.close();
    session.close();
  }

  private Tl1Session open(ScriptedElement to, String password, Manners manners) {
    return Tl1Session.open(
        to.endpoint(),
        Credentials.tl1("touchpaper", password),
        time.timing(),
        manners,
        TranscriptSink.NONE);
  }

  private static CompletableFuture<Tl1Outcome> sending(Tl1Session by) {
    var outcome = new CompletableFuture<Tl1Outcome>();
    Thread.startVirtualThread(() -> outcome.complete(by.send(READ)));
    return outcome;
  }

  private void exchange() throws Exception {
    var outcome = sending(session);
    element.answer(ctag(element.next()), "COMPLD", ";");
    assertThat(outcome.get()).isInstanceOf(Completed.class);
  }

  private <T extends SessionEvent> T event(Class<T> kind) throws InterruptedException {
    var event = events.poll(60, TimeUnit.SECONDS);
    assertThat(event).isInstanceOf(kind);
    return kind.cast(event);
  }

  @Test
  void isIdleUntilItIsNeeded() {
    assertThat(session.state()).isEqualTo(new Idle("not needed so far"));
  }

  @Test
  void tellsSinceWhenItIsConnectedAndWhenItLastHeard() throws Exception {
    exchange();
    time.advance(Duration.ofSeconds(5));
    exchange();
    assertThat(session.state()).isEqualTo(new Connected(START, START.plusSeconds(5)));
    assertThat(event(SessionEvent.Connected.class).login()).isEqualTo(1);
  }

  @Test
  void tellsThatItIsLoggingIn() throws Exception {
    element.leavingLoginsToTheTest();
    var outcome = sending(session);
    var login = element.next();
    assertThat(session.state()).isEqualTo(new LoggingIn(START));
    element.answer(ctag(login), "COMPLD", ";");
    element.answer(ctag(element.next()), "COMPLD", ";");
    assertThat(outcome.get()).isInstanceOf(Completed.class);
    element.close();
  }

  @Test
  void tellsWhatTheElementSaysUnasked() throws Exception {
    exchange();
    element.say("\n\n   LONDON 26-12-01 21:00:00\n*C 12 REPT ALM T3\n   \"a\"\n;");
    event(SessionEvent.Connected.class);
    assertThat(event(SessionEvent.Reported.class).message().verb()).isEqualTo("REPT ALM T3");
  }

  @Test
  void comesBackAtOnceWhenItIsNeededAfterALoss() throws Exception {
    exchange();
    element.hangUp();
    event(SessionEvent.Connected.class);
    assertThat(event(SessionEvent.Lost.class).because()).contains("closed");
    assertThat(session.state()).isInstanceOf(Idle.class);
    exchange();
    assertThat(event(SessionEvent.Connected.class).login()).isEqualTo(2);
  }

  @Test
  void knowsThatTheElementLoggedItOutForIdleness() throws Exception {
    exchange();
    element.say("\n\n   LONDON 26-12-01 21:15:00\nA  3 CANC\n   \"touchpaper\"\n;");
    event(SessionEvent.Connected.class);
    event(SessionEvent.Reported.class);
    assertThat(event(SessionEvent.Lost.class).because())
        .isEqualTo("logged out by the element: touchpaper");
    exchange();
    assertThat(element.logins()).isEqualTo(2);
  }

  @Test
  void comesBackByItselfIfAskedToStayConnected() throws Exception {
    session.stayConnected();
    event(SessionEvent.Connected.class);
    element.hangUp();
    event(SessionEvent.Lost.class);
    time.awaitCallIn(Duration.ofSeconds(1));
    time.advance(Duration.ofSeconds(1));
    assertThat(event(SessionEvent.Connected.class).login()).isEqualTo(2);
  }

  @Test
  void triesLaterAndLaterToComeBack() throws Exception {
    session.stayConnected();
    event(SessionEvent.Connected.class);
    element.close();
    event(SessionEvent.Lost.class);
    time.awaitCallIn(Duration.ofSeconds(1));
    time.advance(Duration.ofSeconds(1));
    for (var pause = 100; pause < 6_000; pause *= 2) {
      time.awaitCallIn(Duration.ofMillis(pause));
      time.advance(Duration.ofMillis(pause));
    }
    time.awaitCallIn(Duration.ofMillis(6_400));
    element.reopen();
    time.advance(Duration.ofMillis(6_400));
    assertThat(event(SessionEvent.Connected.class).login()).isEqualTo(2);
  }

  @Test
  void letsACommandWaitForAnAttemptThatIsDueSoon() throws Exception {
    element.close();
    assertThat(session.send(READ)).isInstanceOf(NotSent.class);
    element.reopen();
    var outcome = sending(session);
    time.awaitCallIn(Duration.ofMillis(100));
    time.advance(Duration.ofMillis(100));
    element.answer(ctag(element.next()), "COMPLD", ";");
    assertThat(outcome.get()).isInstanceOf(Completed.class);
  }

  @Test
  void saysWhenTheNextAttemptIsDueInsteadOfWaitingInSilence() throws Exception {
    element.leavingLoginsToTheTest();
    for (var pause = 1; pause <= 8; pause *= 2) {
      var outcome = sending(session);
      element.answer(ctag(element.next()), "DENY", "   PIUI\n;");
      assertThat(outcome.get().toString()).contains("denied PIUI");
      assertThat(session.state())
          .isInstanceOfSatisfying(Waiting.class, waiting -> time.advanceTo(waiting.until()));
    }
    var outcome = sending(session);
    element.answer(ctag(element.next()), "DENY", "   PIUI\n;");
    outcome.get();
    assertThat(session.send(READ))
        .isInstanceOfSatisfying(
            NotSent.class,
            notSent ->
                assertThat(notSent.reason())
                    .contains("denied PIUI", "the next attempt is due at 2026-12-01T21:00:31Z"));
    assertThat(element.heardNothingMore()).isTrue();
  }

  /** Each refused login may be one more for the element to lock the account for. */
  @Test
  void triesARefusedLoginEachHourInTheEndAndAtOnceWhenItIsToldTo() throws Exception {
    element.leavingLoginsToTheTest();
    for (var refusals = 1; refusals <= 14; refusals++) {
      var outcome = sending(session);
      element.answer(ctag(element.next()), "DENY", "   PIUI\n;");
      assertThat(outcome.get().toString()).contains("denied PIUI");
      var pause = Math.min(3600, 1L << (refusals - 1));
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
    var good = sending(session);
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

  private void refusesALogin(String denial) throws Exception {
    var outcome = sending(session);
    element.answer(ctag(element.next()), "DENY", "   " + denial + "\n;");
    assertThat(outcome.get()).isInstanceOf(NotSent.class);
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
    var heard = new LinkedBlockingQueue<TranscriptLine>();
    try (var refused =
        Tl1Session.open(
            element.endpoint(),
            Credentials.tl1("touchpaper", "light\"path"),
            time.timing(),
            heard::add)) {
      var outcome = sending(refused);
      element.answer(ctag(element.next()), "DENY", "   PIUI\n   " + words + "\n;");
      assertThat(outcome.get().toString())
          .contains("denied PIUI", "****")
          .doesNotContainIgnoringCase("path");
      assertThat(refused.state().toString()).contains("****").doesNotContainIgnoringCase("path");
      assertThat(heard.toString()).contains("PIUI").doesNotContainIgnoringCase("path");
    }
  }

  @Test
  void pausesBetweenLoginAndFirstCommandWhereAsked() throws Exception {
    try (var calient =
        open(element, "lightpath", Manners.usual().settling(Duration.ofMillis(500)))) {
      var outcome = sending(calient);
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
    var early = sending(session);
    element.answer(ctag(element.next()), "DENY", "   /* Login Not Active */\n;");
    assertThat(early.get().toString()).contains("Login Not Active");
    var patient = sending(session);
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
      var first = open(element, "lightpath", manners);
      var second = open(other, "lightpath", manners);
      var firstOutcome = sending(first);
      var login = element.next();
      var secondOutcome = sending(second);
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
    try (var careful = open(element, "a;b:\"c\"", Manners.usual())) {
      var _ = sending(careful);
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

  @Test
  void closesWithinTwoSecondsThoughTheFarewellIsNotAnswered() throws Exception {
    exchange();
    element.leavingLoginsToTheTest();
    var closing = Thread.startVirtualThread(session::close);
    assertThat(element.next()).startsWith("CANC-USER:LONDON:touchpaper:");
    time.awaitCallIn(Duration.ofSeconds(2));
    time.advance(Duration.ofSeconds(2));
    closing.join();
    assertThat(session.state()).isEqualTo(new SessionState.Closed());
  }

  @Test
  void letsWhatItSentBeAnsweredBeforeItTakesItsLeave() throws Exception {
    exchange();
    element.leavingLoginsToTheTest();
    var outcome = sending(session);
    var ctag = ctag(element.next());
    var closing = Thread.startVirtualThread(session::close);
    time.awaitCallIn(Duration.ofSeconds(2));
    assertThat(element.heardNothingMore()).isTrue();
    element.answer(ctag, "COMPLD", ";");
    assertThat(outcome.get()).isInstanceOf(Completed.class);
    var farewell = element.next();
    assertThat(farewell).startsWith("CANC-USER:LONDON:touchpaper:");
    element.answer(ctag(farewell), "COMPLD", ";");
    closing.join();
  }

  /** The session before may still be in the element's books: it says so, and is not pressed. */
  @Test
  void waitsWhenTheElementSaysThatItsUserIsLoggedInAlready() throws Exception {
    element.leavingLoginsToTheTest();
    var refused = sending(session);
    element.answer(ctag(element.next()), "DENY", "   PIUI\n   /* User already logged in */\n;");
    assertThat(refused.get().toString()).contains("denied PIUI User already logged in");
    assertThat(session.state())
        .isEqualTo(
            new Waiting(
                START.plusSeconds(1),
                "login on LONDON at 127.0.0.1:%d: denied PIUI User already logged in"
                    .formatted(element.endpoint().port())));
    var patient = sending(session);
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
    try (var refused =
        Tl1Session.open(
            new Endpoint("LONDON", "nowhere", 22, refusing),
            Credentials.tl1("touchpaper", "lightpath"),
            time.timing(),
            TranscriptSink.NONE)) {
      assertThat(refused.send(READ)).isInstanceOf(NotSent.class);
      assertThat(refused.state())
          .isInstanceOfSatisfying(
              Waiting.class,
              waiting -> assertThat(waiting.until()).isEqualTo(START.plusSeconds(1)));
    }
  }

  /** Of ours or of a library: it may be mended, as a key that is garbled is. */
  @Test
  void staysConnectedThoughDiallingFailedInAWayThatNobodyForesaw() throws Exception {
    var dials = new AtomicInteger();
    Transport garbled =
        (host, port, within) -> {
          if (dials.getAndIncrement() == 0) {
            throw new IllegalStateException("no such algorithm");
          }
          return Transport.raw().dial(host, port, within);
        };
    try (var kept =
        Tl1Session.open(
            new Endpoint("LONDON", "127.0.0.1", element.endpoint().port(), garbled),
            Credentials.tl1("touchpaper", "lightpath"),
            time.timing(),
            TranscriptSink.NONE)) {
      kept.watch(events::add);
      kept.stayConnected();
      time.awaitCallIn(Duration.ofMillis(100));
      assertThat(kept.state())
          .isInstanceOfSatisfying(
              Waiting.class,
              waiting ->
                  assertThat(waiting.because())
                      .contains("cannot connect to LONDON", "no such algorithm"));
      time.advance(Duration.ofMillis(100));
      assertThat(event(SessionEvent.Connected.class).login()).isEqualTo(1);
    }
  }

  @Test
  void endsAWaitWhenItIsClosed() throws Exception {
    element.close();
    assertThat(session.send(READ)).isInstanceOf(NotSent.class);
    var waiting = sending(session);
    time.awaitCallIn(Duration.ofMillis(100));
    session.close();
    assertThat(waiting.get()).isEqualTo(new NotSent("the session is closed"));
  }
}

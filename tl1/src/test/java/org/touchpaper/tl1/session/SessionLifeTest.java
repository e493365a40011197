package org.touchpaper.tl1.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.tl1.session.ScriptedElement.ctag;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.tl1.session.SessionState.Connected;
import org.touchpaper.tl1.session.SessionState.Idle;
import org.touchpaper.tl1.session.SessionState.Waiting;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.transport.Transport;

/** How a session comes to be connected, stays so, comes back, and ends. */
class SessionLifeTest extends SessionWithElement {

  private final BlockingQueue<SessionEvent> events = new LinkedBlockingQueue<>();

  @BeforeEach
  void watch() {
    session.watch(events::add);
  }

  private void exchange() throws Exception {
    var outcome = sending(READ);
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
    var outcome = sending(READ);
    time.awaitCallIn(Duration.ofMillis(100));
    time.advance(Duration.ofMillis(100));
    element.answer(ctag(element.next()), "COMPLD", ";");
    assertThat(outcome.get()).isInstanceOf(Completed.class);
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
    var outcome = sending(READ);
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
    try (var kept = open(new Endpoint("LONDON", "127.0.0.1", element.endpoint().port(), garbled))) {
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
    var waiting = sending(READ);
    time.awaitCallIn(Duration.ofMillis(100));
    session.close();
    assertThat(waiting.get()).isEqualTo(new NotSent("the session is closed"));
  }
}

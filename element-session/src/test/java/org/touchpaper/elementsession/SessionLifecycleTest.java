package org.touchpaper.elementsession;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.elementsession.ScriptedElement.ctag;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.NotSent;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionEvent;
import org.touchpaper.elementsession.connection.SessionState;
import org.touchpaper.elementsession.connection.SessionState.Connected;
import org.touchpaper.elementsession.connection.SessionState.Idle;
import org.touchpaper.elementsession.connection.SessionState.Waiting;
import org.touchpaper.elementsession.transport.Transport;

/** Connecting, staying connected, reconnecting and closing. */
class SessionLifecycleTest extends Tl1SessionFixture {

  private final BlockingQueue<SessionEvent> events = new LinkedBlockingQueue<>();

  @BeforeEach
  void watch() {
    session.addListener(events::add);
  }

  private void exchange() throws Exception {
    var outcome = sendAsync(READ);
    element.answer(ctag(element.nextCommand()), "COMPLD", ";");
    assertThat(outcome.get()).isInstanceOf(Completed.class);
  }

  private <T extends SessionEvent> T nextEvent(Class<T> kind) throws InterruptedException {
    var event = events.poll(60, TimeUnit.SECONDS);
    assertThat(event).isInstanceOf(kind);
    return kind.cast(event);
  }

  @Test
  void isIdleUntilTheFirstCommand() {
    assertThat(session.state()).isEqualTo(new Idle("not used yet"));
  }

  @Test
  void reportsWhenItConnectedAndLastReceivedData() throws Exception {
    exchange();
    time.advance(Duration.ofSeconds(5));
    exchange();
    assertThat(session.state()).isEqualTo(new Connected(START, START.plusSeconds(5)));
    assertThat(nextEvent(SessionEvent.Connected.class).login()).isEqualTo(1);
  }

  @Test
  void passesOnAutonomousMessages() throws Exception {
    exchange();
    element.send("\n\n   LONDON 26-12-01 21:00:00\n*C 12 REPT ALM T3\n   \"a\"\n;");
    nextEvent(SessionEvent.Connected.class);
    assertThat(nextEvent(SessionEvent.ReportReceived.class).message().verb())
        .isEqualTo("REPT ALM T3");
  }

  @Test
  void reconnectsImmediatelyForTheNextCommandAfterALoss() throws Exception {
    exchange();
    element.hangUp();
    nextEvent(SessionEvent.Connected.class);
    assertThat(nextEvent(SessionEvent.Disconnected.class).reason()).contains("closed");
    assertThat(session.state()).isInstanceOf(Idle.class);
    exchange();
    assertThat(nextEvent(SessionEvent.Connected.class).login()).isEqualTo(2);
  }

  @Test
  void detectsAnIdleLogout() throws Exception {
    exchange();
    element.send("\n\n   LONDON 26-12-01 21:15:00\nA  3 CANC\n   \"touchpaper\"\n;");
    nextEvent(SessionEvent.Connected.class);
    nextEvent(SessionEvent.ReportReceived.class);
    assertThat(nextEvent(SessionEvent.Disconnected.class).reason())
        .isEqualTo("logged out by the element: touchpaper");
    exchange();
    assertThat(element.logins()).isEqualTo(2);
  }

  @Test
  void reconnectsOnItsOwnIfItIsToStayConnected() throws Exception {
    session.stayConnected();
    nextEvent(SessionEvent.Connected.class);
    element.hangUp();
    nextEvent(SessionEvent.Disconnected.class);
    time.awaitScheduled(Duration.ofSeconds(1));
    time.advance(Duration.ofSeconds(1));
    assertThat(nextEvent(SessionEvent.Connected.class).login()).isEqualTo(2);
  }

  @Test
  void reconnectsWithGrowingPauses() throws Exception {
    session.stayConnected();
    nextEvent(SessionEvent.Connected.class);
    element.close();
    nextEvent(SessionEvent.Disconnected.class);
    time.awaitScheduled(Duration.ofSeconds(1));
    time.advance(Duration.ofSeconds(1));
    for (var pause = 100; pause < 6_000; pause *= 2) {
      time.awaitScheduled(Duration.ofMillis(pause));
      time.advance(Duration.ofMillis(pause));
    }
    time.awaitScheduled(Duration.ofMillis(6_400));
    element.reopen();
    time.advance(Duration.ofMillis(6_400));
    assertThat(nextEvent(SessionEvent.Connected.class).login()).isEqualTo(2);
  }

  @Test
  void aCommandWaitsForAnAttemptThatIsDueSoon() throws Exception {
    element.close();
    assertThat(session.send(READ)).isInstanceOf(NotSent.class);
    element.reopen();
    var outcome = sendAsync(READ);
    time.awaitScheduled(Duration.ofMillis(100));
    time.advance(Duration.ofMillis(100));
    element.answer(ctag(element.nextCommand()), "COMPLD", ";");
    assertThat(outcome.get()).isInstanceOf(Completed.class);
  }

  @Test
  void closesWithinTwoSecondsIfTheLogoutIsNotAnswered() throws Exception {
    exchange();
    element.withManualLogins();
    var closing = Thread.startVirtualThread(session::close);
    assertThat(element.nextCommand()).startsWith("CANC-USER:LONDON:touchpaper:");
    time.awaitScheduled(Duration.ofSeconds(2));
    time.advance(Duration.ofSeconds(2));
    closing.join();
    assertThat(session.state()).isEqualTo(new SessionState.Closed());
  }

  @Test
  void waitsForPendingAnswersBeforeTheLogout() throws Exception {
    exchange();
    element.withManualLogins();
    var outcome = sendAsync(READ);
    var ctag = ctag(element.nextCommand());
    var closing = Thread.startVirtualThread(session::close);
    time.awaitScheduled(Duration.ofSeconds(2));
    assertThat(element.hasNoMoreCommands()).isTrue();
    element.answer(ctag, "COMPLD", ";");
    assertThat(outcome.get()).isInstanceOf(Completed.class);
    var farewell = element.nextCommand();
    assertThat(farewell).startsWith("CANC-USER:LONDON:touchpaper:");
    element.answer(ctag(farewell), "COMPLD", ";");
    closing.join();
  }

  /** An unexpected exception may have a correctable cause, such as an unreadable key file. */
  @Test
  void retriesAfterAnUnexpectedExceptionWhileConnecting() throws Exception {
    var dials = new AtomicInteger();
    Transport garbled =
        (host, port, timeout) -> {
          if (dials.getAndIncrement() == 0) {
            throw new IllegalStateException("no such algorithm");
          }
          return Transport.raw().connect(host, port, timeout);
        };
    try (var keptSession =
        open(new ElementEndpoint("LONDON", "127.0.0.1", element.endpoint().port(), garbled))) {
      keptSession.addListener(events::add);
      keptSession.stayConnected();
      time.awaitScheduled(Duration.ofMillis(100));
      assertThat(keptSession.state())
          .isInstanceOfSatisfying(
              Waiting.class,
              waiting ->
                  assertThat(waiting.reason())
                      .contains("cannot connect to LONDON", "no such algorithm"));
      time.advance(Duration.ofMillis(100));
      assertThat(nextEvent(SessionEvent.Connected.class).login()).isEqualTo(1);
    }
  }

  @Test
  void closingEndsAWait() throws Exception {
    element.close();
    assertThat(session.send(READ)).isInstanceOf(NotSent.class);
    var waiting = sendAsync(READ);
    time.awaitScheduled(Duration.ofMillis(100));
    session.close();
    assertThat(waiting.get()).isEqualTo(new NotSent("the session is closed"));
  }
}

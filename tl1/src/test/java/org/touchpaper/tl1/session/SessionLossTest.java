package org.touchpaper.tl1.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.tl1.session.ScriptedElement.ctag;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.Denied;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;
import org.touchpaper.tl1.transport.Line;

/** How a session finds that it is lost, and what it hears unasked. */
class SessionLossTest extends SessionWithElement {

  @Test
  void logsInAgainWhenTheElementSaysThatTheLoginIsLost() throws Exception {
    settle("the login");
    var denied = sending(WRITE);
    element.answer(ctag(element.next()), "DENY", "   PLNA\n   /* Login Not Active */\n;");
    assertThat(denied.get()).isInstanceOf(Denied.class);
    var outcome = sending(WRITE);
    element.next();
    assertThat(element.logins()).isEqualTo(2);
    element.say("PRIVILEGE, LOGIN NOT ACTIVE\nTL1>>");
    assertThat(outcome.get()).isInstanceOf(Unknown.class);
    var last = sending(READ);
    element.answer(ctag(element.next()), "COMPLD", ";");
    assertThat(last.get()).isInstanceOf(Completed.class);
    assertThat(element.logins()).isEqualTo(3);
  }

  /** Some elements let everybody in and then find that they have sessions enough. */
  @Test
  void comesBackLaterAndLaterToAnElementThatThrowsItOutAgainAndAgain() throws Exception {
    for (var pause : List.of(0, 0, 1, 2, 4, 8)) {
      var outcome = sending(WRITE);
      if (pause > 0) {
        time.awaitCallIn(Duration.ofSeconds(pause));
        assertThat(element.heardNothingMore()).isTrue();
        if (pause > 5) {
          assertThat(outcome.get())
              .isInstanceOfSatisfying(
                  NotSent.class,
                  each -> assertThat(each.reason()).contains("too many", "next attempt is due"));
        }
        time.advance(Duration.ofSeconds(pause));
        outcome = pause > 5 ? sending(WRITE) : outcome;
      }
      element.next();
      element.say("\n\n   LONDON 26-12-01 21:00:00\nA  1 CANC\n   \"too many sessions\"\n;");
      assertThat(outcome.get()).isInstanceOf(Unknown.class);
    }
    time.awaitCallIn(Duration.ofSeconds(16));
    time.advance(Duration.ofSeconds(16));
    settle("an answer");
    element.hangUp();
    awaitHeard("closed the connection");
    settle("a loss of what was of use, at once");
  }

  /** It speaks and speaks, and never reads what we say: its answer could not come either. */
  @Test
  void leavesAnElementThatTakesNothingIn() throws Exception {
    var deaf = new DeafLine();
    try (var shouting = open(new Endpoint("LONDON", "nowhere", 1, (_, _, _) -> deaf))) {
      var outcome = sending(shouting, WRITE);
      time.awaitCallIn(Duration.ofSeconds(10));
      deaf.awaitHeard();
      time.advance(Duration.ofSeconds(10));
      assertThat(outcome.get()).isInstanceOf(NotSent.class);
      awaitHeard("the element takes nothing in");
    }
  }

  /** A line whose other end speaks without end, and takes no byte. */
  private static final class DeafLine implements Line {
    private final CountDownLatch closed = new CountDownLatch(1);
    private final CountDownLatch heard = new CountDownLatch(2);

    void awaitHeard() throws InterruptedException {
      heard.await();
    }

    @Override
    public int read(byte[] into) throws IOException {
      heard.countDown();
      if (closed.getCount() == 0) {
        return -1;
      }
      LockSupport.parkNanos(1_000_000);
      into[0] = '\n';
      return 1;
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      try {
        closed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new IOException("closed");
    }

    @Override
    public void close() {
      closed.countDown();
    }
  }

  /**
   * Closing a line may wait for whoever is just writing on it, and whoever asked waits for neither.
   */
  @Test
  void tellsTheOutcomeThoughTheLineCannotBeClosed() throws Exception {
    var stuck = new StuckLine();
    try (var asking = open(new Endpoint("LONDON", "nowhere", 1, (_, _, _) -> stuck))) {
      var outcome = sending(asking, READ);
      stuck.answerLogin();
      stuck.awaitHeard("RTRV-GTP");
      time.awaitCallIn(Duration.ofSeconds(10));
      Thread.startVirtualThread(() -> asking.send(WRITE));
      stuck.awaitHeard("ENT-GTP");
      time.advance(Duration.ofSeconds(10));
      assertThat(outcome.get()).isInstanceOf(Unknown.class);
      assertThat(asking.state()).isInstanceOf(SessionState.Idle.class);
      stuck.letGo();
    }
  }

  /** A line on which a write never ends, and closing waits for the write. */
  private static final class StuckLine implements Line {
    private static final byte[] END = {};
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final BlockingQueue<byte[]> said = new LinkedBlockingQueue<>();
    private final CountDownLatch end = new CountDownLatch(1);

    void answerLogin() throws InterruptedException {
      var ctag = ctag(awaitHeard("ACT-USER"));
      var answer = "\r\n\n   LONDON 26-12-01 21:00:00\r\nM  " + ctag + " COMPLD\r\n;";
      said.add(answer.getBytes(StandardCharsets.ISO_8859_1));
    }

    String awaitHeard(String code) throws InterruptedException {
      var command = heard.poll(60, TimeUnit.SECONDS);
      assertThat(command).startsWith(code);
      return String.valueOf(command);
    }

    void letGo() {
      end.countDown();
      said.add(END);
    }

    @Override
    public int read(byte[] into) throws IOException {
      try {
        var piece = said.take();
        System.arraycopy(piece, 0, into, 0, piece.length);
        return piece.length == 0 ? -1 : piece.length;
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      var command = new String(bytes, StandardCharsets.ISO_8859_1);
      heard.add(command);
      if (command.startsWith("ENT-")) {
        awaitEnd();
      }
    }

    @Override
    public void close() throws IOException {
      awaitEnd();
    }

    private void awaitEnd() throws IOException {
      try {
        end.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
  }

  @Test
  void handsOnWhatTheElementSaysUnasked() throws Exception {
    var reports = Collections.synchronizedList(new ArrayList<String>());
    session.watch(_ -> {
      throw new IllegalStateException("a watcher's own trouble");
    });
    session.watch(event -> {
      if (event instanceof SessionEvent.Reported(_, var message)) {
        reports.add(message.verb());
      }
    });
    var outcome = sending(READ);
    var ctag = ctag(element.next());
    var report =
        "\n\n   LONDON 26-12-01 21:00:00\nA  12 REPT DBCHG\n   \"ENT-GTP:g-2:M  "
            + ctag
            + " COMPLD\"\n;";
    element.say(report);
    element.answer(ctag, "COMPLD", "   \"a\"\n>");
    element.say(report);
    element.answer(ctag, "COMPLD", "   \"b\"\n;");
    assertThat(outcome.get()).isEqualTo(new Completed(List.of("a", "b"), List.of()));
    assertThat(reports).containsExactly("REPT DBCHG", "REPT DBCHG");
  }

  @Test
  void findsADeadConnectionWhileIdle() throws Exception {
    var outcome = sending(READ);
    element.answer(ctag(element.next()), "COMPLD", ";");
    outcome.get();
    time.advance(Duration.ofSeconds(1000));
    assertThat(element.next()).startsWith("RTRV-HDR:LONDON::");
    time.advance(Duration.ofSeconds(10));
    // as the time is up after, or before, it is all written
    awaitHeard("silence", "takes nothing in");
    var next = sending(READ);
    element.answer(ctag(element.next()), "COMPLD", ";");
    assertThat(next.get()).isInstanceOf(Completed.class);
    assertThat(element.logins()).isEqualTo(2);
  }

  /** It says so to whoever asks, and tells of no alarm; a session that only listens has to ask. */
  @ParameterizedTest
  @ValueSource(strings = {"   PLNA\n;", "   /* Login Not Active */\n;", ";"})
  void findsByTheSignOfLifeThatItIsNotLoggedInAnyMore(String words) throws Exception {
    session.stayConnected();
    settle("the login");
    time.advance(Duration.ofSeconds(1000));
    var life = element.next();
    assertThat(life).startsWith("RTRV-HDR");
    element.answer(ctag(life), "DENY", words);
    awaitHeard("the login is lost");
    time.awaitCallIn(Duration.ofSeconds(1));
    time.advance(Duration.ofSeconds(1));
    Eventually.is(() -> element.logins() == 2);
  }

  /** PLNA may also mean that this user has not the privilege to ask. */
  @ParameterizedTest
  @ValueSource(strings = {"   PLNA\n;", ";"})
  void staysWithAnElementThatDeniesTheSignOfLifeEvenRightAfterALogin(String words)
      throws Exception {
    session.stayConnected();
    settle("the login");
    logsInAgainAtADeniedSignOfLife(words);
    denySignOfLife(words);
    settle("the second login");
    for (var i = 0; i < 3; i++) {
      time.advance(Duration.ofSeconds(1000));
      denySignOfLife(words);
      time.awaitCallIn(Duration.ofSeconds(1000)); // the next sign of life
    }
    settle("all of that");
    assertThat(element.logins()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"   PLNA\n;", ";"})
  void logsInAgainWheneverTheSignOfLifeIsDeniedThatWasAnsweredBefore(String words)
      throws Exception {
    session.stayConnected();
    settle("the login");
    for (var i = 0; i < 2; i++) {
      time.advance(Duration.ofSeconds(1000));
      element.answer(ctag(element.next()), "COMPLD", ";");
      settle("a sign of life");
      time.awaitCallIn(Duration.ofSeconds(1000));
      logsInAgainAtADeniedSignOfLife(words);
      var first = element.next();
      assertThat(first).startsWith("RTRV-HDR");
      element.answer(ctag(first), "COMPLD", ";");
      settle("login " + element.logins());
    }
    assertThat(element.logins()).isEqualTo(3);
  }

  private void logsInAgainAtADeniedSignOfLife(String words) throws Exception {
    var logins = element.logins();
    time.advance(Duration.ofSeconds(1000));
    denySignOfLife(words);
    awaitHeard("the login is lost");
    time.awaitCallIn(Duration.ofSeconds(1));
    time.advance(Duration.ofSeconds(1));
    Eventually.is(() -> element.logins() == logins + 1);
  }

  private void denySignOfLife(String words) throws Exception {
    var life = element.next();
    assertThat(life).startsWith("RTRV-HDR");
    element.answer(ctag(life), "DENY", words);
  }

  @Test
  void takesADenialOfTheSignOfLifeForOne() throws Exception {
    settle("the login");
    time.advance(Duration.ofSeconds(1000));
    element.answer(ctag(element.next()), "DENY", "   IICM\n;");
    settle("the denial");
    assertThat(element.logins()).isEqualTo(1);
  }

  @Test
  void takesNoConnectionForDeadOnWhichSomethingElseIsSaid() throws Exception {
    var outcome = sending(READ);
    element.answer(ctag(element.next()), "COMPLD", ";");
    outcome.get();
    time.advance(Duration.ofSeconds(1000));
    assertThat(element.next()).startsWith("RTRV-HDR:LONDON::");
    element.say("\n\n   LONDON 26-12-01 21:00:00\nA  12 REPT EVT LOG\n   \"a\"\n;");
    awaitHeard("REPT EVT LOG");
    settle("a report");
    time.advance(Duration.ofSeconds(10));
    settle("the keepalive timed out");
    assertThat(element.logins()).isEqualTo(1);
  }

  @Test
  void sendsNothingOnceClosed() throws Exception {
    session.close();
    session.close();
    assertThat(session.send(WRITE)).isEqualTo(new NotSent("the session is closed"));
    assertThat(element.heardNothingMore()).isTrue();
  }

  @Test
  void saysThatNothingWasSentWhenNobodyListens() throws Exception {
    element.close();
    assertThat(session.send(WRITE)).isInstanceOf(NotSent.class);
  }
}

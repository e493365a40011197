package org.touchpaper.elementsession;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.elementsession.ScriptedElement.ctag;

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
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.Denied;
import org.touchpaper.elementsession.Tl1Outcome.NotSent;
import org.touchpaper.elementsession.Tl1Outcome.Unknown;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionEvent;
import org.touchpaper.elementsession.connection.SessionState;
import org.touchpaper.elementsession.transport.DuplexStream;

/** Detection of lost sessions, and autonomous messages. */
class SessionLossTest extends Tl1SessionFixture {

  @Test
  void logsInAgainWhenTheElementReportsAMissingLogin() throws Exception {
    awaitProcessed("the login");
    var denied = sendAsync(WRITE);
    element.answer(ctag(element.nextCommand()), "DENY", "   PLNA\n   /* Login Not Active */\n;");
    assertThat(denied.get()).isInstanceOf(Denied.class);
    var outcome = sendAsync(WRITE);
    element.nextCommand();
    assertThat(element.logins()).isEqualTo(2);
    element.send("PRIVILEGE, LOGIN NOT ACTIVE\nTL1>>");
    assertThat(outcome.get()).isInstanceOf(Unknown.class);
    var last = sendAsync(READ);
    element.answer(ctag(element.nextCommand()), "COMPLD", ";");
    assertThat(last.get()).isInstanceOf(Completed.class);
    assertThat(element.logins()).isEqualTo(3);
  }

  /** Some elements accept every login and then close sessions over their limit. */
  @Test
  void reconnectsWithGrowingPausesIfTheElementClosesEachSession() throws Exception {
    for (var pause : List.of(0, 0, 1, 2, 4, 8)) {
      var outcome = sendAsync(WRITE);
      if (pause > 0) {
        time.awaitScheduled(Duration.ofSeconds(pause));
        assertThat(element.hasNoMoreCommands()).isTrue();
        if (pause > 5) {
          assertThat(outcome.get())
              .isInstanceOfSatisfying(
                  NotSent.class,
                  notSent ->
                      assertThat(notSent.reason()).contains("too many", "next attempt is due"));
        }
        time.advance(Duration.ofSeconds(pause));
        outcome = pause > 5 ? sendAsync(WRITE) : outcome;
      }
      element.nextCommand();
      element.send("\n\n   LONDON 26-12-01 21:00:00\nA  1 CANC\n   \"too many sessions\"\n;");
      assertThat(outcome.get()).isInstanceOf(Unknown.class);
    }
    time.awaitScheduled(Duration.ofSeconds(16));
    time.advance(Duration.ofSeconds(16));
    awaitProcessed("an answer");
    element.hangUp();
    awaitReceived("closed the connection");
    awaitProcessed("a loss of what was of use, at once");
  }

  /** The element sends data but reads nothing, so no answer can arrive. */
  @Test
  void closesTheConnectionOfAnElementThatDoesNotRead() throws Exception {
    var stream = new DeafStream();
    try (var shouting = open(new ElementEndpoint("LONDON", "nowhere", 1, (_, _, _) -> stream))) {
      var outcome = sendAsync(shouting, WRITE);
      time.awaitScheduled(Duration.ofSeconds(10));
      stream.awaitReads();
      time.advance(Duration.ofSeconds(10));
      assertThat(outcome.get()).isInstanceOf(NotSent.class);
      awaitReceived("the element does not accept data");
    }
  }

  /** A stream whose peer sends data without end and reads nothing. */
  private static final class DeafStream implements DuplexStream {
    private final CountDownLatch closed = new CountDownLatch(1);
    private final CountDownLatch reads = new CountDownLatch(2);

    void awaitReads() throws InterruptedException {
      reads.await();
    }

    @Override
    public int read(byte[] buffer) throws IOException {
      reads.countDown();
      if (closed.getCount() == 0) {
        return -1;
      }
      LockSupport.parkNanos(1_000_000);
      buffer[0] = '\n';
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

  /** Closing may wait for a blocked writer; the sender of a command waits for neither. */
  @Test
  void completesTheCommandAlthoughClosingBlocks() throws Exception {
    var stream = new StuckStream();
    try (var session = open(new ElementEndpoint("LONDON", "nowhere", 1, (_, _, _) -> stream))) {
      var outcome = sendAsync(session, READ);
      stream.answerLogin();
      stream.awaitCommand("RTRV-GTP");
      time.awaitScheduled(Duration.ofSeconds(10));
      Thread.startVirtualThread(() -> session.send(WRITE));
      stream.awaitCommand("ENT-GTP");
      time.advance(Duration.ofSeconds(10));
      assertThat(outcome.get()).isInstanceOf(Unknown.class);
      assertThat(session.state()).isInstanceOf(SessionState.Idle.class);
      stream.release();
    }
  }

  /** A stream on which writes block, and closing waits for the write. */
  private static final class StuckStream implements DuplexStream {
    private static final byte[] END = {};
    private final BlockingQueue<String> commands = new LinkedBlockingQueue<>();
    private final BlockingQueue<byte[]> incoming = new LinkedBlockingQueue<>();
    private final CountDownLatch end = new CountDownLatch(1);

    void answerLogin() throws InterruptedException {
      var ctag = ctag(awaitCommand("ACT-USER"));
      var answer = "\r\n\n   LONDON 26-12-01 21:00:00\r\nM  " + ctag + " COMPLD\r\n;";
      incoming.add(answer.getBytes(StandardCharsets.ISO_8859_1));
    }

    String awaitCommand(String code) throws InterruptedException {
      var command = commands.poll(60, TimeUnit.SECONDS);
      assertThat(command).startsWith(code);
      return String.valueOf(command);
    }

    void release() {
      end.countDown();
      incoming.add(END);
    }

    @Override
    public int read(byte[] buffer) throws IOException {
      try {
        var piece = incoming.take();
        System.arraycopy(piece, 0, buffer, 0, piece.length);
        return piece.length == 0 ? -1 : piece.length;
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      var command = new String(bytes, StandardCharsets.ISO_8859_1);
      commands.add(command);
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
  void passesOnAutonomousMessagesDespiteAFailingListener() throws Exception {
    var reports = Collections.synchronizedList(new ArrayList<String>());
    session.addListener(_ -> {
      throw new IllegalStateException("failure of a listener");
    });
    session.addListener(event -> {
      if (event instanceof SessionEvent.ReportReceived(_, var message)) {
        reports.add(message.verb());
      }
    });
    var outcome = sendAsync(READ);
    var ctag = ctag(element.nextCommand());
    var report =
        "\n\n   LONDON 26-12-01 21:00:00\nA  12 REPT DBCHG\n   \"ENT-GTP:g-2:M  "
            + ctag
            + " COMPLD\"\n;";
    element.send(report);
    element.answer(ctag, "COMPLD", "   \"a\"\n>");
    element.send(report);
    element.answer(ctag, "COMPLD", "   \"b\"\n;");
    assertThat(outcome.get()).isEqualTo(new Completed(List.of("a", "b"), List.of()));
    assertThat(reports).containsExactly("REPT DBCHG", "REPT DBCHG");
  }

  @Test
  void detectsADeadConnectionWhileIdle() throws Exception {
    var outcome = sendAsync(READ);
    element.answer(ctag(element.nextCommand()), "COMPLD", ";");
    outcome.get();
    time.advance(Duration.ofSeconds(1000));
    assertThat(element.nextCommand()).startsWith("RTRV-HDR:LONDON::");
    time.advance(Duration.ofSeconds(10));
    // depending on whether the command was written before the timeout
    awaitReceived("nothing received before the timeout", "does not accept data");
    var next = sendAsync(READ);
    element.answer(ctag(element.nextCommand()), "COMPLD", ";");
    assertThat(next.get()).isInstanceOf(Completed.class);
    assertThat(element.logins()).isEqualTo(2);
  }

  /** The element denies commands and sends no alarms; a session that only listens must ask. */
  @ParameterizedTest
  @ValueSource(strings = {"   PLNA\n;", "   /* Login Not Active */\n;", ";"})
  void detectsALostLoginByKeepAlive(String denialBody) throws Exception {
    session.stayConnected();
    awaitProcessed("the login");
    time.advance(Duration.ofSeconds(1000));
    var keepAlive = element.nextCommand();
    assertThat(keepAlive).startsWith("RTRV-HDR");
    element.answer(ctag(keepAlive), "DENY", denialBody);
    awaitReceived("the login is lost");
    time.awaitScheduled(Duration.ofSeconds(1));
    time.advance(Duration.ofSeconds(1));
    Eventually.awaitTrue(() -> element.logins() == 2);
  }

  /** PLNA may also mean that this user may not use the command. */
  @ParameterizedTest
  @ValueSource(strings = {"   PLNA\n;", ";"})
  void keepsTheConnectionIfKeepAlivesAreDeniedDirectlyAfterALogin(String denialBody)
      throws Exception {
    session.stayConnected();
    awaitProcessed("the login");
    denyKeepAliveAndAwaitLogin(denialBody);
    denyKeepAlive(denialBody);
    awaitProcessed("the second login");
    for (var i = 0; i < 3; i++) {
      time.advance(Duration.ofSeconds(1000));
      denyKeepAlive(denialBody);
      time.awaitScheduled(Duration.ofSeconds(1000)); // the next keep-alive
    }
    awaitProcessed("all of that");
    assertThat(element.logins()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"   PLNA\n;", ";"})
  void logsInAgainWhenAPreviouslyAnsweredKeepAliveIsDenied(String denialBody) throws Exception {
    session.stayConnected();
    awaitProcessed("the login");
    for (var i = 0; i < 2; i++) {
      time.advance(Duration.ofSeconds(1000));
      element.answer(ctag(element.nextCommand()), "COMPLD", ";");
      awaitProcessed("a keep-alive");
      time.awaitScheduled(Duration.ofSeconds(1000));
      denyKeepAliveAndAwaitLogin(denialBody);
      var first = element.nextCommand();
      assertThat(first).startsWith("RTRV-HDR");
      element.answer(ctag(first), "COMPLD", ";");
      awaitProcessed("login " + element.logins());
    }
    assertThat(element.logins()).isEqualTo(3);
  }

  private void denyKeepAliveAndAwaitLogin(String denialBody) throws Exception {
    var logins = element.logins();
    time.advance(Duration.ofSeconds(1000));
    denyKeepAlive(denialBody);
    awaitReceived("the login is lost");
    time.awaitScheduled(Duration.ofSeconds(1));
    time.advance(Duration.ofSeconds(1));
    Eventually.awaitTrue(() -> element.logins() == logins + 1);
  }

  private void denyKeepAlive(String denialBody) throws Exception {
    var keepAlive = element.nextCommand();
    assertThat(keepAlive).startsWith("RTRV-HDR");
    element.answer(ctag(keepAlive), "DENY", denialBody);
  }

  @Test
  void acceptsADenialAsAKeepAliveAnswer() throws Exception {
    awaitProcessed("the login");
    time.advance(Duration.ofSeconds(1000));
    element.answer(ctag(element.nextCommand()), "DENY", "   IICM\n;");
    awaitProcessed("the denial");
    assertThat(element.logins()).isEqualTo(1);
  }

  @Test
  void keepsAConnectionOnWhichOtherDataArrives() throws Exception {
    var outcome = sendAsync(READ);
    element.answer(ctag(element.nextCommand()), "COMPLD", ";");
    outcome.get();
    time.advance(Duration.ofSeconds(1000));
    assertThat(element.nextCommand()).startsWith("RTRV-HDR:LONDON::");
    element.send("\n\n   LONDON 26-12-01 21:00:00\nA  12 REPT EVT LOG\n   \"a\"\n;");
    awaitReceived("REPT EVT LOG");
    awaitProcessed("a report");
    time.advance(Duration.ofSeconds(10));
    awaitProcessed("the keepalive timed out");
    assertThat(element.logins()).isEqualTo(1);
  }

  @Test
  void sendsNothingOnceClosed() throws Exception {
    session.close();
    session.close();
    assertThat(session.send(WRITE)).isEqualTo(new NotSent("the session is closed"));
    assertThat(element.hasNoMoreCommands()).isTrue();
  }

  @Test
  void reportsNotSentIfTheElementIsUnreachable() throws Exception {
    element.close();
    assertThat(session.send(WRITE)).isInstanceOf(NotSent.class);
  }
}

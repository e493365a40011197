package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Extent;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.stream.Ear;
import org.touchpaper.harc.stream.Incarnation;
import org.touchpaper.harc.stream.Line;
import org.touchpaper.harc.stream.Session;
import org.touchpaper.harc.stream.Streams;
import org.touchpaper.harc.stream.Word;

/**
 * An acceptor whose disk is gone, as another sees it: whoever leads takes those for there that it
 * has streams with, so one that votes no more has none. We are acceptor-1, it is acceptor-2.
 */
class HangingUpTest extends FreshCluster {
  private static final int PATIENCE_SECONDS = 60;
  private static final Incarnation OURS = new Incarnation(1, "ours");

  private final Hearing called = new Hearing();
  private final Hearing calling = new Hearing();

  /** How often we called, and it was there to be told who we are. */
  private final AtomicInteger calls = new AtomicInteger();

  private volatile boolean isDiskGone;

  @SuppressWarnings("NullAway.Init") // set before each test
  private Streams us;

  @BeforeEach
  void start() throws IOException {
    cluster.start(
        "acceptor-2",
        (kind, _, _) -> {
          if (kind == Failpoints.Kind.WRITING && isDiskGone) {
            throw new JournalRefused("no disk");
          }
        });
    us = Streams.of("acceptor-1", OURS, _ -> seen(), null);
  }

  private Extent seen() {
    calls.incrementAndGet();
    return Extent.NONE;
  }

  @AfterEach
  void stop() {
    us.close();
  }

  @Test
  void whoCannotWriteHangsUpOnTheOtherAcceptorsAndLetsNoneInAgain() throws Exception {
    try (var listening = Streams.of("acceptor-1", OURS, _ -> Extent.NONE, null);
        var client = new Streams("bar-ucl")) {
      var port = cluster.streamPortOf("acceptor-1");
      var secret = cluster.streamPeer("acceptor-1", "acceptor-2").secret();
      listening.listen(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
          _ -> Optional.of(secret),
          calling);
      var line = call();
      var asking = new Hearing();
      client.line(cluster.streamPeer("bar-ucl", "acceptor-2"), asking);
      var fromIt = next(calling.opened);
      var toIt = next(called.opened);
      var asked = next(asking.opened);

      isDiskGone = true;
      var promise = cluster.request("t.1", VOTE_BY).record();
      line.say(new Word.Said(new Message.Phase1a(promise, new Ballot(1), "acceptor-1")));
      assertThat(next(called.closed)).isEqualTo(toIt);
      assertThat(next(calling.closed)).isEqualTo(fromIt);
      staysClosed(line);

      // Who asks is answered, and goes on with another.
      for (var time = 0; time < 2; time++) {
        var request = cluster.request("t." + time, VOTE_BY);
        assertThat(asked.say(new Word.Begin(request, WAIT.toMillis()))).isTrue();
        assertThat(next(asking.heard))
            .isEqualTo(
                new Word.Answer(
                    request.record().fingerprint(), Knowledge.of(Knowledge.Outcome.UNKNOWN)));
      }
    }
  }

  /** It lets us in, and finds only then that it cannot write down whom it has met. */
  @Test
  void whoCannotWriteDownWhomItLetsInHangsUpOnThatOneToo() throws Exception {
    isDiskGone = true;
    var line = call();
    var only = next(called.opened);
    assertThat(next(called.closed)).isEqualTo(only);
    staysClosed(line);
  }

  private Line call() {
    return us.line(cluster.streamPeer("acceptor-1", "acceptor-2"), called);
  }

  /** Each call comes after the one before has ended. */
  private void staysClosed(Line line) throws Exception {
    var before = calls.get();
    Await.until(() -> assertThat(calls).hasValueGreaterThan(before + 2));
    assertThat(called.opened).isEmpty();
    assertThat(line.isOpen()).isFalse();
  }

  private static <T> T next(LinkedBlockingQueue<T> queue) throws InterruptedException {
    @Nullable T next = queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing happened");
    }
    return next;
  }

  /** Keeps what happens. */
  private static final class Hearing implements Ear {
    final LinkedBlockingQueue<Session> opened = new LinkedBlockingQueue<>();
    final LinkedBlockingQueue<Session> closed = new LinkedBlockingQueue<>();
    final LinkedBlockingQueue<Word> heard = new LinkedBlockingQueue<>();

    @Override
    public void opened(Session session) {
      opened.add(session);
    }

    @Override
    public void closed(Session session) {
      closed.add(session);
    }

    @Override
    public void hear(Session from, Word word) {
      heard.add(word);
    }
  }
}

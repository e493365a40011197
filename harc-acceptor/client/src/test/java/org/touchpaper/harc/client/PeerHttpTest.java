package org.touchpaper.harc.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a peer may do instead of answering. */
class PeerHttpTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final PeerHttp http = new PeerHttp("bar-ucl");

  @AfterEach
  void close() {
    http.close();
  }

  /** Says that to every call, and then nothing more, nor hangs up. */
  private static final class Halting implements AutoCloseable {
    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final CountDownLatch closed = new CountDownLatch(1);
    private final String words;

    Halting(String words) throws IOException {
      this.words = words;
      Thread.ofVirtual().start(this::listen);
    }

    private void listen() {
      try {
        while (true) {
          var call = door.accept();
          Thread.ofVirtual().start(() -> answer(call));
        }
      } catch (IOException _) {
        // closed
      }
    }

    private void answer(Socket call) {
      try (call) {
        call.getOutputStream().write(words.getBytes(StandardCharsets.US_ASCII));
        closed.await();
      } catch (IOException | InterruptedException _) {
        // the caller has gone
      }
    }

    HarcPeer peer() {
      return new HarcPeer(
          "acceptor-1", URI.create("http://127.0.0.1:" + door.getLocalPort()), "secret");
    }

    @Override
    public void close() throws IOException {
      closed.countDown();
      door.close();
    }
  }

  /** As a process that is paused while it answers: a prepared resource manager asks on. */
  @Test
  void whoStopsInTheMiddleOfAnAnswerIsWaitedForNoLongerThanWhoSaysNothing() throws IOException {
    try (var halting = new Halting("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<h:Answer")) {
      assertTimeoutPreemptively(
          PATIENCE,
          () ->
              assertThatThrownBy(() -> http.get(halting.peer(), "/", Duration.ofMillis(500)))
                  .isInstanceOfSatisfying(
                      PeerUnreachable.class, e -> assertThat(e.maybeReceived()).isTrue())
                  .hasMessageContaining("no answer from acceptor-1")
                  .hasMessageContaining("not all of the answer came in 500 ms")
                  .hasCauseInstanceOf(HttpTimeoutException.class));
    }
  }

  @Test
  void moreThanAMessageIsNotReadToItsEnd() throws IOException {
    var more = HarcXml.MAX_BYTES + 1;
    var answer = "HTTP/1.1 200 OK\r\nContent-Length: " + more + "\r\n\r\n" + "x".repeat(more);
    try (var halting = new Halting(answer)) {
      assertThatThrownBy(() -> http.get(halting.peer(), "/", PATIENCE))
          .isInstanceOfSatisfying(
              PeerUnreachable.class, e -> assertThat(e.maybeReceived()).isTrue())
          .hasMessageContaining("no answer from acceptor-1");
    }
  }
}

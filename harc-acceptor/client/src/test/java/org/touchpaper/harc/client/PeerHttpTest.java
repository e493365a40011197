package org.touchpaper.harc.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.net.http.HttpTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.http.HaltingServer;

/** What a peer may do instead of answering. */
class PeerHttpTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final PeerHttp http = new PeerHttp("bar-ucl");

  @AfterEach
  void close() {
    http.close();
  }

  private static HarcPeer peer(HaltingServer server) {
    return new HarcPeer("acceptor-1", server.uri(), "secret");
  }

  /** As a process that is paused while it answers: a prepared resource manager asks on. */
  @Test
  void whoStopsInTheMiddleOfAnAnswerIsWaitedForNoLongerThanWhoSaysNothing() {
    try (var halting = HaltingServer.inTheMiddle("<h:Answer")) {
      assertTimeoutPreemptively(
          PATIENCE,
          () ->
              assertThatThrownBy(() -> http.get(peer(halting), "/", Duration.ofMillis(500)))
                  .isInstanceOfSatisfying(
                      PeerUnreachable.class, e -> assertThat(e.maybeReceived()).isTrue())
                  .hasMessageContaining("no answer from acceptor-1")
                  .hasMessageContaining("not all of the answer came in 500 ms")
                  .hasCauseInstanceOf(HttpTimeoutException.class));
    }
  }

  @Test
  void moreThanAMessageIsNotReadToItsEnd() {
    var more = HarcXml.MAX_BYTES + 1;
    var answer = "HTTP/1.1 200 OK\r\nContent-Length: " + more + "\r\n\r\n" + "x".repeat(more);
    try (var halting = new HaltingServer(answer)) {
      assertThatThrownBy(() -> http.get(peer(halting), "/", PATIENCE))
          .isInstanceOfSatisfying(
              PeerUnreachable.class, e -> assertThat(e.maybeReceived()).isTrue())
          .hasMessageContaining("no answer from acceptor-1");
    }
  }
}

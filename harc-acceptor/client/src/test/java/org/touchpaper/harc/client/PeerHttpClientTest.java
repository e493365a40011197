package org.touchpaper.harc.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.net.http.HttpTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.client.xml.HarcMessageXml;
import org.touchpaper.http.StallingServer;

/** Incomplete and overlong responses of a peer. */
class PeerHttpClientTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final PeerHttpClient http = new PeerHttpClient("bar-ucl");

  @AfterEach
  void close() {
    http.close();
  }

  private static PeerEndpoint peer(StallingServer server) {
    return new PeerEndpoint("acceptor-1", server.uri(), "secret");
  }

  /** As of a process that is paused while it responds. */
  @Test
  void aResponseThatStallsTimesOut() {
    try (var stalling = StallingServer.inTheMiddle("<h:Answer")) {
      assertTimeoutPreemptively(
          TIMEOUT,
          () ->
              assertThatThrownBy(() -> http.get(peer(stalling), "/", Duration.ofMillis(500)))
                  .isInstanceOfSatisfying(
                      PeerRequestException.class, e -> assertThat(e.mayHaveBeenReceived()).isTrue())
                  .hasMessageContaining("no answer from acceptor-1")
                  .hasMessageContaining("the response was not complete within 500 ms")
                  .hasCauseInstanceOf(HttpTimeoutException.class));
    }
  }

  @Test
  void anOverlongResponseIsNotReadToItsEnd() {
    var more = HarcMessageXml.MAX_BYTES + 1;
    var answer = "HTTP/1.1 200 OK\r\nContent-Length: " + more + "\r\n\r\n" + "x".repeat(more);
    try (var stalling = new StallingServer(answer)) {
      assertThatThrownBy(() -> http.get(peer(stalling), "/", TIMEOUT))
          .isInstanceOfSatisfying(
              PeerRequestException.class, e -> assertThat(e.mayHaveBeenReceived()).isTrue())
          .hasMessageContaining("no answer from acceptor-1");
    }
  }
}

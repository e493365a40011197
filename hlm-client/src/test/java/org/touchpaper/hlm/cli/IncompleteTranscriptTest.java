package org.touchpaper.hlm.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.hlm.cli.element.ElementApiClient;
import org.touchpaper.http.StallingServer;

/** A transcript that stops: the timeout applies to all of it or, when followed, to its start. */
class IncompleteTranscriptTest {
  private static final Duration SHORT_TIMEOUT = Duration.ofMillis(300);
  private static final Duration LONG_TIMEOUT = Duration.ofSeconds(60);

  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nfirst\n"})
  void anIncompleteTranscriptTimesOut(String response) {
    try (var stalling = new StallingServer(response);
        var services = services(stalling.uri(), SHORT_TIMEOUT)) {
      assertTimeoutPreemptively(
          LONG_TIMEOUT,
          () ->
              assertThatThrownBy(() -> services.transcript(stalling.uri(), "LONDON", 50))
                  .isInstanceOf(HttpTimeoutException.class)
                  .hasMessage("the response was not complete within 300 ms"));
    }
  }

  @Test
  void followingTimesOutWithoutAResponse() {
    try (var stalling = new StallingServer("");
        var services = services(stalling.uri(), SHORT_TIMEOUT)) {
      assertTimeoutPreemptively(
          LONG_TIMEOUT,
          () ->
              assertThatThrownBy(() -> services.follow(stalling.uri(), "LONDON", 50))
                  .isInstanceOf(HttpTimeoutException.class));
    }
  }

  /** An element may send nothing for hours. */
  @Test
  void followedLinesArriveOneByOne() throws Exception {
    try (var silent = StallingServer.inTheMiddle("first\nsecond\n");
        var services = services(silent.uri(), LONG_TIMEOUT);
        var lines = services.follow(silent.uri(), "LONDON", 50)) {
      assertThat(lines.limit(2)).containsExactly("first", "second");
    }
  }

  private static ElementApiClient services(URI service, Duration timeout) {
    return new ElementApiClient(List.of(service), "operator", "secret", timeout, timeout);
  }
}

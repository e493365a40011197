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
import org.touchpaper.http.HaltingServer;

/** A transcript of a service that stops telling: all of it is waited for, or its beginning. */
class HalfTranscriptTest {
  private static final Duration A_MOMENT = Duration.ofMillis(300);
  private static final Duration FOR_EVER = Duration.ofSeconds(60);

  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nfirst\n"})
  void whoStopsIsGivenUp(String said) {
    try (var halting = new HaltingServer(said);
        var services = services(halting.uri(), A_MOMENT)) {
      assertTimeoutPreemptively(
          FOR_EVER,
          () ->
              assertThatThrownBy(() -> services.transcript(halting.uri(), "LONDON", 50))
                  .isInstanceOf(HttpTimeoutException.class)
                  .hasMessage("not all of the answer came in 300 ms"));
    }
  }

  @Test
  void whoDoesNotBeginCannotBeFollowed() {
    try (var halting = new HaltingServer("");
        var services = services(halting.uri(), A_MOMENT)) {
      assertTimeoutPreemptively(
          FOR_EVER,
          () ->
              assertThatThrownBy(() -> services.follow(halting.uri(), "LONDON", 50))
                  .isInstanceOf(HttpTimeoutException.class));
    }
  }

  /** An element may be silent for hours. */
  @Test
  void whatIsFollowedComesAsItIsSaid() throws Exception {
    try (var silent = HaltingServer.inTheMiddle("first\nsecond\n");
        var services = services(silent.uri(), FOR_EVER);
        var lines = services.follow(silent.uri(), "LONDON", 50)) {
      assertThat(lines.limit(2)).containsExactly("first", "second");
    }
  }

  private static ElementServices services(URI service, Duration patience) {
    return new ElementServices(List.of(service), "operator", "secret", patience, patience);
  }
}

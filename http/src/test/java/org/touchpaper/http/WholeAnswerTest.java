package org.touchpaper.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An exchange is over by its time, wherever the other side stops. */
@Timeout(120)
class WholeAnswerTest {
  private static final Duration FOR_EVER = Duration.ofSeconds(60);
  private static final Duration A_MOMENT = Duration.ofMillis(300);
  private static final String WHOLE =
      "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 4\r\n\r\nword";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @AfterEach
  void close() {
    http.shutdownNow();
  }

  private static HttpRequest request(URI uri, Duration timeout) {
    return HttpRequest.newBuilder(uri).timeout(timeout).build();
  }

  private String ask(URI uri, Duration timeout) throws Exception {
    return WholeAnswer.of(http, request(uri, timeout), BodyHandlers.ofString()).body();
  }

  @Test
  void aWholeAnswerIsGivenAtOnce() throws Exception {
    try (var server = new HaltingServer(WHOLE)) {
      assertThat(ask(server.uri(), FOR_EVER)).isEqualTo("word");
      assertThat(ask(server.uri(), FOR_EVER)).as("asked twice").isEqualTo("word");
    }
  }

  @Test
  void whoStopsAnywhereIsGivenUpInTimeAndHungUpOn() throws Exception {
    for (var said = 0; said < WHOLE.length(); said += 7) {
      try (var server = new HaltingServer(WHOLE.substring(0, said))) {
        assertTimeoutPreemptively(
            FOR_EVER,
            () ->
                assertThatThrownBy(() -> ask(server.uri(), A_MOMENT))
                    .isInstanceOf(HttpTimeoutException.class));
        assertThat(server.isLeftAlone(60)).as("hung up after %d bytes", said).isTrue();
      }
    }
  }

  @Test
  void itSaysThatSomeOfTheAnswerIsMissingAndAfterHowLong() {
    try (var server = HaltingServer.inTheMiddle("{\"state\":")) {
      assertThatThrownBy(() -> ask(server.uri(), A_MOMENT))
          .isInstanceOf(HttpTimeoutException.class)
          .hasMessage("not all of the answer came in 300 ms");
    }
  }

  /** They come without end, and are whole when the first may come. */
  @Test
  void ofLinesOnlyTheBeginningIsWaitedFor() throws Exception {
    try (var server = HaltingServer.inTheMiddle("first\nsecond\n")) {
      var answer = WholeAnswer.of(http, request(server.uri(), FOR_EVER), BodyHandlers.ofLines());
      try (var lines = answer.body()) {
        assertThat(lines.limit(2)).containsExactly("first", "second");
      }
    }
  }

  @Test
  void whoIsNotThereIsToldFromWhoDoesNotAnswer() {
    var server = HaltingServer.inTheMiddle("");
    server.close();
    assertThatThrownBy(() -> ask(server.uri(), FOR_EVER)).isInstanceOf(ConnectException.class);
  }

  @Test
  void whoIsInterruptedHangsUp() throws Exception {
    try (var server = HaltingServer.inTheMiddle("{")) {
      var end = new CompletableFuture<Throwable>();
      var asking =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  ask(server.uri(), FOR_EVER);
                } catch (Exception e) {
                  end.complete(e);
                }
              });
      asking.interrupt();
      assertThat(end.get(60, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void whatHasNoTimeoutIsNotSent() {
    try (var server = new HaltingServer(WHOLE)) {
      var request = HttpRequest.newBuilder(server.uri()).build();
      assertThatThrownBy(() -> WholeAnswer.of(http, request, BodyHandlers.ofString()))
          .isInstanceOf(NoSuchElementException.class);
    }
  }
}

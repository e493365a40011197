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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An exchange ends by its timeout, wherever the server stops. */
@Timeout(120)
class TimedHttpExchangeTest {
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
    return TimedHttpExchange.send(http, request(uri, timeout), BodyHandlers.ofString()).body();
  }

  @Test
  void aCompleteResponseIsReturnedAtOnce() throws Exception {
    try (var server = new StallingServer(WHOLE)) {
      assertThat(ask(server.uri(), FOR_EVER)).isEqualTo("word");
      assertThat(ask(server.uri(), FOR_EVER)).as("asked twice").isEqualTo("word");
    }
  }

  /** On two cores the common pool has one thread: a caller that blocks it must not wait for it. */
  @Test
  void aResponseIsReturnedWhileTheCommonPoolIsBusy() throws Exception {
    var free = new CountDownLatch(1);
    try (var server = new StallingServer(WHOLE)) {
      for (var i = 0; i < 2 * ForkJoinPool.getCommonPoolParallelism(); i++) {
        var _ =
            ForkJoinPool.commonPool()
                .submit(() -> {
                  free.await();
                  return true;
                });
      }
      assertThat(ask(server.uri(), FOR_EVER)).isEqualTo("word");
    } finally {
      free.countDown();
    }
  }

  @Test
  void aStalledExchangeEndsInTimeAndDisconnects() throws Exception {
    for (var prefix = 0; prefix < WHOLE.length(); prefix += 7) {
      try (var server = new StallingServer(WHOLE.substring(0, prefix))) {
        assertTimeoutPreemptively(
            FOR_EVER,
            () ->
                assertThatThrownBy(() -> ask(server.uri(), A_MOMENT))
                    .isInstanceOf(HttpTimeoutException.class));
        assertThat(server.awaitDisconnect(60)).as("hung up after %d bytes", prefix).isTrue();
      }
    }
  }

  @Test
  void theMessageNamesTheTimeout() {
    try (var server = StallingServer.inTheMiddle("{\"state\":")) {
      assertThatThrownBy(() -> ask(server.uri(), A_MOMENT))
          .isInstanceOf(HttpTimeoutException.class)
          .hasMessage("the response was not complete within 300 ms");
    }
  }

  /** Lines are streamed, so the exchange is complete when the body begins. */
  @Test
  void aStreamedBodyIsAwaitedOnlyToItsBeginning() throws Exception {
    try (var server = StallingServer.inTheMiddle("first\nsecond\n")) {
      var response =
          TimedHttpExchange.send(http, request(server.uri(), FOR_EVER), BodyHandlers.ofLines());
      try (var lines = response.body()) {
        assertThat(lines.limit(2)).containsExactly("first", "second");
      }
    }
  }

  @Test
  void aConnectFailureDiffersFromATimeout() {
    var server = StallingServer.inTheMiddle("");
    server.close();
    assertThatThrownBy(() -> ask(server.uri(), FOR_EVER)).isInstanceOf(ConnectException.class);
  }

  @Test
  void anInterruptedExchangeDisconnects() throws Exception {
    try (var server = StallingServer.inTheMiddle("{")) {
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
  void aRequestWithoutATimeoutIsNotSent() {
    try (var server = new StallingServer(WHOLE)) {
      var request = HttpRequest.newBuilder(server.uri()).build();
      assertThatThrownBy(() -> TimedHttpExchange.send(http, request, BodyHandlers.ofString()))
          .isInstanceOf(NoSuchElementException.class);
    }
  }
}

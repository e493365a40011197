package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.api.SegmentElementsClient.Listing;
import org.touchpaper.platform.security.OutgoingPeerCallInterceptor;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.PeerRole;

/** Reading elements from segments that hang. */
@Timeout(120)
class SegmentElementsClientTest {

  private static final Duration LONG_TIMEOUT = Duration.ofMinutes(2);

  private final List<HttpServer> servers = new ArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);

  @AfterEach
  void close() {
    over.countDown();
    servers.forEach(server -> server.stop(0));
  }

  private Peer segment(String name, HttpHandler handler) throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", handler);
    server.start();
    servers.add(server);
    var url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    return new Peer(name, url, "between us", Set.of(PeerRole.SEGMENT));
  }

  private static SegmentElementsClient elements(Duration patience, Peer... segments) {
    return new SegmentElementsClient(
        Stream.of(segments).map(Peer::name).toList(),
        new PeerRegistry("bar-ucl", List.of(segments)),
        OutgoingPeerCallInterceptor.PASS_THROUGH,
        patience);
  }

  private static void answer(HttpExchange exchange, String body) throws IOException {
    try (exchange) {
      var bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private static void await(CountDownLatch event) throws IOException {
    try {
      event.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** The first segment answers only after the second is queried. */
  @Test
  void queriesAllSegmentsInParallel() throws IOException {
    var bothAsked = new CountDownLatch(1);
    var first =
        segment(
            "lnsap",
            exchange -> {
              await(bothAsked);
              answer(exchange, "one");
            });
    var second =
        segment(
            "nsap",
            exchange -> {
              bothAsked.countDown();
              answer(exchange, "two");
            });
    try (var elements = elements(LONG_TIMEOUT, first, second)) {
      assertThat(elements.list())
          .containsExactly(
              new Listing.Elements("lnsap", "one"), new Listing.Elements("nsap", "two"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void timesOutWhereverASegmentHangs(boolean begins) throws IOException {
    var hangs =
        segment(
            "lnsap",
            exchange -> {
              if (begins) {
                exchange.sendResponseHeaders(200, 100);
                exchange.getResponseBody().write('{');
                exchange.getResponseBody().flush();
              }
              await(over);
            });
    var answers = segment("nsap", exchange -> answer(exchange, "two"));
    try (var elements = elements(Duration.ofSeconds(1), hangs, answers)) {
      assertThat(elements.list())
          .containsExactly(
              new Listing.NoAnswer("lnsap", "no answer within 1 s"),
              new Listing.Elements("nsap", "two"));
    }
  }

  @Test
  void readsAnElementWithAnyTl1Name() throws IOException {
    var segment =
        segment("nsap", exchange -> answer(exchange, exchange.getRequestURI().toString()));
    try (var elements = elements(LONG_TIMEOUT, segment)) {
      assertThat(elements.getElement("nsap", "NE 1")).isEqualTo("/elements/NE%201");
      assertThat(elements.getElement("nsap", "A?B#C")).isEqualTo("/elements/A%3FB%23C");
      assertThat(elements.getTranscript("nsap", "NE 1", 7))
          .isEqualTo("/elements/NE%201/transcript?lines=7");
      for (var path : List.of("..", "../health", "", "a/b", "a\\b", "a;b", "a%2fb", "a\nb")) {
        assertThatIllegalArgumentException().isThrownBy(() -> elements.getElement("nsap", path));
      }
    }
  }
}

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.api.SegmentElements.Listing;
import org.touchpaper.platform.peers.Outbound;
import org.touchpaper.platform.peers.Peer;
import org.touchpaper.platform.peers.PeerRole;

/** Elements are looked at when something hangs. */
@Timeout(120)
class SegmentElementsTest {

  private static final Duration LONG = Duration.ofMinutes(2);

  private final List<HttpServer> servers = new ArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);

  @AfterEach
  void close() {
    over.countDown();
    servers.forEach(each -> each.stop(0));
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

  private static SegmentElements elements(Duration patience, Peer... segments) {
    return new SegmentElements(List.of(segments), "bar-ucl", Outbound.OPEN, patience);
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

  /** The first answers only once the second has been asked. */
  @Test
  void asksAllSegmentsAtOnce() throws IOException {
    var asked = new CountDownLatch(1);
    var first =
        segment(
            "lnsap",
            exchange -> {
              await(asked);
              answer(exchange, "one");
            });
    var second =
        segment(
            "nsap",
            exchange -> {
              asked.countDown();
              answer(exchange, "two");
            });
    try (var elements = elements(LONG, first, second)) {
      assertThat(elements.list())
          .containsExactly(new Listing.Told("lnsap", "one"), new Listing.Told("nsap", "two"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void waitsForNobodyForLongWhereverItHangs(boolean begins) throws IOException {
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
              new Listing.Silent("lnsap", "no answer within 1 s"), new Listing.Told("nsap", "two"));
    }
  }

  @Test
  void asksForAnElementByAnyNameThatTl1Takes() throws IOException {
    var segment =
        segment("nsap", exchange -> answer(exchange, exchange.getRequestURI().toString()));
    try (var elements = elements(LONG, segment)) {
      assertThat(elements.show("nsap", "NE 1")).isEqualTo("/elements/NE%201");
      assertThat(elements.show("nsap", "A?B#C")).isEqualTo("/elements/A%3FB%23C");
      assertThat(elements.transcript("nsap", "NE 1", 7))
          .isEqualTo("/elements/NE%201/transcript?lines=7");
      for (var path : List.of("..", "../health", "", "a/b", "a\\b", "a;b", "a%2fb", "a\nb")) {
        assertThatIllegalArgumentException().isThrownBy(() -> elements.show("nsap", path));
      }
    }
  }
}

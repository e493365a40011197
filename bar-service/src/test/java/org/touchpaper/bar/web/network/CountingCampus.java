package org.touchpaper.bar.web.network;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.touchpaper.bar.fixture.BarFixture;

/** UCL's L-NSAP, as far as it tells what its elements counted of circuits in a minute. */
final class CountingCampus implements AutoCloseable {

  private static final long BYTES_PER_MBPS_MINUTE = 7_500_000;

  private final BarFixture fixture;
  private final HttpServer server;
  private final List<String> circuits = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  CountingCampus(BarFixture fixture) {
    this.fixture = fixture;
    try {
      server =
          HttpServer.create(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), BarFixture.LNSAP_PORT), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/circuits/traffic", this::answer);
    server.start();
  }

  /** Lets the circuit of a lightpath have carried this much, seen from its host on the campus. */
  void count(String lightpath, double mbpsFromHost, double mbpsToHost) {
    var circuit =
        fixture
            .jdbc()
            .queryForObject(
                "select segment_id from segment_hold where peer = 'lnsap-ucl' and connection_id = ?",
                UUID.class,
                UUID.fromString(lightpath));
    circuits.add(
        """
        {"connection":"%s","at":"2026-12-01T21:29:00Z","seconds":60,"bytesIn":%.0f,"bytesOut":%.0f}\
        """
            .formatted(
                Objects.requireNonNull(circuit),
                mbpsFromHost * BYTES_PER_MBPS_MINUTE,
                mbpsToHost * BYTES_PER_MBPS_MINUTE));
  }

  /** The paths and queries of the requests so far. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.add(exchange.getRequestURI().toString());
      var bytes =
          ("{\"circuits\":[" + String.join(",", circuits) + "]}").getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;

/** The measured traffic of a lightpath, counted at the end on this site's campus. */
class LightpathTrafficTest {

  private static final String COUNTED =
      """
      {"connection":"7c8a2f10-0000-4000-8000-000000000000","from":"2026-12-01T19:00:00Z",
       "to":"2026-12-01T20:00:00Z","stepSeconds":60,"points":[
       {"at":"2026-12-01T19:58:00Z","seconds":60,"bytesIn":2250000000,"bytesOut":15000000,
        "bytesDropped":7500},
       {"at":"2026-12-01T19:59:00Z","seconds":30,"bytesIn":0,"bytesOut":3750000,"bytesDropped":0}]}
      """;

  private final BarFixture bar = BarFixture.shared();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private HttpServer campus;
  private int status = 200;
  private String answer = COUNTED;

  @BeforeEach
  void start() throws IOException {
    campus =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), BarFixture.LNSAP_PORT), 0);
    campus.createContext(
        "/",
        exchange -> {
          try (exchange) {
            requests.add(exchange.getRequestURI().toString());
            var bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
          }
        });
    campus.start();
  }

  @AfterEach
  void stop() {
    campus.stop(0);
  }

  private String book() {
    return book("scientist");
  }

  private String book(String user) {
    return bar.clientFor(user)
        .post("/api/v1/reservations", RequestBodies.LIGHTPATH, "k")
        .header("Location");
  }

  @Test
  void showsTheRatesInBothDirections() {
    var booking = book();
    var traffic = bar.clientFor("scientist").get(booking + "/traffic");
    assertThat(traffic.status()).as(traffic.body()).isEqualTo(200);
    assertThat(traffic.json().path("stepSeconds").asInt()).isEqualTo(60);
    var points = traffic.json().path("points");
    assertThat(points.get(0).path("toDestinationMbps").asDouble()).isEqualTo(300.0);
    assertThat(points.get(0).path("toSourceMbps").asDouble()).isEqualTo(2.0);
    assertThat(points.get(0).path("droppedMbps").asDouble()).isEqualTo(0.001);
    assertThat(points.get(1).path("toSourceMbps").asDouble()).isEqualTo(1.0);
    assertThat(requests.getFirst())
        .startsWith("/circuits/")
        .endsWith("/traffic?from=2026-12-01T19:00:00Z&to=2026-12-01T20:00:00Z");
  }

  @Test
  void hasNoPointsWhereNothingWasCounted() {
    var booking = book();
    status = 404;
    var traffic = bar.clientFor("scientist").get(booking + "/traffic");
    assertThat(traffic.status()).as(traffic.body()).isEqualTo(200);
    assertThat(traffic.json().path("points")).isEmpty();
  }

  @Test
  void namesTheServiceThatDoesNotAnswer() {
    var booking = book();
    status = 500;
    var traffic = bar.clientFor("scientist").get(booking + "/traffic");
    assertThat(traffic.status()).isEqualTo(503);
    assertThat(traffic.body()).contains("lnsap-ucl");
  }

  @Test
  void refusesMoreThanAWeekAndWhoeverMayNotReadTheBooking() {
    var booking = book();
    var foreign = book("admin");
    var week = "/traffic?from=2026-11-01T00:00:00Z&to=2026-11-09T00:00:00Z";
    var refused = bar.clientFor("scientist").get(booking + week);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.errors()).containsExactly("to: after-from");
    assertThat(bar.clientFor("scientist").get(foreign + "/traffic").status()).isEqualTo(404);
    assertThat(bar.clientFor("operator").get(booking + "/traffic").status()).isEqualTo(200);
    assertThat(requests).hasSize(1);
  }
}

package org.touchpaper.pathcheck.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.pathcheck.udp.PacketRelay;
import org.touchpaper.pathcheck.udp.PacketRelay.Fate;
import tools.jackson.databind.json.JsonMapper;

/** The agent over real HTTP. */
class PathAgentTest {

  private static final String SECRET = "the-secret";

  private final HttpClient http = HttpClient.newHttpClient();
  private PathAgent agent;

  @BeforeEach
  void start() throws IOException {
    agent = PathAgent.start(new PathAgent.Options(anyPort(), anyPort(), SECRET, 100, _ -> {}));
  }

  @AfterEach
  void stop() {
    agent.close();
    http.shutdownNow();
  }

  @Test
  void aCheckAnswersWithItsFigures() throws Exception {
    for (var time = 0; time < 2; time++) {
      var response = post(check(text(agent.reflect()), 50, "PT0.001S", 44));
      assertThat(response.statusCode()).isEqualTo(200);
      var report = report(response);
      assertThat(report.failure()).isNull();
      assertThat(Objects.requireNonNull(report.statistics()).received()).isEqualTo(50);
    }
  }

  @Test
  void aTargetWithoutAReflectorIsAFailureInWords() throws Exception {
    var target = text(agent.reflect());
    try (var other =
        PathAgent.start(new PathAgent.Options(anyPort(), anyPort(), SECRET, 100, _ -> {}))) {
      target = text(other.reflect());
    }
    var report = report(post(check(target, 50, "PT0.001S", 44)));
    assertThat(report.statistics()).isNull();
    assertThat(report.failure())
        .isEqualTo("the host answers, but no reflector listens at " + target);
  }

  @Test
  void aCallerWithoutTheSecretGetsNothing() throws Exception {
    var body = check(text(agent.reflect()), 50, "PT0.001S", 44);
    assertThat(send("POST", PathAgent.PATH, "another", body).statusCode()).isEqualTo(401);
    assertThat(send("POST", PathAgent.PATH, "", body).statusCode()).isEqualTo(401);
  }

  @Test
  void aSecondCheckToATargetIsRefusedWhileOneRuns() throws Exception {
    var hasBegun = new CountDownLatch(1);
    PacketRelay.Direction slow =
        _ -> {
          hasBegun.countDown();
          return Fate.PASSES;
        };
    try (var relay = new PacketRelay(agent.reflect(), slow, _ -> Fate.PASSES)) {
      var body = check(text(relay.address()), 200, "PT0.005S", 44);
      var first =
          http.sendAsync(request("POST", PathAgent.PATH, SECRET, body), BodyHandlers.ofString());
      hasBegun.await();
      var second = post(body);
      assertThat(second.statusCode()).isEqualTo(409);
      assertThat(second.body()).contains("is running; ask again later");
      assertThat(post(check(text(agent.reflect()), 50, "PT0.001S", 44)).statusCode())
          .isEqualTo(200);
      assertThat(first.join().statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "newton:862 | 50 | PT0.001S | 44 | target must be the address and port",
        "127.0.0.1 | 50 | PT0.001S | 44 | target must be the address and port",
        "224.0.0.1:862 | 50 | PT0.001S | 44 | target must be the address and port",
        "127.0.0.1:862 | 0 | PT0.001S | 44 | count must be 1 to 200000; it is 0",
        "127.0.0.1:862 | 200001 | PT0.00001S | 44 | count must be 1 to 200000",
        "127.0.0.1:862 | 50 | PT1S | 44 | 50 intervals at most PT10S",
        "127.0.0.1:862 | 50 | PT0S | 44 | interval must be a duration",
        "127.0.0.1:862 | 50 | PT0.001S | 43 | bytes must be 44 to 9000; it is 43",
        "127.0.0.1:862 | 50 | PT0.00001S | 1472 | this agent sends at most 100 Mbit/s; the check needs 1218",
      })
  void aCheckBeyondTheLimitsIsRefusedWithTheLimit(
      String target, int count, String interval, int bytes, String detail) throws Exception {
    var response = post(check(target, count, interval, bytes));
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains(detail);
  }

  @Test
  void otherRequestsAreRefused() throws Exception {
    assertThat(post("{").statusCode()).isEqualTo(400);
    assertThat(post("null").statusCode()).isEqualTo(400);
    assertThat(post("{\"target\":\"127.0.0.1:862\"}").statusCode()).isEqualTo(400);
    assertThat(post(" ".repeat(5000)).statusCode()).isEqualTo(413);
    assertThat(send("GET", PathAgent.PATH, SECRET, "").statusCode()).isEqualTo(405);
    assertThat(send("POST", "/other", SECRET, "").statusCode()).isEqualTo(404);
  }

  private static CheckReport report(HttpResponse<String> response) {
    return JsonMapper.shared().readValue(response.body(), CheckReport.class);
  }

  private static String check(String target, int count, String interval, int bytes) {
    return JsonMapper.shared()
        .writeValueAsString(new CheckRequest(target, count, Duration.parse(interval), bytes));
  }

  private HttpResponse<String> post(String body) throws IOException, InterruptedException {
    return send("POST", PathAgent.PATH, SECRET, body);
  }

  private HttpResponse<String> send(String method, String path, String secret, String body)
      throws IOException, InterruptedException {
    return http.send(request(method, path, secret, body), BodyHandlers.ofString());
  }

  private HttpRequest request(String method, String path, String secret, String body) {
    return HttpRequest.newBuilder(URI.create("http://" + text(agent.control()) + path))
        .header("Authorization", "Bearer " + secret)
        .method(method, BodyPublishers.ofString(body))
        .timeout(Duration.ofSeconds(20))
        .build();
  }

  private static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }
}

package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.PageBrowser;
import org.touchpaper.platform.security.LoginThrottle;

/** Failed logins at a real BAR: ten of a user at an address, or a hundred at an address. */
class FailedLoginsTest {

  private static final String PATH = "/api/v1/co-allocations";
  private static final int PER_USER = 10;
  private static final int PER_ADDRESS = 100;

  private final BarFixture fixture = BarFixture.shared();

  @AfterEach
  void forget() {
    fixture.bean(LoginThrottle.class).clear();
  }

  private void fail(int times, String user) {
    for (var time = 1; time <= times; time++) {
      assertThat(fixture.clientFor(user, "guess").get(PATH).status()).isEqualTo(401);
    }
  }

  private static void assertThrottled(ApiReply reply) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(429);
    assertThat(reply.header("Retry-After")).isEqualTo("90");
    assertThat(reply.text("/type")).isEqualTo("urn:touchpaper:problem:too-many-logins");
    assertThat(reply.text("/detail")).isEqualTo("too many failed logins; try again in 90 s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"scientist", "nobody"})
  void aUserWhoFailedTooOftenMustWaitWhetherItExistsOrNot(String user) {
    fail(PER_USER, user);
    for (var time = 1; time <= 2; time++) {
      assertThrottled(fixture.clientFor(user).get(PATH));
      assertThrottled(fixture.clientFor(user, "guess").get(PATH));
    }
    assertThat(fixture.clientFor("operator").get(PATH).status()).isEqualTo(200);
    fixture.clock.advance(Duration.ofSeconds(90));
    assertThat(fixture.clientFor(user).get(PATH).status())
        .isEqualTo(user.equals("nobody") ? 401 : 200);
  }

  @Test
  void aSuccessResets() {
    fail(PER_USER - 1, "scientist");
    assertThat(fixture.clientFor("scientist").get(PATH).status()).isEqualTo(200);
    fail(PER_USER, "scientist");
    assertThrottled(fixture.clientFor("scientist").get(PATH));
  }

  @Test
  void theUserLogsInFromElsewhereAndNoHeaderNamesAnotherAddress() throws Exception {
    fail(PER_USER, "scientist");
    assertThat(get(PATH, "127.0.0.1", "X-Forwarded-For", "192.0.2.1").statusCode()).isEqualTo(429);
    assertThat(get(PATH, "127.0.0.2", "X", "y").statusCode()).isEqualTo(200);
    assertThat(get(PATH, "127.0.0.1", "X", "y").statusCode()).isEqualTo(429);
  }

  @Test
  void everyKindOfLoginCountsTheSame() throws Exception {
    var browser = new PageBrowser(fixture.url());
    fail(1, "scientist");
    for (var time = 2; time <= PER_USER; time += 3) {
      fail(1, "scientist");
      assertThat(browser.logIn("scientist", "guess").location()).isEqualTo("/login?error");
      assertThat(
              get("/actuator/prometheus", "127.0.0.1", "Authorization", basic("guess"))
                  .statusCode())
          .isEqualTo(401);
    }
    for (var time = 1; time <= 2; time++) {
      var page = browser.logIn("scientist", "scientist");
      assertThat(page.status()).isEqualTo(429);
      assertThat(page.text()).contains("Too many failed logins; try again in");
      assertThat(get("/actuator/prometheus", "127.0.0.1", "X", "y").statusCode()).isEqualTo(429);
      assertThat(get("/", "127.0.0.1", "Accept", "text/html").body())
          .contains("Too many failed logins");
    }
  }

  @Test
  void aTokenThatFailedTooOftenMustWaitAndNoOther() {
    var stale = fixture.clientWithToken("tp_" + "0".repeat(64));
    for (var time = 1; time <= PER_USER; time++) {
      assertThat(stale.get(PATH).status()).isEqualTo(401);
    }
    assertThrottled(stale.get(PATH));
    assertThat(fixture.clientWithToken("tp_" + "1".repeat(64)).get(PATH).status()).isEqualTo(401);
    assertThat(fixture.clientFor("scientist").get(PATH).status()).isEqualTo(200);
  }

  /** Many users share the address of a campus network. */
  @Test
  void anAddressThatGuessesLocksOutNoProgramThatLoggedInThereNorAnyValidToken() {
    assertThat(fixture.clientFor("scientist").get(PATH).status()).isEqualTo(200);
    var secret =
        fixture
            .clientFor("admin")
            .post("/api/v1/tokens", "{\"name\":\"a\",\"scopes\":[\"read\"]}")
            .text("/secret");
    for (var i = 0; i < PER_ADDRESS / PER_USER; i++) {
      fail(PER_USER, "user" + i);
    }
    for (var time = 1; time <= 2; time++) {
      assertThat(fixture.clientFor("scientist").get(PATH).status()).isEqualTo(200);
      assertThat(fixture.clientWithToken(secret).get(PATH).status()).isEqualTo(200);
      assertThat(fixture.clientFor("operator").get(PATH).status()).isEqualTo(429);
      assertThat(fixture.clientFor("nobody").get(PATH).status()).isEqualTo(429);
      assertThat(fixture.clientWithToken("tp_" + "0".repeat(64)).get(PATH).status()).isEqualTo(429);
    }
  }

  @Test
  void anAddressThatGuessesTokensMustWaitForAllLogins() {
    for (var time = 0; time < PER_ADDRESS; time++) {
      assertThat(fixture.clientWithToken("tp_%064x".formatted(time)).get(PATH).status())
          .isEqualTo(401);
    }
    var reply = fixture.clientFor("scientist").get(PATH);
    assertThat(reply.status()).isEqualTo(429);
    assertThat(reply.header("Retry-After")).isEqualTo("9");
  }

  /** Who is logged in stays so. */
  @Test
  void aSessionIsNotThrottled() {
    var browser = new PageBrowser(fixture.url());
    browser.logIn("scientist", "scientist");
    fail(PER_USER, "scientist");
    assertThrottled(fixture.clientFor("scientist").get(PATH));
    assertThat(browser.get("/").status()).isEqualTo(200);
  }

  private HttpResponse<String> get(String path, String from, String header, String value)
      throws IOException, InterruptedException {
    try (var http = HttpClient.newBuilder().localAddress(InetAddress.ofLiteral(from)).build()) {
      var request =
          HttpRequest.newBuilder(fixture.url().resolve(path))
              .setHeader("Authorization", basic("scientist"))
              .setHeader(header, value)
              .build();
      return http.send(request, BodyHandlers.ofString());
    }
  }

  private static String basic(String password) {
    var pair = "scientist:" + password;
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII));
  }
}

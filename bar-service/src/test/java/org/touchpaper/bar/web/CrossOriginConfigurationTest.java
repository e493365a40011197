package org.touchpaper.bar.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.web.CrossOriginConfiguration.CrossOriginProperties;

/** Pages of other origins, which only one may call the API. */
class CrossOriginConfigurationTest {

  private static final String PATH = "/api/v1/co-allocations";
  private static final String ALLOWED = "access-control-allow-origin";

  private final BarFixture fixture = BarFixture.shared();

  private HttpResponse<String> send(HttpRequest.Builder request, String origin) throws Exception {
    return HttpClient.newHttpClient()
        .send(request.header("Origin", origin).build(), BodyHandlers.ofString());
  }

  private HttpRequest.Builder preflight(String path) {
    return HttpRequest.newBuilder(fixture.url().resolve(path))
        .method("OPTIONS", BodyPublishers.noBody())
        .header("Access-Control-Request-Method", "POST")
        .header("Access-Control-Request-Headers", "authorization,content-type,idempotency-key");
  }

  @Test
  void isOffUnlessConfigured() {
    var configuration = new CrossOriginConfiguration();
    assertThat(configuration.corsFilter(new CrossOriginProperties(List.of())).isEnabled())
        .isFalse();
    assertThat(configuration.corsFilter(new CrossOriginProperties(List.of("*"))).isEnabled())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "portal.example", "https://portal.example/", "https://*.example"})
  void anOriginIsASchemeAndAHost(String origin) {
    assertThatThrownBy(() -> new CrossOriginProperties(List.of(origin)))
        .hasMessageContaining("touchpaper.bar.cors.allowed-origins");
  }

  @Test
  void aPageOfTheConfiguredOriginCallsTheApiWithAToken() throws Exception {
    var secret =
        fixture
            .clientFor("scientist")
            .post("/api/v1/tokens", "{\"name\":\"portal\",\"scopes\":[\"read\"]}")
            .text("/secret");
    for (var time = 1; time <= 2; time++) {
      var asked = send(preflight(PATH), BarFixture.PORTAL);
      assertThat(asked.statusCode()).isEqualTo(200);
      assertThat(asked.headers().firstValue(ALLOWED)).hasValue(BarFixture.PORTAL);
      var answer = send(fixture.clientWithToken(secret).requestTo(PATH).GET(), BarFixture.PORTAL);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue(ALLOWED)).hasValue(BarFixture.PORTAL);
      assertThat(answer.headers().firstValue("access-control-expose-headers").orElse(""))
          .contains("ETag", "Retry-After");
      assertThat(answer.headers().firstValue("access-control-allow-credentials")).isEmpty();
    }
  }

  @Test
  void itReadsErrorsToo() throws Exception {
    var answer = send(HttpRequest.newBuilder(fixture.url().resolve(PATH)), BarFixture.PORTAL);
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.headers().firstValue(ALLOWED)).hasValue(BarFixture.PORTAL);
  }

  @Test
  void aPageOfAnotherOriginDoesNot() throws Exception {
    for (var time = 1; time <= 2; time++) {
      var asked = send(preflight(PATH), "https://evil.example");
      assertThat(asked.statusCode()).isEqualTo(403);
      assertThat(asked.headers().firstValue(ALLOWED)).isEmpty();
    }
  }

  @Test
  void onlyTheApiIsOpen() throws Exception {
    for (var path : List.of("/book", "/login", "/services/Segment", "/actuator/prometheus")) {
      assertThat(send(preflight(path), BarFixture.PORTAL).headers().firstValue(ALLOWED)).isEmpty();
    }
  }
}

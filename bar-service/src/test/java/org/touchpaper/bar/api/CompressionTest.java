package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;

/** Answers to clients that accept gzip (RFC 9110 section 8.4.1.3). */
class CompressionTest {

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = fixture.clientFor("scientist");

  private HttpResponse<InputStream> get(String path) throws Exception {
    var request = scientist.requestTo(path).header("Accept-Encoding", "gzip").build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofInputStream());
  }

  private static String encodingOf(HttpResponse<?> response) {
    assertThat(response.statusCode()).isEqualTo(200);
    return response.headers().firstValue("Content-Encoding").orElse("");
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/openapi.json, '\"openapi\":\"3.1.0\"'",
    "/api/v1/openapi.yaml, 'openapi: 3.1.0'",
    "/book, 'name=\"_csrf\"'"
  })
  void largeAnswersAreCompressed(String path, String content) throws Exception {
    for (var time = 1; time <= 2; time++) {
      var response = get(path);
      assertThat(encodingOf(response)).isEqualTo("gzip");
      var text =
          new String(new GZIPInputStream(response.body()).readAllBytes(), StandardCharsets.UTF_8);
      assertThat(text).contains(content);
    }
  }

  /** Each arrives while the stream is open, so nothing on the way holds it back. */
  @Test
  void eventsAreNeitherCompressedNorBuffered() throws Exception {
    var response = get("/api/v1/events");
    assertThat(encodingOf(response)).isEmpty();
    assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
    try (var lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      for (var time = 1; time <= 2; time++) {
        var id = scientist.post("/api/v1/co-allocations", RequestBodies.BOTH).text("/id");
        await(lines, line -> line.startsWith("data:") && line.contains(id));
      }
    }
  }

  private static void await(BufferedReader lines, Predicate<String> wanted) {
    assertTimeoutPreemptively(
        Duration.ofMinutes(1),
        () -> {
          var line = lines.readLine();
          while (!wanted.test(line)) {
            line = lines.readLine();
          }
        });
  }

  @Test
  void smallAnswersAndBookingsWithAnEntityTagAreNotCompressed() throws Exception {
    var location = scientist.post("/api/v1/co-allocations", RequestBodies.BOTH).header("Location");
    for (var path : new String[] {"/api/v1/tokens", location}) {
      var response = get(path);
      assertThat(encodingOf(response)).as(path).isEmpty();
      response.body().close();
    }
    assertThat(scientist.get(location).header("ETag")).startsWith("\"");
  }
}

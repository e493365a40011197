package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.bar.fixture.BarFixture;
import tools.jackson.databind.json.JsonMapper;

/** Malformed HTTP requests, each sent twice; every rejection is a problem response. */
class RawRequestsTest {

  private final BarFixture fixture = BarFixture.shared();

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET /error                        |                     | 404
          GET //api/v1/co-allocations       |                     | 400
          GET /api/v1/co-allocations;x=1    |                     | 400
          TRACE /api/v1/co-allocations      |                     | 405
          GET /api/v1/co-allocations/%00    |                     | 400
          GET /api/v1/..%2fco-allocations   |                     | 400
          GET /api/v1/co-allocations        | Idempotency-Key: a% | 400
          GET /api/v1/{}                    |                     | 400
          GET /api/v1/co-allocations?=x     |                     | 401
          POST /api/v1/co-allocations?=x    |                     | 400
          POST /api/v1/co-allocations       | Content-Type: multipart/form-data | 401
          POST /login                       | Content-Type: multipart/form-data | 401
          DELETE /api/v1/co-allocations/x   |                     | 401
          PROPFIND /api/v1/co-allocations   |                     | 401
          """)
  void malformedRequestsGetAProblemResponse(String line, String header, int status)
      throws IOException {
    for (var time = 1; time <= 2; time++) {
      var answer = send(line, header == null ? "X: y" : header.replace('%', (char) 1));
      var body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
      assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
      assertThat(answer.toLowerCase(Locale.ROOT))
          .contains("content-type: application/problem+json");
      assertThat(body).contains("{");
      var problem = JsonMapper.shared().readTree(json(body));
      assertThat(problem.path("status").asInt()).isEqualTo(status);
      assertThat(problem.path("type").asString()).startsWith("urn:touchpaper:problem:");
      assertThat(problem.path("detail").asString()).isNotBlank();
      if (status == 401) {
        assertThat(answer).contains("\r\nWWW-Authenticate: Basic realm=\"Touchpaper\"\r\n");
      }
    }
  }

  /** Removes the chunk sizes. */
  private static String json(String body) {
    return body.substring(body.indexOf('{'), body.lastIndexOf('}') + 1);
  }

  private String send(String line, String header) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), fixture.url().getPort())) {
      socket.setSoTimeout(30_000);
      var request =
          line + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + header + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

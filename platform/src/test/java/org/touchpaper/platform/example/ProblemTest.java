package org.touchpaper.platform.example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProblemTest {

  @SuppressWarnings("NullAway.Init") // set before any test
  private static ExampleNetwork network;

  @BeforeAll
  static void start() {
    network = new ExampleNetwork();
  }

  @AfterAll
  static void stop() {
    network.close();
  }

  @Test
  void anUnprocessableRequestNamesFieldAndRule() throws Exception {
    var response = post("{\"host\":\"vis.ucl\",\"bandwidthMbps\":0}");
    assertThat(response.statusCode()).isEqualTo(422);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(response.body())
        .contains("\"field\":\"bandwidthMbps\"", "\"rule\":\"at-least-1\"")
        .contains("\"message\":\"the bandwidth is at least 1 Mbit/s\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"host\":                                | \"rule\":\"json\"",
        "{'host':'a'}                              | \"rule\":\"json\"",
        "''                                        | \"rule\":\"malformed\"",
        "[]                                        | \"rule\":\"malformed\"",
        "{\"host\":\"a\",\"hots\":1}               | \"field\":\"hots\"",
        "{\"host\":\"a\",\"bandwidthMbps\":\"x\"}  | \"field\":\"bandwidthMbps\"",
        "{\"host\":\"a\",\"bandwidthMbps\":1e99}   | \"rule\":\"out-of-range\"",
        "{\"host\":\"a\",\"bandwidthMbps\":0.5}   | \"rule\":\"malformed\"",
        "{\"more\":{\"bandwidthMbps\":{}}}         | \"field\":\"more.bandwidthMbps\"",
      })
  void aMalformedRequestIs400WithItsPlace(String json, String expected) throws Exception {
    var response = post(json);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(response.body())
        .contains(expected)
        .doesNotContain("org.touchpaper", "jackson", "java.", "Exception", "\"detail\":\" ");
  }

  @Test
  void aNumberWithoutAFractionalPartIsAnInteger() throws Exception {
    for (var number : new String[] {"300", "300.0", "3e2"}) {
      assertThat(post("{\"host\":\"a\",\"bandwidthMbps\":" + number + "}").statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void deepNestingIs400() throws Exception {
    var response = post("{\"more\":".repeat(5000) + "1" + "}".repeat(5000));
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.body()).contains("too-deep-or-long");
  }

  @Test
  void aBodyTooLargeIs413WithOrWithoutItsLength() throws Exception {
    var large = " ".repeat(2_000_000) + "{\"host\":\"a\"}";
    var withLength = post(large);
    assertThat(withLength.statusCode()).isEqualTo(413);
    assertThat(withLength.body()).contains("too-large");
    var chunked =
        BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large.getBytes(UTF_8)));
    var withoutLength = post(chunked);
    assertThat(withoutLength.statusCode()).isEqualTo(413);
    assertThat(withoutLength.body()).contains("too-large");
  }

  @Test
  void internalErrorsAreNotExposed() throws Exception {
    var response = post("{\"host\":\"broken\"}");
    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body()).contains("reference for support: ").doesNotContain("secret");
  }

  @Test
  void anUnknownPathIsAProblemToo() throws Exception {
    var request =
        network
            .toBar("/api/no-such")
            .header("Authorization", PeersTest.basic("scientist", "scientist"));
    var response = network.send(request.build());
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
  }

  private static HttpResponse<String> post(String json) throws Exception {
    return post(BodyPublishers.ofString(json));
  }

  private static HttpResponse<String> post(BodyPublisher body) throws Exception {
    var request =
        network
            .toBar("/api/echo")
            .header("Content-Type", "application/json")
            .header("Authorization", PeersTest.basic("scientist", "scientist"))
            .POST(body);
    return network.send(request.build());
  }
}

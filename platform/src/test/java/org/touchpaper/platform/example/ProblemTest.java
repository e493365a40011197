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
  void whatCanNeverFitNamesFieldAndRule() throws Exception {
    var answer = post("{\"host\":\"vis.ucl\",\"bandwidthMbps\":0}");
    assertThat(answer.statusCode()).isEqualTo(422);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(answer.body())
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
        "{\"more\":{\"bandwidthMbps\":{}}}         | \"field\":\"more.bandwidthMbps\"",
      })
  void whatIsMalformedIs400AndSaysWhere(String json, String words) throws Exception {
    var answer = post(json);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body())
        .contains(words)
        .doesNotContain("org.touchpaper", "jackson", "java.", "Exception", "\"detail\":\" ");
  }

  @Test
  void deepNestingIs400() throws Exception {
    var answer = post("{\"more\":".repeat(5000) + "1" + "}".repeat(5000));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("too-deep-or-long");
  }

  @Test
  void aBodyTooLargeIs413WhetherItSaysSoOrNot() throws Exception {
    var large = " ".repeat(2_000_000) + "{\"host\":\"a\"}";
    var says = post(large);
    assertThat(says.statusCode()).isEqualTo(413);
    assertThat(says.body()).contains("too-large");
    var chunked =
        BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large.getBytes(UTF_8)));
    var saysNot = post(chunked);
    assertThat(saysNot.statusCode()).isEqualTo(413);
    assertThat(saysNot.body()).contains("too-large");
  }

  @Test
  void whatGoesWrongInsideIsNotTold() throws Exception {
    var answer = post("{\"host\":\"broken\"}");
    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.body()).contains("our log tells under").doesNotContain("secret");
  }

  @Test
  void whatIsNotThereIsAProblemToo() throws Exception {
    var request =
        network
            .toBar("/api/no-such")
            .header("Authorization", PeersTest.basic("scientist", "scientist"));
    var answer = network.send(request.build());
    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
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

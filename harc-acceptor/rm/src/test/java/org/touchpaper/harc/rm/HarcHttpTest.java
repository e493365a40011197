package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.client.xml.HarcMessageXml;

/** Access to a resource manager over HTTP; a rejected request leaves no trace. */
class HarcHttpTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @TempDir private static Path directory;

  @SuppressWarnings("NullAway.Init") // set before any test
  private static RunningResourceManager newton;

  @BeforeAll
  static void start() {
    newton = RunningResourceManager.newton(directory);
  }

  @AfterAll
  static void stop() {
    newton.close();
    HTTP.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          POST /harc/prepare                 | a1        | 403
          POST /harc/prepare                 | bar-ucl   | 403
          POST /harc/decide                  | a1        | 403
          POST /harc/decide                  | bar-ucl   | 403
          GET  /harc/query?transaction=door  | bar-ucl   | 200
          GET  /harc/query?transaction=door  | a1        | 403
          GET  /harc/query?transaction=door  | lsf       | 403
          GET  /harc/query?transaction=door  | bystander | 403
          GET  /harc/timetable?resource=newton&from=2026-12-01T21:00:00Z&to=2026-12-01T22:00:00Z | bar-ucl   | 200
          GET  /harc/timetable?resource=newton&from=2026-12-01T21:00:00Z&to=2026-12-01T22:00:00Z | a1        | 403
          GET  /harc/timetable?resource=newton&from=2026-12-01T21:00:00Z&to=2026-12-01T22:00:00Z | lsf       | 403
          GET  /harc/timetable?resource=newton&from=2026-12-01T21:00:00Z&to=2026-12-01T22:00:00Z | bystander | 403
          GET  /harc/timetable?resource=newton&from=2026-12-01T21:00:00Z&to=2026-12-01T22:00:00Z&onBehalfOf=anne&homeSite=ucl&role=admin | bar-ucl | 200
          GET  /harc/timetable?resource=newton&from=2026-12-01T21:00:00Z&to=2026-12-01T22:00:00Z&onBehalfOf=dan&homeSite=leeds&role=admin | bar-ucl | 403
          GET  /harc/applications?resource=newton | bar-ucl   | 200
          GET  /harc/applications?resource=newton | a1        | 403
          GET  /harc/applications?resource=newton | bystander | 403
          GET  /harc/applications?resource=newton&onBehalfOf=dan&homeSite=leeds&role=admin | bar-ucl | 403
          GET  /harc/anything                | bar-ucl   | 403
          GET  /harc/anything                | a1        | 403
          """)
  void eachPathAcceptsOnlyItsPeers(String endpoint, String peer, int status) throws Exception {
    var methodAndPath = endpoint.split(" +", 2);
    unchanged(() -> {
      expect(status, methodAndPath[0], methodAndPath[1], peer, secretOf(peer));
      expect(401, methodAndPath[0], methodAndPath[1], peer, "guess");
      expect(401, methodAndPath[0], methodAndPath[1], peer, secretOf("a2"));
      expect(401, methodAndPath[0], methodAndPath[1], "stranger", secretOf(peer));
      expect(401, methodAndPath[0], methodAndPath[1], "", "");
    });
  }

  private static void expect(int status, String method, String path, String name, String secret)
      throws Exception {
    var request =
        HttpRequest.newBuilder(newton.url().resolve(path))
            .method(method, method.equals("GET") ? BodyPublishers.noBody() : text("<x/>"))
            .header("Content-Type", "application/xml");
    if (!name.isEmpty()) {
      request.header("Touchpaper-Peer", name).header("Authorization", "Bearer " + secret);
    }
    var answer = HTTP.send(request.build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as("%s %s", name, path).isEqualTo(status);
    if (status >= 400) {
      assertThat(HarcMessageXml.readProblem(answer.body())).isNotBlank();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/harc/query",
    "/harc/query?transaction=../x",
    "/harc/query?transaction=",
    "/harc/applications",
    "/harc/timetable?resource=newton",
    "/harc/timetable?resource=newton&from=soon&to=later",
    "/harc/timetable?resource=newton&from=2026-12-01T22:00:00Z&to=2026-12-01T21:00:00Z",
    "/harc/timetable?resource=newton&from=2026-12-01T21:00:00Z&to=2026-12-01T22:00:00Z&nodes=-1",
    "/harc/timetable?resource=newton&from=2026-12-01T21:00:00Z&to=2026-12-01T22:00:00Z&nodes=many",
    "/harc/timetable?resource=newton&from=2026-12-01T21:00:00Z&to=2026-12-01T22:00:00Z&duration=x"
  })
  void rejectsInvalidQueries(String path) throws Exception {
    var answer = HTTP.send(as("bar-ucl", path).build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(HarcMessageXml.readProblem(answer.body())).isNotBlank();
  }

  private static HttpRequest.Builder as(String peer, String path) {
    return HttpRequest.newBuilder(newton.url().resolve(path))
        .header("Touchpaper-Peer", peer)
        .header("Authorization", "Bearer " + secretOf(peer));
  }

  private static String secretOf(String peer) {
    return "between "
        + (peer.equals("bar-ucl") || peer.equals("bystander") ? "the " : "")
        + peer.replace("bar-ucl", "bar")
        + " and us";
  }

  private static HttpRequest.BodyPublisher text(String body) {
    return BodyPublishers.ofString(body, StandardCharsets.UTF_8);
  }

  private interface Check {
    void run() throws Exception;
  }

  /** A rejected message is in no row, and the acceptors receive nothing about it. */
  private static void unchanged(Check check) throws Exception {
    var before = newton.databaseText();
    check.run();
    newton.awaitIdle();
    assertThat(newton.databaseText()).isEqualTo(before);
    assertThat(newton.acceptors.drain()).isEqualTo(List.of());
  }
}

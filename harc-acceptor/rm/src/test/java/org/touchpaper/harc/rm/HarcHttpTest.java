package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.xml.HarcXml;
import org.touchpaper.harc.client.xml.InvalidXmlMessage;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;

/** Access to a resource manager over HTTP; a rejected request leaves no trace. */
class HarcHttpTest {
  private static final Instant NINE = Instant.parse("2026-12-01T21:00:00Z");
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
          POST /harc/prepare                 | a1        | 400
          POST /harc/prepare                 | bar-ucl   | 403
          POST /harc/prepare                 | lsf       | 403
          POST /harc/prepare                 | bystander | 403
          POST /harc/decide                  | a1        | 400
          POST /harc/decide                  | bar-ucl   | 403
          POST /harc/decide                  | lsf       | 403
          POST /harc/decide                  | bystander | 403
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
      assertThat(HarcXml.readProblem(answer.body())).isNotBlank();
    }
  }

  @Test
  void anAcceptorMaySendOnlyItsOwnTransactions() throws Exception {
    var others = HarcXml.write(prepare()).replace(">a1<", ">a4<");
    var decide =
        HarcXml.write(new Message.Decide(prepare().record(), Decision.ABORT))
            .replace(">a1<", ">a4<");
    unchanged(() -> {
      assertThat(post("/harc/prepare", others).statusCode()).isEqualTo(403);
      assertThat(post("/harc/decide", decide).statusCode()).isEqualTo(403);
      assertThat(HarcXml.readProblem(post("/harc/decide", decide).body()))
          .isEqualTo("a1 is not an acceptor of door");
    });
  }

  /**
   * Otherwise one acceptor could invent the others, and record a decision of a transaction that no
   * one requested.
   */
  @Test
  void refusesADecisionOfUnknownAcceptors() throws Exception {
    var decide =
        HarcXml.write(new Message.Decide(prepare().record(), Decision.ABORT))
            .replace(">a2<", ">a4<");
    unchanged(() -> {
      for (var time = 0; time < 2; time++) {
        var answer = post("/harc/decide", decide);
        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(HarcXml.readProblem(answer.body()))
            .contains("not all its acceptors are configured");
      }
    });
  }

  static Stream<InvalidXmlMessage> prepareTraps() {
    return InvalidXmlMessage.of(HarcXml.write(prepare())).stream();
  }

  @ParameterizedTest
  @MethodSource("prepareTraps")
  void rejectsMalformedPrepares(InvalidXmlMessage trap) throws Exception {
    unchanged(() -> {
      var answer = post("/harc/prepare", trap.type(), trap.body());
      assertThat(answer.statusCode()).as("%s", answer.body()).isEqualTo(statusHere(trap));
      assertThat(HarcXml.readProblem(answer.body())).isNotBlank().contains(trap.reason());
    });
  }

  /** The voter checks the digest and returns 409. */
  private static int statusHere(InvalidXmlMessage trap) {
    return switch (trap.name()) {
      case "a digest of something else" -> 409;
      default -> trap.status();
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          decision="ABORT" | decision="MAYBE"                 | MAYBE
          decision="ABORT" |                                  | decision
          </h:Record>      | </h:Record><h:More/>             | More
          h:Decide         | h:Prepare                        | Prepare
          """)
  void rejectsMalformedDecides(String good, String bad, String reason) throws Exception {
    var text = HarcXml.write(new Message.Decide(prepare().record(), Decision.ABORT));
    assertThat(text).contains(good);
    unchanged(() -> {
      var answer = post("/harc/decide", text.replace(good, Optional.ofNullable(bad).orElse("")));
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(HarcXml.readProblem(answer.body())).contains(reason);
    });
  }

  @ParameterizedTest
  @CsvSource({
    "/harc/query",
    "/harc/query?transaction=../x",
    "/harc/query?transaction=",
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
    assertThat(HarcXml.readProblem(answer.body())).isNotBlank();
  }

  private static Message.Prepare prepare() {
    return newton.prepare(
        "door",
        new HarcAction.Make(
            "door",
            new HarcAction.Schedule(NINE, NINE.plusSeconds(60)),
            new HarcAction.ComputeNodes("newton", 4)));
  }

  private static HttpResponse<String> post(String path, String body) throws Exception {
    return post(path, "application/xml", body.getBytes(StandardCharsets.UTF_8));
  }

  private static HttpResponse<String> post(String path, String type, byte[] body) throws Exception {
    var post = as("a1", path).header("Content-Type", type).POST(BodyPublishers.ofByteArray(body));
    return HTTP.send(post.build(), BodyHandlers.ofString());
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

package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.harc.client.HarcXml;
import org.touchpaper.harc.client.XmlTrap;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.Vote;

/** Who and what is let in by an acceptor; whoever and whatever is not leaves no trace. */
@Timeout(300)
class EndpointTest {
  private static final Duration VOTE_BY = Duration.ofMinutes(10);

  @TempDir private static Path data;

  @SuppressWarnings("NullAway.Init") // set before any test
  private static Cluster cluster;

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @BeforeAll
  static void start() throws IOException {
    cluster = new Cluster(data);
    cluster.start("acceptor-1");
  }

  @AfterAll
  static void stop() {
    cluster.close();
    HTTP.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          POST /harc/transactions    | bar-ucl    | 400
          POST /harc/transactions    | rm-newton  | 403
          POST /harc/transactions    | acceptor-2 | 403
          POST /harc/transactions    | bystander  | 403
          GET  /harc/transactions/t  | bar-ucl    | 404
          GET  /harc/transactions/t  | rm-newton  | 404
          GET  /harc/transactions/t  | acceptor-2 | 403
          GET  /harc/transactions/t  | bystander  | 403
          POST /harc/questions       | bar-ucl    | 400
          POST /harc/questions       | rm-newton  | 400
          POST /harc/questions       | acceptor-2 | 403
          POST /harc/questions       | bystander  | 403
          POST /harc/messages        | bar-ucl    | 403
          POST /harc/messages        | rm-newton  | 400
          POST /harc/messages        | acceptor-2 | 400
          POST /harc/messages        | bystander  | 403
          POST /demo/stop-at         | bar-ucl    | 400
          POST /demo/stop-at         | rm-newton  | 403
          POST /demo/stop-at         | acceptor-2 | 403
          POST /demo/stop-at         | bystander  | 403
          GET  /harc/admin/transactions   | bar-ucl | 403
          GET  /harc/admin/transactions   | rm-newton | 403
          GET  /harc/admin/transactions   | acceptor-2 | 403
          GET  /harc/admin/transactions   | harc-admin | 200
          GET  /harc/admin/transactions/t | bar-ucl | 403
          GET  /harc/admin/transactions/t | rm-newton | 403
          GET  /harc/admin/transactions/t | acceptor-2 | 403
          GET  /harc/admin/transactions/t | harc-admin | 404
          POST /harc/admin/transactions/t | bar-ucl | 403
          POST /harc/admin/transactions/t | rm-newton | 403
          POST /harc/admin/transactions/t | acceptor-2 | 403
          POST /harc/admin/transactions/t | harc-admin | 400
          DELETE /harc/admin/transactions/t | bar-ucl | 403
          DELETE /harc/admin/transactions/t | rm-newton | 403
          DELETE /harc/admin/transactions/t | acceptor-2 | 403
          DELETE /harc/admin/transactions/t | harc-admin | 400
          POST /harc/transactions    | harc-admin | 403
          POST /harc/messages        | harc-admin | 403
          POST /harc/nothing         | bar-ucl    | 404
          PUT  /harc/transactions    | bar-ucl    | 404
          """)
  void letsThroughWhomAnEndpointIsFor(String door, String peer, int status) throws Exception {
    var words = door.split(" +", 2);
    unchanged(() -> {
      expect(status, words[0], words[1], peer, secretOf(peer));
      expect(401, words[0], words[1], peer, "guess");
      expect(401, words[0], words[1], peer, secretOf("rm-network"));
      expect(401, words[0], words[1], "stranger", secretOf(peer));
      expect(401, words[0], words[1], "", "");
    });
  }

  private static void expect(int status, String method, String path, String name, String secret)
      throws Exception {
    var request =
        HttpRequest.newBuilder(at(path))
            .method(method, method.equals("GET") ? BodyPublishers.noBody() : text("<x/>"))
            .header("Content-Type", "application/xml");
    if (!name.isEmpty()) {
      request.header("Touchpaper-Peer", name).header("Authorization", "Bearer " + secret);
    }
    var answer = HTTP.send(request.build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as("%s %s", name, path).isEqualTo(status);
    if (status == 401 || status == 403) {
      assertProblem(answer, status == 401 ? "unknown peer" : name + " may not");
    }
  }

  @Test
  void healthIsForEverybody() throws Exception {
    var answer = HTTP.send(HttpRequest.newBuilder(at("/health")).build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).isEqualTo(200);
  }

  static Stream<Arguments> falseSpeech() {
    var record = request().record();
    var first = new Ballot(1);
    var own = Map.of("rm-newton", Vote.prepared(""));
    var other = Map.of("rm-network", Vote.prepared(""));
    return Stream.of(
        arguments("bystander", new Message.Learn(record, "bystander")),
        arguments("acceptor-2", new Message.Learn(record, "acceptor-3")),
        arguments("acceptor-2", new Message.Enlist(record, "acceptor-3")),
        arguments("acceptor-2", new Message.Enlisted(record, "acceptor-3", "acceptor-1", true)),
        arguments("acceptor-2", new Message.Phase1a(record, first, "acceptor-2")),
        arguments("acceptor-2", new Message.Phase1b(record, first, "acceptor-3", Map.of())),
        arguments("acceptor-2", new Message.Phase2a(record, first, own, "acceptor-2")),
        arguments("acceptor-2", new Message.Phase2a(record, Ballot.ZERO, own, "acceptor-2")),
        arguments("acceptor-2", new Message.Phase2b(record, "acceptor-3", Map.of())),
        arguments("acceptor-2", new Message.Outbid(record, first, "acceptor-3")),
        arguments("rm-newton", new Message.Phase2a(record, Ballot.ZERO, other, "acceptor-1")),
        arguments("rm-newton", new Message.Phase2a(record, first, own, "acceptor-1")),
        arguments("rm-newton", new Message.Phase2b(record, "rm-newton", Map.of())),
        arguments("rm-newton", new Message.Acknowledged(record, Decision.COMMIT)),
        arguments("rm-newton", new Message.Learn(record, "rm-newton")));
  }

  @ParameterizedTest
  @MethodSource("falseSpeech")
  void aPeerSpeaksForItselfAlone(String peer, Message.ForAcceptor message) throws Exception {
    unchanged(() -> {
      var answer = post("/harc/messages", peer, HarcXml.write(List.of(message)));
      assertThat(answer.statusCode()).isEqualTo(403);
      assertProblem(answer, peer + " may not");
    });
  }

  @Test
  void aResourceManagerAsksOnlyAboutWhatItVotesIn() throws Exception {
    var others = HarcXml.writeQuestion(request().record()).replace("rm-newton", "rm-other");
    unchanged(() -> {
      var answer = post("/harc/questions", "rm-newton", others);
      assertThat(answer.statusCode()).isEqualTo(403);
      assertProblem(answer, "rm-newton does not vote in");
    });
  }

  static List<XmlTrap> traps() {
    return XmlTrap.of(HarcXml.write(request()));
  }

  @ParameterizedTest
  @MethodSource("traps")
  void noTrapInABeginIsSteppedInto(XmlTrap trap) throws Exception {
    unchanged(() -> {
      var post =
          as("bar-ucl", "/harc/transactions?wait=0")
              .header("Content-Type", trap.type())
              .POST(BodyPublishers.ofByteArray(trap.body()));
      var answer = HTTP.send(post.build(), BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(trap.status());
      assertProblem(answer, trap.reason());
    });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ballot="0"                  | ballot="-1"                | -1
          ballot="0"                  | ballot="4294967296"        | 4294967296
          ballot="0"                  | ballot="1e3"               | 1e3
          choice="PREPARED"           | choice="MAYBE"             | MAYBE
          choice="PREPARED"           | choice=""                  | PREPARED, ABORTED
          h:Phase2a                   | h:Phase3a                  | Phase3a
          </h:Phase2a>                | </h:Phase2a><h:Vote/>      | Vote
          <h:Vote                     | <h:Vote resourceManager="rm-newton" choice="ABORTED"/><h:Vote | two votes
          leader="acceptor-1"         | leader=""                  | minLength
          """)
  void noTrapInAVoteIsSteppedInto(String good, String bad, String reason) throws Exception {
    var vote = Map.of("rm-newton", Vote.prepared("held"));
    var said = new Message.Phase2a(request().record(), Ballot.ZERO, vote, "acceptor-1");
    var text = HarcXml.write(List.of(said));
    assertThat(text).contains(good);
    unchanged(() -> {
      var answer = post("/harc/messages", "rm-newton", text.replace(good, bad));
      assertThat(answer.statusCode()).isEqualTo(400);
      assertProblem(answer, reason);
    });
  }

  @ParameterizedTest
  @CsvSource({"soon", "-1", "60001", "''"})
  void noOtherWaitIsAccepted(String wait) throws Exception {
    unchanged(() -> {
      var answer = post("/harc/transactions?wait=" + wait, "bar-ucl", HarcXml.write(request()));
      assertThat(answer.statusCode()).isEqualTo(400);
      assertProblem(answer, "wait");
    });
  }

  /** What could never come to its end: nobody would hold it if all knew. */
  static Stream<Arguments> endless() {
    var acceptors = List.of("acceptor-1", "acceptor-2", "acceptor-3");
    return Stream.of(
        arguments(acceptors, 1, "rm-typo", VOTE_BY, 400, "knows no resource manager of that name"),
        arguments(acceptors, 1, "acceptor-2", VOTE_BY, 400, "no resource manager of that name"),
        arguments(
            acceptors, 1, "rm-newton", Duration.ofDays(36_500), 400, "longer than PT1H (--longest"),
        arguments(
            List.of("acceptor-1", "acceptor-2", "acceptor-4"),
            1,
            "rm-newton",
            VOTE_BY,
            400,
            "knows no acceptor of that name"),
        arguments(
            List.of("acceptor-2", "acceptor-3", "acceptor-4"),
            1,
            "rm-newton",
            VOTE_BY,
            421,
            "acceptor-1 is no acceptor of door"));
  }

  @ParameterizedTest
  @MethodSource("endless")
  void whatCanNeverEndIsNotTakenUp(
      List<String> acceptors,
      int epoch,
      String rm,
      Duration untilVoteBy,
      int status,
      String sentence)
      throws Exception {
    var usual = request().actions();
    var actions = List.of(usual.getFirst(), new Actions(rm, usual.getLast().text()));
    var voteBy = Instant.now().plus(untilVoteBy);
    var request =
        Request.of(new TransactionId("door"), acceptors, epoch, voteBy, Cluster.ADA, actions);
    unchanged(() -> {
      for (var time = 0; time < 2; time++) {
        for (var answer :
            List.of(
                post("/harc/transactions?wait=0", "bar-ucl", HarcXml.write(request)),
                post("/harc/questions", "bar-ucl", HarcXml.writeQuestion(request.record())))) {
          assertThat(answer.statusCode()).isEqualTo(status);
          assertProblem(answer, sentence);
        }
      }
    });
  }

  /** A clock is wrong: it would be aborted, as if some had not voted whom nobody has asked. */
  @Test
  void whatCanBeVotedOnNoMoreIsNotBegun() throws Exception {
    var request = cluster.request("door", Duration.ofSeconds(-10));
    unchanged(() -> {
      for (var time = 0; time < 2; time++) {
        var answer = post("/harc/transactions?wait=0", "bar-ucl", HarcXml.write(request));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertProblem(answer, "door could be voted on until " + request.record().voteBy());
        assertProblem(answer, "and at acceptor-1 it is ");
        assertProblem(answer, "the clock of bar-ucl is behind, or that of acceptor-1 ahead");
      }
    });
  }

  /** Who may have begun it elsewhere asks; from then on it may begin it as often as it likes. */
  @Test
  void whatCanBeVotedOnNoMoreAndIsKnownIsAnswered() throws Exception {
    var request = cluster.request("late", Duration.ofSeconds(-10));
    var record = request.record();
    for (var time = 0; time < 2; time++) {
      var asked = post("/harc/questions", "bar-ucl", HarcXml.writeQuestion(record));
      assertThat(asked.statusCode()).isEqualTo(202);
      var begun = post("/harc/transactions?wait=0", "bar-ucl", HarcXml.write(request));
      assertThat(begun.statusCode()).isEqualTo(202);
    }
    assertThat(cluster.newton.prepares).isEmpty();
  }

  /** Its own clock may be wrong, or somebody has its secret. */
  @Test
  void aResourceManagersWordBindsNothingForACentury() throws Exception {
    var record = cluster.request("door", Duration.ofDays(36_500)).record();
    var votes = Map.of("rm-newton", Vote.prepared(""));
    var vote = new Message.Phase2a(record, Ballot.ZERO, votes, "acceptor-1");
    unchanged(() -> {
      for (var time = 0; time < 2; time++) {
        var asked = post("/harc/questions", "rm-newton", HarcXml.writeQuestion(record));
        assertThat(asked.statusCode()).isEqualTo(404);
        assertThat(asked.body()).contains("UNKNOWN");
        var voted = post("/harc/messages", "rm-newton", HarcXml.write(List.of(vote)));
        assertThat(voted.statusCode()).isEqualTo(204);
      }
    });
    assertThat(cluster.running("acceptor-1").members().know(record.id())).isFalse();
  }

  /** Its admin would be everybody's, and its anne somebody else's. */
  @Test
  void nobodySpeaksForAnotherSitesPeople() throws Exception {
    unchanged(() -> {
      for (var time = 0; time < 2; time++) {
        var answer = post("/harc/transactions?wait=0", "bar-manchester", HarcXml.write(request()));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertProblem(answer, "bar-manchester may not speak for ucl's people");
      }
    });
  }

  /**
   * Nor when the id is known: a question binds it at one acceptor, and that one tells the others.
   */
  @Test
  void whatHasOnlyBeenAskedAboutIsBegunForOnesOwnPeopleAlone() throws Exception {
    var request = cluster.request("asked-about", VOTE_BY);
    var id = request.record().id();
    var learn = new Message.Learn(request.record(), "acceptor-2");
    var told = post("/harc/messages", "acceptor-2", HarcXml.write(List.of(learn)));
    assertThat(told.statusCode()).isEqualTo(204);
    for (var time = 0; time < 2; time++) {
      var answer = post("/harc/transactions?wait=0", "bar-manchester", HarcXml.write(request));
      assertThat(answer.statusCode()).isEqualTo(403);
      assertProblem(answer, "bar-manchester may not speak for ucl's people");
    }
    var members = cluster.running("acceptor-1").members();
    assertThat(members.know(id)).isTrue();
    assertThat(members.isBegun(id)).isFalse();
    // Its own people's begins it; from then on nothing is started, and who asks is answered.
    for (var bar : List.of("bar-ucl", "bar-ucl", "bar-manchester")) {
      var answer = post("/harc/transactions?wait=0", bar, HarcXml.write(request));
      assertThat(answer.statusCode()).isEqualTo(202);
      Await.until(() -> assertThat(members.isBegun(id)).isTrue());
    }
  }

  private static Request request() {
    return cluster.request("door", VOTE_BY);
  }

  private static HttpResponse<String> post(String path, String peer, String body) throws Exception {
    var post = as(peer, path).header("Content-Type", "application/xml").POST(text(body));
    return HTTP.send(post.build(), BodyHandlers.ofString());
  }

  private static HttpRequest.Builder as(String peer, String path) {
    return HttpRequest.newBuilder(at(path))
        .header("Touchpaper-Peer", peer)
        .header("Authorization", "Bearer " + secretOf(peer));
  }

  private static URI at(String path) {
    return URI.create(cluster.url("acceptor-1") + path);
  }

  private static String secretOf(String peer) {
    return cluster.acceptorPeers(peer).getFirst().secret();
  }

  private static HttpRequest.BodyPublisher text(String body) {
    return BodyPublishers.ofString(body, StandardCharsets.UTF_8);
  }

  private static void assertProblem(HttpResponse<String> answer, String reason) {
    assertThat(answer.headers().firstValue("Content-Type").orElse("")).contains("application/xml");
    assertThat(answer.body()).contains("Problem");
    assertThat(HarcXml.readProblem(answer.body())).isNotBlank().contains(reason);
  }

  private interface Check {
    void run() throws Exception;
  }

  /** What was refused is not in the journal, nor known. */
  private static void unchanged(Check check) throws Exception {
    var journal = cluster.dataOf("acceptor-1").resolve("journal");
    var before = Files.readAllBytes(journal);
    check.run();
    assertThat(Files.readAllBytes(journal)).isEqualTo(before);
    var known =
        HTTP.send(as("bar-ucl", "/harc/transactions/door").build(), BodyHandlers.ofString());
    assertThat(Objects.requireNonNull(known).statusCode()).isEqualTo(404);
    assertThat(cluster.network.prepares).isEmpty();
  }
}

package org.touchpaper.hlm.cli.harc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.hlm.ScriptedBar;
import org.touchpaper.hlm.cli.TouchpaperCommandLine;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two scripted acceptors, and a third that does not answer. */
class HarcCommandTest {
  private static final Instant NOW = Instant.parse("2026-12-01T21:00:00Z");
  private static final String UNDECIDED =
      """
      {"acceptor":"a1","id":"t.1","voteBy":"2026-12-01T20:58:00Z","decision":"",
       "knownSince":"2026-12-01T20:50:00Z","epoch":1,
       "resourceManagers":["rm-network","rm-newton"],"acceptors":["a1","a2","a3"],"leader":"a3",
       "promised":4,"accepted":[{"resourceManager":"rm-network","choice":"PREPARED",
       "note":"path\\u0007","ballot":0}],"acknowledged":false}
      """;
  private static final String FORCED =
      UNDECIDED.replace(
          "\"decision\":\"\"",
          "\"decision\":\"ABORT\",\"forcedBy\":\"harc-admin: ada\","
              + "\"forcedAt\":\"2026-12-01T21:00:00Z\",\"reason\":\"burnt\"");

  /** The same of five acceptors, of which a majority is unreachable. */
  private static final String OF_FIVE =
      UNDECIDED.replace("[\"a1\",\"a2\",\"a3\"]", "[\"a1\",\"a2\",\"a3\",\"a4\",\"a5\"]");

  private static final String COMMITTED =
      UNDECIDED.replace("\"decision\":\"\"", "\"decision\":\"COMMIT\"");

  @TempDir Path data;
  private final ScriptedBar first = new ScriptedBar();
  private final ScriptedBar second = new ScriptedBar();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void writePeers() throws IOException {
    Files.createDirectories(data.resolve("config"));
    Files.writeString(data.resolve("secret"), "s3cret\n");
    var lines = new ArrayList<String>();
    var urls = List.of(first.uri().toString(), second.uri().toString(), "http://127.0.0.1:9");
    for (var url : urls) {
      var prefix = "touchpaper.peers.a" + (lines.size() / 2 + 1);
      lines.add(prefix + ".url=" + url);
      lines.add(prefix + ".secret-file=" + data.resolve("secret"));
    }
    Files.write(data.resolve("config").resolve("harc-admin.properties"), lines);
  }

  @AfterEach
  void close() {
    first.close();
    second.close();
  }

  private int run(String... words) {
    var cliEnvironment =
        new CliEnvironment(
            Map.of("USER", "ada"),
            null,
            Clock.fixed(NOW, ZoneOffset.UTC),
            new PrintWriter(out, true),
            new PrintWriter(err, true));
    var all = new ArrayList<>(List.of("harc"));
    all.addAll(Arrays.asList(words));
    if (words.length > 0 && !words[words.length - 1].equals("--help")) {
      all.addAll(List.of("--data", data.toString()));
    }
    return TouchpaperCommandLine.run(cliEnvironment, all.toArray(String[]::new));
  }

  @Test
  void listsOpenTransactionsWithAgesAndVotes() {
    first.respond(200, "{\"acceptor\":\"a1\",\"transactions\":[" + UNDECIDED + "]}");
    second.respond(200, "{\"acceptor\":\"a2\",\"transactions\":[]}");
    assertThat(run("list")).isEqualTo(0);
    assertThat(out.toString())
        .contains("t.1  600 s old, 120 s after voteBy")
        .contains("a1  undecided, leader a3, promised ballot 4")
        .contains("rm-network PREPARED at ballot 0  path?")
        .contains("rm-newton has not voted here");
    assertThat(err.toString()).contains("a3: does not answer");
  }

  /** One acceptor that hangs must not delay the others. */
  @Test
  void callsAllAcceptorsInParallelAndPrintsThemInOrder() {
    first.respondAfter(second).respond(200, COMMITTED);
    second.respond(200, FORCED);
    assertThat(run("explain", "t.1")).isEqualTo(1);
    assertThat(out.toString()).containsSubsequence("a1  COMMIT", "a2  ABORT");
  }

  @Test
  void warnsWhenAcceptorsReportBothDecisions() {
    first.respond(200, FORCED);
    second.respond(200, COMMITTED);
    assertThat(run("explain", "t.1")).isEqualTo(1);
    assertThat(out.toString())
        .contains("a1  ABORT, FORCED by harc-admin: ada at 2026-12-01T21:00:00Z: burnt")
        .contains("a2  COMMIT, leader a3");
    assertThat(err.toString()).contains("CONTRADICTION");
  }

  @Test
  void printsJsonResponses() {
    first.respond(200, COMMITTED);
    second.respond(404, "<h:Problem>a2 does not know transaction t.1</h:Problem>");
    assertThat(run("explain", "t.1", "--json")).isEqualTo(0);
    assertThat(out.toString())
        .contains("\"decision\":\"COMMIT\"")
        .contains("\"a2\":\"a2 does not know transaction t.1\"");
  }

  /** Another server on the acceptor's port: the replies of the others are still printed. */
  @Test
  void reportsAServerThatIsNoAcceptor() {
    first.respond(200, "<html>Welcome to nginx</html>");
    second.respond(200, COMMITTED);
    assertThat(run("explain", "t.1")).isEqualTo(0);
    assertThat(err.toString()).contains("a1: the response is not an acceptor's");
    assertThat(out.toString()).contains("a2  COMMIT, leader a3");
  }

  @Test
  void reportsNoOpenTransactionsOnlyIfAllAcceptorsAnswer() {
    var nothing = "{\"acceptor\":\"a\",\"transactions\":[]}";
    first.respond(200, nothing);
    second.respond(503, "<h:Problem>a2 does not vote</h:Problem>");
    assertThat(run("list")).isEqualTo(0);
    assertThat(out).hasToString("no open transactions at a1; a2, a3 did not answer\n");

    first.respond(200, nothing);
    second.respond(200, nothing);
    try (var third = new ScriptedBar().respond(200, nothing)) {
      assertThat(listsWithThird(third)).isEqualTo("no open transactions\n");
    }

    first.close();
    second.close();
    out.getBuffer().setLength(0);
    assertThat(run("list")).isEqualTo(3);
    assertThat(out).hasToString("a1, a2, a3 did not answer\n");
  }

  private String listsWithThird(ScriptedBar third) {
    try {
      var peers = data.resolve("config").resolve("harc-admin.properties");
      var before = Files.readString(peers);
      Files.writeString(peers, before.replace("http://127.0.0.1:9", third.uri().toString()));
      out.getBuffer().setLength(0);
      assertThat(run("list")).isEqualTo(0);
      Files.writeString(peers, before);
      return out.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void forcesNothingWithoutConfirmationAndPrintsTheRisk() {
    first.respond(200, OF_FIVE);
    second.respond(200, OF_FIVE);
    assertThat(run("force", "t.1", "abort", "--reason", "burnt")).isEqualTo(1);
    assertThat(err.toString()).contains("--accept-data-loss", "be corrected by hand");
    assertThat(first.requests()).hasSize(1);
    assertThat(second.requests()).hasSize(1);
  }

  @Test
  void refusesToForceADecidedTransaction() {
    first.respond(200, UNDECIDED);
    second.respond(200, COMMITTED);
    assertThat(run("force", "t.1", "abort", "--reason", "x", "--accept-data-loss")).isEqualTo(1);
    assertThat(err.toString()).contains("already decided: COMMIT");
    assertThat(first.requests()).hasSize(1);
  }

  @Test
  void refusesToForceACommitAfterAnAbortedVote() {
    first.respond(200, OF_FIVE);
    second.respond(200, OF_FIVE.replace("PREPARED", "ABORTED"));
    assertThat(run("force", "t.1", "commit", "--reason", "x", "--accept-data-loss")).isEqualTo(1);
    assertThat(err.toString()).contains("rm-network voted ABORTED at a2 and holds nothing");
    assertThat(first.requests()).hasSize(1);
  }

  @Test
  void refusesToForceWhileAMajorityAnswersUnlessOverridden() {
    var flag = "--accept-data-loss";
    first.respond(200, UNDECIDED);
    second.respond(404, "<h:Problem>a2 does not know transaction t.1</h:Problem>");
    assertThat(run("force", "t.1", "abort", "--reason", "x", flag)).isEqualTo(1);
    assertThat(err.toString())
        .contains("refused: a1, a2 answer; they are a majority of a1, a2, a3")
        .contains("--override-quorum");
    assertThat(first.requests()).as("nothing is sent").hasSize(1);

    first.respond(200, UNDECIDED).respond(200, FORCED).respond(200, FORCED);
    second.respond(200, UNDECIDED).respond(409, "<h:P>decided already</h:P>").respond(200, FORCED);
    assertThat(run("force", "t.1", "abort", "--reason", "x", flag, "--override-quorum"))
        .isEqualTo(0);
  }

  @Test
  void doesNotCountAnAcceptorThatCannotWriteForTheMajority() {
    var unhealthy = UNDECIDED.replace("\"epoch\"", "\"problem\":\"the disk is full\",\"epoch\"");
    first.respond(200, UNDECIDED).respond(200, FORCED).respond(200, FORCED);
    second.respond(200, unhealthy).respond(503, "<h:P>not known</h:P>").respond(200, unhealthy);
    assertThat(run("force", "t.1", "abort", "--reason", "x", "--accept-data-loss")).isEqualTo(0);
    assertThat(out.toString()).contains("promised ballot 4, PROBLEM: the disk is full");
  }

  @Test
  void forcesAtEveryAcceptorThatAnswers() {
    first.respond(200, OF_FIVE);
    second.respond(200, OF_FIVE);
    first.respond(200, FORCED);
    second.respond(409, "<h:Problem>it is decided already: forced ABORT</h:Problem>");
    first.respond(200, FORCED);
    second.respond(200, FORCED);
    assertThat(run("force", "t.1", "abort", "--reason", "burnt", "--accept-data-loss"))
        .isEqualTo(0);
    assertThat(first.requests().get(1).line())
        .endsWith("/t.1?understood=true&decision=abort&by=ada&reason=burnt");
    assertThat(err.toString()).contains("a1: forced ABORT", "a2: it is decided already");
  }

  @Test
  void printsTheDecisionThatAcceptorsReport() {
    first.respond(200, OF_FIVE).respond(200, COMMITTED).respond(200, COMMITTED);
    second.respond(404, "<h:Problem>a2 does not know transaction t.1</h:Problem>");
    second.respond(404, "<h:Problem>a2 does not know transaction t.1</h:Problem>");
    second.respond(404, "<h:Problem>a2 does not know transaction t.1</h:Problem>");
    assertThat(run("force", "t.1", "abort", "--reason", "burnt", "--accept-data-loss"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("a1: not forced: COMMIT");
  }

  @Test
  void exitsWithThreeWhileTheOutcomeIsUnknown() {
    var notKnown = "<h:Problem>it is unknown whether it was forced, try again</h:Problem>";
    first.respond(200, OF_FIVE).respond(503, notKnown).respond(200, FORCED);
    second.respond(200, OF_FIVE).respond(503, notKnown).respond(200, OF_FIVE);
    assertThat(run("force", "t.1", "abort", "--reason", "burnt", "--accept-data-loss"))
        .isEqualTo(3);
    assertThat(err.toString()).contains("a1: it is unknown whether it was forced");
  }

  private JsonNode stdout() {
    var json = JsonMapper.builder().build().readTree(out.toString());
    out.getBuffer().setLength(0);
    return json;
  }

  @Test
  void printsOnlyJson() {
    first.respond(200, OF_FIVE).respond(200, FORCED).respond(200, FORCED);
    second.respond(200, OF_FIVE).respond(409, "<h:P>decided already</h:P>").respond(200, FORCED);
    assertThat(run("force", "t.1", "abort", "--reason", "x", "--accept-data-loss", "--json"))
        .isEqualTo(0);
    var json = stdout();
    assertThat(json.path("said").path("a1").asString()).isEqualTo("forced ABORT");
    assertThat(json.path("said").path("a2").asString()).isEqualTo("decided already");
    assertThat(json.path("answered").size()).isEqualTo(2);
    assertThat(json.path("others").path("a3").asString()).contains("does not answer");
  }

  @Test
  void printsARefusalAsJson() {
    first.respond(200, OF_FIVE);
    second.respond(200, OF_FIVE);
    assertThat(run("force", "t.1", "abort", "--reason", "x", "--json")).isEqualTo(1);
    var json = stdout();
    assertThat(json.path("refused").asString()).contains("--accept-data-loss");
    assertThat(json.path("answered").size()).isEqualTo(2);

    first.respond(200, COMMITTED);
    second.respond(200, UNDECIDED);
    assertThat(run("force", "t.1", "abort", "--reason", "x", "--json")).isEqualTo(1);
    assertThat(stdout().path("refused").asString())
        .isEqualTo("refused: the transaction is already decided: COMMIT");
  }

  @Test
  void distinguishesNotAllowedFromUnreachable() {
    first.respond(401, "<h:Problem>unknown peer</h:Problem>");
    second.respond(403, "<h:Problem>harc-admin may not</h:Problem>");
    assertThat(run("list")).isEqualTo(4);
    first.close();
    second.close();
    assertThat(run("list")).isEqualTo(3);
  }

  @Test
  void forgetsALostResourceManagerAtEveryAcceptor() {
    var unheard = FORCED.replace("\"epoch\"", "\"unacknowledged\":[\"rm-newton\"],\"epoch\"");
    first.respond(200, unheard);
    second.respond(200, unheard);
    assertThat(run("forget", "t.1", "rm-newton", "--reason", "sold")).isEqualTo(1);
    assertThat(out.toString()).contains("rm-newton has not acknowledged it");
    assertThat(err.toString()).contains("--accept-data-loss", "corrects it by hand");
    assertThat(first.requests()).hasSize(1);

    var forgotten =
        "{\"resourceManager\":\"rm-newton\",\"by\":\"ada\",\"at\":\"now\",\"reason\":\"sold\"}";
    first.respond(200, FORCED.replace("\"epoch\"", "\"forgotten\":[" + forgotten + "],\"epoch\""));
    second.respond(404, "<h:Problem>a2 does not know transaction t.1</h:Problem>");
    assertThat(run("forget", "t.1", "rm-newton", "--reason", "sold", "--accept-data-loss"))
        .as("a3 does not answer")
        .isEqualTo(3);
    assertThat(first.requests().get(1).line())
        .isEqualTo(
            "DELETE /harc/admin/transactions/t.1?understood=true&resource-manager=rm-newton"
                + "&by=ada&reason=sold");
    assertThat(out.toString()).contains("rm-newton is FORGOTTEN by ada at now: sold");
    assertThat(err.toString()).contains("accepted by a1\n", "NOT accepted by a3, which may");
  }

  @Test
  void namesAcceptorsThatDidNotForgetAndCanBeRepeated() throws IOException {
    String[] forget = {"forget", "t.1", "rm-newton", "--reason", "sold", "--accept-data-loss"};
    first.respond(200, FORCED);
    second.respond(503, "<h:Problem>it is unknown whether it was forced, try again</h:Problem>");
    assertThat(run(forget)).as("not done everywhere").isEqualTo(3);
    assertThat(err.toString())
        .contains(
            "accepted by a1",
            "NOT accepted by a2, a3, which may still send to rm-newton",
            "repeat");

    first.respond(200, FORCED);
    second.respond(409, "<h:Problem>it is not decided</h:Problem>");
    assertThat(run(forget)).isEqualTo(1);

    var peers = data.resolve("config").resolve("harc-admin.properties");
    var without = Files.readAllLines(peers).stream().filter(line -> !line.contains(".a3."));
    Files.write(peers, without.toList());
    err.getBuffer().setLength(0);
    first.respond(200, FORCED);
    second.respond(200, FORCED);
    assertThat(run(forget)).as("the same again").isEqualTo(0);
    assertThat(err.toString()).contains("accepted by a1, a2").doesNotContain("NOT accepted");
  }

  @Test
  void abortsBeforeVoteByWithTheOption() {
    first.respond(200, OF_FIVE).respond(200, FORCED).respond(200, FORCED);
    second.respond(200, OF_FIVE).respond(200, FORCED).respond(200, FORCED);
    assertThat(
            run(
                "force",
                "t.1",
                "abort",
                "--reason",
                "typo",
                "--accept-data-loss",
                "--although-it-can-be-voted-on"))
        .isEqualTo(0);
    assertThat(first.requests().get(1).line()).endsWith("&reason=typo&early=true");
  }

  @Test
  void rejectsAnInvalidIdOrDecision() {
    assertThat(run("explain", "../../health")).isEqualTo(2);
    assertThat(run("force", "t.1", "perhaps", "--reason", "x")).isEqualTo(2);
    assertThat(run()).isEqualTo(2);
  }

  @Test
  void printsHelpWithExamples() {
    assertThat(run("--help")).isEqualTo(0);
    assertThat(run("force", "--help")).isEqualTo(0);
    assertThat(out.toString()).contains("touchpaper harc list", "harc force ID abort");
  }
}

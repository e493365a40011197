package org.touchpaper.hlm.cli;

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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two acceptors that answer as they are told; a third that does not answer at all. */
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

  /** As in the others, but of five acceptors, of which a majority is out of reach. */
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
    var surroundings =
        new Surroundings(
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
    return CommandLineClient.run(surroundings, all.toArray(String[]::new));
  }

  @Test
  void listsWhatIsUndecidedWithAgesAndVotes() {
    first.answers(200, "{\"acceptor\":\"a1\",\"transactions\":[" + UNDECIDED + "]}");
    second.answers(200, "{\"acceptor\":\"a2\",\"transactions\":[]}");
    assertThat(run("list")).isEqualTo(0);
    assertThat(out.toString())
        .contains("t.1  600 s old, 120 s after its vote-by time")
        .contains("a1  undecided, leader a3, promised ballot 4")
        .contains("rm-network PREPARED at ballot 0  path?")
        .contains("rm-newton has not voted here");
    assertThat(err.toString()).contains("a3: does not answer");
  }

  /** Acceptors are asked when something hangs. */
  @Test
  void asksAllAcceptorsAtOnceAndTellsOfThemInOrder() {
    first.answersAfter(second).answers(200, COMMITTED);
    second.answers(200, FORCED);
    assertThat(run("explain", "t.1")).isEqualTo(1);
    assertThat(out.toString()).containsSubsequence("a1  COMMIT", "a2  ABORT");
  }

  @Test
  void explainsOneAndShoutsWhenBothDecisionsAreAbout() {
    first.answers(200, FORCED);
    second.answers(200, COMMITTED);
    assertThat(run("explain", "t.1")).isEqualTo(1);
    assertThat(out.toString())
        .contains("a1  ABORT, FORCED by harc-admin: ada at 2026-12-01T21:00:00Z: burnt")
        .contains("a2  COMMIT, leader a3");
    assertThat(err.toString()).contains("CONTRADICTION");
  }

  @Test
  void printsAnswersAsTheyAre() {
    first.answers(200, COMMITTED);
    second.answers(404, "<h:Problem>a2 has never heard of t.1</h:Problem>");
    assertThat(run("explain", "t.1", "--json")).isEqualTo(0);
    assertThat(out.toString())
        .contains("\"decision\":\"COMMIT\"")
        .contains("\"a2\":\"a2 has never heard of t.1\"");
  }

  /** Such as whoever has its port now: what the others say is told all the same. */
  @Test
  void whoIsNoAcceptorIsNamedAndTheOthersAreHeard() {
    first.answers(200, "<html>Welcome to nginx</html>");
    second.answers(200, COMMITTED);
    assertThat(run("explain", "t.1")).isEqualTo(0);
    assertThat(err.toString()).contains("a1: answers with what no acceptor says");
    assertThat(out.toString()).contains("a2  COMMIT, leader a3");
  }

  @Test
  void saysThatNothingIsUndecidedOnlyIfAllHaveSaidSo() {
    var nothing = "{\"acceptor\":\"a\",\"transactions\":[]}";
    first.answers(200, nothing);
    second.answers(503, "<h:Problem>a2 does not vote</h:Problem>");
    assertThat(run("list")).isEqualTo(0);
    assertThat(out).hasToString("nothing is undecided or unheard at a1; a2, a3 did not answer\n");

    first.answers(200, nothing);
    second.answers(200, nothing);
    try (var third = new ScriptedBar().answers(200, nothing)) {
      assertThat(listsWithThird(third)).isEqualTo("nothing is undecided or unheard\n");
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
  void forcesNothingWithoutTheFlagAndSaysWhatItBreaks() {
    first.answers(200, OF_FIVE);
    second.answers(200, OF_FIVE);
    assertThat(run("force", "t.1", "abort", "--reason", "burnt")).isEqualTo(1);
    assertThat(err.toString()).contains("--i-know-what-this-breaks", "put right by hand");
    assertThat(first.asked()).hasSize(1);
    assertThat(second.asked()).hasSize(1);
  }

  @Test
  void forcesNothingThatAnybodyKnowsToBeDecided() {
    first.answers(200, UNDECIDED);
    second.answers(200, COMMITTED);
    assertThat(run("force", "t.1", "abort", "--reason", "x", "--i-know-what-this-breaks"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("decided already: COMMIT");
    assertThat(first.asked()).hasSize(1);
  }

  @Test
  void forcesNoCommitWhereAnybodyKnowsOfAnAbortedVote() {
    first.answers(200, OF_FIVE);
    second.answers(200, OF_FIVE.replace("PREPARED", "ABORTED"));
    assertThat(run("force", "t.1", "commit", "--reason", "x", "--i-know-what-this-breaks"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("rm-network is aborted at a2, and holds nothing");
    assertThat(first.asked()).hasSize(1);
  }

  @Test
  void forcesNothingWhileAMajorityAnswersUnlessSomebodyInsists() {
    var flag = "--i-know-what-this-breaks";
    first.answers(200, UNDECIDED);
    second.answers(404, "<h:Problem>a2 has never heard of t.1</h:Problem>");
    assertThat(run("force", "t.1", "abort", "--reason", "x", flag)).isEqualTo(1);
    assertThat(err.toString())
        .contains("refused: a1, a2 answer, a majority of a1, a2, a3")
        .contains("--although-a-majority-answers");
    assertThat(first.asked()).as("nothing is sent").hasSize(1);

    first.answers(200, UNDECIDED).answers(200, FORCED).answers(200, FORCED);
    second.answers(200, UNDECIDED).answers(409, "<h:P>decided already</h:P>").answers(200, FORCED);
    assertThat(run("force", "t.1", "abort", "--reason", "x", flag, "--although-a-majority-answers"))
        .isEqualTo(0);
  }

  @Test
  void anAcceptorThatCannotWriteMakesNoMajority() {
    var unwell = UNDECIDED.replace("\"epoch\"", "\"problem\":\"the disk is full\",\"epoch\"");
    first.answers(200, UNDECIDED).answers(200, FORCED).answers(200, FORCED);
    second.answers(200, unwell).answers(503, "<h:P>not known</h:P>").answers(200, unwell);
    assertThat(run("force", "t.1", "abort", "--reason", "x", "--i-know-what-this-breaks"))
        .isEqualTo(0);
    assertThat(out.toString()).contains("promised ballot 4, NOT WELL: the disk is full");
  }

  @Test
  void forcesAtEveryAcceptorThatAnswers() {
    first.answers(200, OF_FIVE);
    second.answers(200, OF_FIVE);
    first.answers(200, FORCED);
    second.answers(409, "<h:Problem>it is decided already: forced ABORT</h:Problem>");
    first.answers(200, FORCED);
    second.answers(200, FORCED);
    assertThat(run("force", "t.1", "abort", "--reason", "burnt", "--i-know-what-this-breaks"))
        .isEqualTo(0);
    assertThat(first.asked().get(1).line())
        .endsWith("/t.1?understood=true&decision=abort&by=ada&reason=burnt");
    assertThat(err.toString()).contains("a1: forced ABORT", "a2: it is decided already");
  }

  @Test
  void saysWhatTheAcceptorsSayAndNotWhatWasAskedFor() {
    first.answers(200, OF_FIVE).answers(200, COMMITTED).answers(200, COMMITTED);
    second.answers(404, "<h:Problem>a2 has never heard of t.1</h:Problem>");
    second.answers(404, "<h:Problem>a2 has never heard of t.1</h:Problem>");
    second.answers(404, "<h:Problem>a2 has never heard of t.1</h:Problem>");
    assertThat(run("force", "t.1", "abort", "--reason", "burnt", "--i-know-what-this-breaks"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("a1: not forced, but COMMIT");
  }

  @Test
  void isNotDoneWhileNobodyKnowsWhetherItIs() {
    var notKnown = "<h:Problem>not known whether it was forced, ask again</h:Problem>";
    first.answers(200, OF_FIVE).answers(503, notKnown).answers(200, FORCED);
    second.answers(200, OF_FIVE).answers(503, notKnown).answers(200, OF_FIVE);
    assertThat(run("force", "t.1", "abort", "--reason", "burnt", "--i-know-what-this-breaks"))
        .isEqualTo(3);
    assertThat(err.toString()).contains("a1: not known whether it was forced");
  }

  private JsonNode stdout() {
    var told = JsonMapper.builder().build().readTree(out.toString());
    out.getBuffer().setLength(0);
    return told;
  }

  @Test
  void printsJsonAndNothingElse() {
    first.answers(200, OF_FIVE).answers(200, FORCED).answers(200, FORCED);
    second.answers(200, OF_FIVE).answers(409, "<h:P>decided already</h:P>").answers(200, FORCED);
    assertThat(run("force", "t.1", "abort", "--reason", "x", "--i-know-what-this-breaks", "--json"))
        .isEqualTo(0);
    var told = stdout();
    assertThat(told.path("said").path("a1").asString()).isEqualTo("forced ABORT");
    assertThat(told.path("said").path("a2").asString()).isEqualTo("decided already");
    assertThat(told.path("answered").size()).isEqualTo(2);
    assertThat(told.path("others").path("a3").asString()).contains("does not answer");
  }

  @Test
  void printsJsonOfARefusalToo() {
    first.answers(200, OF_FIVE);
    second.answers(200, OF_FIVE);
    assertThat(run("force", "t.1", "abort", "--reason", "x", "--json")).isEqualTo(1);
    var told = stdout();
    assertThat(told.path("refused").asString()).contains("--i-know-what-this-breaks");
    assertThat(told.path("answered").size()).isEqualTo(2);

    first.answers(200, COMMITTED);
    second.answers(200, UNDECIDED);
    assertThat(run("force", "t.1", "abort", "--reason", "x", "--json")).isEqualTo(1);
    assertThat(stdout().path("refused").asString())
        .isEqualTo("refused: it is decided already: COMMIT");
  }

  @Test
  void saysWhoIsNotAllowedAndWhereNobodyIs() {
    first.answers(401, "<h:Problem>unknown peer</h:Problem>");
    second.answers(403, "<h:Problem>harc-admin may not</h:Problem>");
    assertThat(run("list")).isEqualTo(4);
    first.close();
    second.close();
    assertThat(run("list")).isEqualTo(3);
  }

  @Test
  void forgetsAResourceManagerThatIsGoneAtEveryAcceptor() {
    var unheard = FORCED.replace("\"epoch\"", "\"unheard\":[\"rm-newton\"],\"epoch\"");
    first.answers(200, unheard);
    second.answers(200, unheard);
    assertThat(run("forget", "t.1", "rm-newton", "--reason", "sold")).isEqualTo(1);
    assertThat(out.toString()).contains("rm-newton has not acknowledged it");
    assertThat(err.toString()).contains("--i-know-what-this-breaks", "puts it right by hand");
    assertThat(first.asked()).hasSize(1);

    var gone =
        "{\"resourceManager\":\"rm-newton\",\"by\":\"ada\",\"at\":\"now\",\"reason\":\"sold\"}";
    first.answers(200, FORCED.replace("\"epoch\"", "\"forgotten\":[" + gone + "],\"epoch\""));
    second.answers(404, "<h:Problem>a2 has never heard of t.1</h:Problem>");
    assertThat(run("forget", "t.1", "rm-newton", "--reason", "sold", "--i-know-what-this-breaks"))
        .as("a3 does not answer")
        .isEqualTo(3);
    assertThat(first.asked().get(1).line())
        .isEqualTo(
            "DELETE /harc/admin/transactions/t.1?understood=true&resource-manager=rm-newton"
                + "&by=ada&reason=sold");
    assertThat(out.toString()).contains("rm-newton is FORGOTTEN by ada at now: sold");
    assertThat(err.toString()).contains("taken by a1\n", "NOT taken by a3, which may");
  }

  @Test
  void saysWhichAcceptorsDidNotForgetAndForgetsAgainThere() throws IOException {
    String[] forget = {
      "forget", "t.1", "rm-newton", "--reason", "sold", "--i-know-what-this-breaks"
    };
    first.answers(200, FORCED);
    second.answers(503, "<h:Problem>not known whether it was forced, ask again</h:Problem>");
    assertThat(run(forget)).as("not done everywhere").isEqualTo(3);
    assertThat(err.toString())
        .contains("taken by a1", "NOT taken by a2, a3, which may go on telling rm-newton", "again");

    first.answers(200, FORCED);
    second.answers(409, "<h:Problem>it is not decided</h:Problem>");
    assertThat(run(forget)).isEqualTo(1);

    var peers = data.resolve("config").resolve("harc-admin.properties");
    var without = Files.readAllLines(peers).stream().filter(line -> !line.contains(".a3."));
    Files.write(peers, without.toList());
    err.getBuffer().setLength(0);
    first.answers(200, FORCED);
    second.answers(200, FORCED);
    assertThat(run(forget)).as("the same again").isEqualTo(0);
    assertThat(err.toString()).contains("taken by a1, a2").doesNotContain("NOT taken");
  }

  @Test
  void abortsEarlyForWhoeverInsists() {
    first.answers(200, OF_FIVE).answers(200, FORCED).answers(200, FORCED);
    second.answers(200, OF_FIVE).answers(200, FORCED).answers(200, FORCED);
    assertThat(
            run(
                "force",
                "t.1",
                "abort",
                "--reason",
                "typo",
                "--i-know-what-this-breaks",
                "--although-it-can-be-voted-on"))
        .isEqualTo(0);
    assertThat(first.asked().get(1).line()).endsWith("&reason=typo&early=true");
  }

  @Test
  void wantsAnIdThatIsOne() {
    assertThat(run("explain", "../../health")).isEqualTo(2);
    assertThat(run("force", "t.1", "perhaps", "--reason", "x")).isEqualTo(2);
    assertThat(run()).isEqualTo(2);
  }

  @Test
  void explainsItselfWithExamples() {
    assertThat(run("--help")).isEqualTo(0);
    assertThat(run("force", "--help")).isEqualTo(0);
    assertThat(out.toString()).contains("touchpaper harc list", "harc force ID abort");
  }
}

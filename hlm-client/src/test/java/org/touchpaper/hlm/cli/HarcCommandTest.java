package org.touchpaper.hlm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
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

/** Two acceptors that answer as they are told; a third that does not answer at all. */
class HarcCommandTest {
  private static final Instant NOW = Instant.parse("2026-12-01T21:00:00Z");
  private static final String UNDECIDED =
      """
      {"acceptor":"a1","id":"t.1","voteBy":"2026-12-01T20:58:00Z","decision":"","epoch":1,
       "resourceManagers":["rm-network","rm-newton"],"acceptors":["a1","a2","a3"],"leader":"a3",
       "promised":4,"accepted":[{"resourceManager":"rm-network","choice":"PREPARED",
       "note":"path\\u0007","ballot":0}],"acknowledged":false}
      """;
  private static final String FORCED =
      UNDECIDED.replace(
          "\"decision\":\"\"",
          "\"decision\":\"ABORT\",\"forcedBy\":\"harc-admin: ada\","
              + "\"forcedAt\":\"2026-12-01T21:00:00Z\",\"reason\":\"burnt\"");
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
        .contains("t.1  120 s after its vote-by time")
        .contains("a1  undecided, leader a3, promised ballot 4")
        .contains("rm-network PREPARED at ballot 0  path?")
        .contains("rm-newton has not voted here");
    assertThat(err.toString()).contains("a3: does not answer");
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

  @Test
  void forcesNothingWithoutTheFlagAndSaysWhatItBreaks() {
    first.answers(200, UNDECIDED);
    second.answers(200, UNDECIDED);
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
  void forcesAtEveryAcceptorThatAnswers() {
    first.answers(200, UNDECIDED);
    second.answers(200, UNDECIDED);
    first.answers(200, FORCED);
    second.answers(409, "<h:Problem>it is decided already: forced ABORT</h:Problem>");
    first.answers(200, FORCED);
    second.answers(200, FORCED);
    assertThat(run("force", "t.1", "abort", "--reason", "burnt", "--i-know-what-this-breaks"))
        .isEqualTo(0);
    assertThat(first.asked().get(1).line())
        .endsWith("/t.1?understood=true&decision=abort&by=ada&reason=burnt");
    assertThat(err.toString()).contains("a1: forced", "a2: it is decided already");
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

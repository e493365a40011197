package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows the section of {@code docs/api.md} for HARC clients, line by line, on the EnLIGHTened
 * network. Directory and ports are this test's.
 */
class HarcClientGuideTest {
  private static final Path GUIDE = Path.of("../../docs/api.md").toAbsolutePath().normalize();
  private static final String HEADING = "## HARC clients: book with XML and curl\n";
  private static final Pattern BLOCK =
      Pattern.compile("^```sh\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final String END_OF_BLOCK = "\n---- end of block\n";

  @TempDir Path directory;

  @Test
  void bookHarcsExampleOnItsOwnTestbed() throws Exception {
    var launchers = new LauncherFixture(directory);
    try (launchers) {
      var blocks = blocks();
      assertThat(blocks.getFirst()).isEqualTo("./touchpaper up --network enlightened --detach\n");
      try (var up = launchers.launch("up", "--network", "enlightened", "--detach")) {
        assertThat(up.end()).as(up.output()).isZero();
        assertThat(up.output()).contains(launchers.ports().url("bar-enlightened") + "/");
      }
      var answers = run(launchers, blocks.subList(1, blocks.size()));
      assertThat(answers.get(1))
          .contains("outcome=\"COMMIT\"", "<h:Hop>UO2</h:Hop>", "<h:Hop>UO3</h:Hop>");
      assertThat(answers.get(2).strip()).isEqualTo(answers.get(1).strip() + answers.get(1).strip());
      assertThat(answers.get(3)).contains("outcome=\"COMMIT\"", "<h:Hop>UO1</h:Hop>", "mcnc01");
      assertThat(answers.get(4))
          .contains("outcome=\"ABORT\"", "code=\"CAPACITY_BUSY\"", "nextStart=");
      assertThat(answers.get(5).split("outcome=\"COMMIT\"", -1)).as(answers.get(5)).hasSize(3);
      connectsTheFibre(launchers, blocks);
    }
    launchers.assertNothingIsLeft();
  }

  /** The same XML for a run that starts soon: the switches connect RA1 with BT2. */
  private void connectsTheFibre(LauncherFixture launchers, List<String> blocks) throws Exception {
    var now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    var soon =
        "START=%s\nEND=%s\n".formatted(now.plusSeconds(15), now.plus(Duration.ofMinutes(20)));
    var answers = run(launchers, List.of(blocks.get(1), soon + blocks.get(2)));
    assertThat(answers.get(1)).contains("outcome=\"COMMIT\"");
    try (var http = HttpClient.newHttpClient()) {
      for (var element : List.of("UO2", "UO3")) {
        var request =
            HttpRequest.newBuilder(
                    URI.create(launchers.ports().url("elements") + "/elements/" + element))
                .build();
        await()
            .atMost(Duration.ofMinutes(1))
            .untilAsserted(() ->
                assertThat(http.send(request, BodyHandlers.ofString()).body())
                    .contains("8.1.2")); // the port of RA1 at UO2, and of BT2 at UO3
      }
    }
  }

  private static List<String> blocks() throws Exception {
    var guide = Files.readString(GUIDE);
    var section = guide.substring(guide.indexOf(HEADING) + HEADING.length()).split("\n## ", 2)[0];
    return BLOCK.matcher(section).results().map(match -> match.group(1)).toList();
  }

  /** Runs the blocks in one shell and returns the output of each. */
  private List<String> run(LauncherFixture launchers, List<String> blocks) throws Exception {
    var script = new StringBuilder("set -e\n");
    for (var block : blocks) {
      script.append(block).append("printf '").append(END_OF_BLOCK.replace("\n", "\\n"));
      script.append("'\n");
    }
    var text = script.toString().replace(".touchpaper-enlightened", launchers.data().toString());
    for (var number = 1; number <= 3; number++) {
      text =
          text.replace(
              "http://127.0.0.1:810" + number, launchers.ports().url("acceptor-" + number));
    }
    var output = directory.resolve("guide.out");
    var process =
        new ProcessBuilder("sh", Files.writeString(directory.resolve("guide.sh"), text).toString())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(output)).isZero();
    return List.of(Files.readString(output).split(END_OF_BLOCK, -1));
  }
}

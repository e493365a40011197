package org.touchpaper.demo.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.rm.run.ApplicationRegistry;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Registry and launch command of the demo's newton. */
class DemoApplicationSetupTest {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir private Path directory;
  private DemoApplicationSetup runs =
      new DemoApplicationSetup(Path.of(""), EngineProgram.asInstalled(), 8901);

  @BeforeEach
  void prepare() {
    runs = new DemoApplicationSetup(directory, EngineProgram.asInstalled(), 8901);
    runs.prepare(Optional.of("tp-demo-0-newton.manchester"));
  }

  @Test
  void theResourceManagerReadsTheRegistry() {
    var file = Path.of(runs.resourceManager().getOrDefault("touchpaper.rm.applications", ""));
    var registry = new ApplicationRegistry(file);
    assertThat(registry.size()).isEqualTo(1);
    assertThat(registry.problem()).isEmpty();
  }

  @Test
  void aJobRunsOnceHoweverOftenItIsLaunchedAndItsExitCodeIsTold() throws Exception {
    var request = request("tp-1-1", "echo $PLACE $0 $1 | tee -a ../all; exit 3", "two words");
    assertThat(call("status", request)).isEmpty();
    for (var i = 0; i < 2; i++) {
      assertThat(call("launch", request).path("id").asString()).isEqualTo("tp-1-1");
    }
    await().until(() -> call("status", request).path("state").asString("").equals("failed"));
    var ended = call("status", request);
    assertThat(ended.path("exitCode").asInt()).isEqualTo(3);
    assertThat(ended.path("nodes").toString()).isEqualTo("[\"newton001\",\"newton002\"]");
    assertThat(ended.path("output").toString()).isEqualTo("[\"here job two words\"]");
    call("launch", request);
    assertThat(Files.readAllLines(directory.resolve("jobs/all"))).hasSize(1);
  }

  @Test
  void aRelayStartsWithItsJobAndEndsWithIt() throws Exception {
    var relay = "echo it relays $1 without $PLACE; echo $$ >relay-process; exec sleep 600";
    var request =
        request("tp-4-1", List.of("/bin/sh", "-c", relay, "relay", "a b"), "exec sleep 600");
    call("launch", request);
    var process = directory.resolve("jobs/tp-4-1/relay-process");
    await()
        .untilAsserted(() ->
            assertThat(call("status", request).path("output").toString())
                .isEqualTo("[\"relay: it relays a b without\"]"));
    await().until(() -> Files.exists(process) && !Files.readString(process).isBlank());
    var handle = ProcessHandle.of(Long.parseLong(Files.readString(process).strip())).orElseThrow();
    assertThat(call("status", request).path("message").isMissingNode()).isTrue();
    await()
        .until(() -> {
          call("stop", request);
          return call("status", request).path("exitCode").asInt(0) == 128 + 15;
        });
    await().until(() -> !handle.isAlive());
  }

  @Test
  void aRelayThatFailsIsToldAndItsJobGoesOn() throws Exception {
    var request = request("tp-5-1", List.of("/bin/sh", "-c", "exit 1"), "exec sleep 600");
    call("launch", request);
    await().until(() -> call("status", request).has("message"));
    var status = call("status", request);
    assertThat(status.path("state").asString()).isEqualTo("active");
    assertThat(status.path("message").asString())
        .isEqualTo(
            "its relay has ended: viewers cannot connect; to watch it, stop it and launch it again");
    await()
        .until(() -> {
          call("stop", request);
          return call("status", request).path("state").asString().equals("failed");
        });
  }

  @Test
  void aJobIsStopped() throws Exception {
    var request = request("tp-2-1", "exec sleep 600");
    call("launch", request);
    assertThat(call("status", request).path("state").asString()).isEqualTo("active");
    await()
        .until(() -> {
          call("stop", request);
          return call("status", request).path("exitCode").asInt(0) == 128 + 15;
        });
    call("stop", request);
  }

  @Test
  void jobsOfANetworkThatWasKilledAreEnded() throws Exception {
    var request = request("tp-3-1", "exec sleep 600");
    call("launch", request);
    await()
        .until(() -> {
          DemoApplicationSetup.endJobs(directory);
          return call("status", request).path("exitCode").asInt(0) == 128 + 9;
        });
  }

  private static String request(String name, String script, String... arguments) {
    return request(name, List.of(), script, arguments);
  }

  private static String request(
      String name, List<String> relay, String script, String... arguments) {
    var command = new ArrayList<>(List.of("/bin/sh", "-c", script, "job"));
    command.addAll(List.of(arguments));
    return JSON.writeValueAsString(
        Map.of(
            "name",
            name,
            "account",
            "scientist",
            "command",
            command,
            "relay",
            relay,
            "environment",
            Map.of("PLACE", "here"),
            "nodes",
            List.of("newton001", "newton002"),
            "signal",
            "TERM"));
  }

  private JsonNode call(String verb, String request) throws Exception {
    var process =
        new ProcessBuilder(
                "/bin/sh",
                directory.resolve("launch-run").toString(),
                directory.resolve("jobs").toString(),
                verb)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var in = process.getOutputStream()) {
      in.write(request.getBytes(StandardCharsets.UTF_8));
    }
    var answer = JSON.readTree(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).isZero();
    return answer;
  }
}

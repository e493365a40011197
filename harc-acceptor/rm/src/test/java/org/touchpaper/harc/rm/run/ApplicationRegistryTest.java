package org.touchpaper.harc.rm.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.harc.client.model.RunRequest;

/** An expert writes the registry; a mistake in it must not stop what worked before. */
class ApplicationRegistryTest {
  private static final String PORE =
      """
      registry:
        coresPerNode: 8
        directory: /scratch
        freeExecutables: [admin]
        applications:
          - name: pore
            description: DNA through a pore
            executable: /opt/lmp
            launcher: [srun, "--mpi=none"]
            arguments: ["-var", "port", "{port}", "-n", "{processes}"]
            environment: ["OMP_NUM_THREADS={cores}", "A=b=c"]
            allowedEnvironment: [VERBOSE]
            parameters:
              - { name: steps, pattern: "[0-9]{1,7}", default: "5000", arguments: ["-var", "steps", "{value}"] }
              - { name: input, pattern: "[a-z]+" }
            port: { protocol: imd, first: 8901, last: 8999 }
            directory: /scratch/runs
            stop: { signal: INT, grace: 10s }
      """;

  private static final String RELAYED =
      PORE.replace("\"port\", \"{port}\"", "\"port\", \"{enginePort}\"")
          + """
                relay: { command: [/opt/relay, "{port}", "{enginePort}", "{nodes}"], firstEnginePort: 9901 }
          """;

  @TempDir private Path directory;
  private int writes;

  private ApplicationRegistry registry(String text) throws IOException {
    write(text);
    return new ApplicationRegistry(file());
  }

  private Path file() {
    return directory.resolve("applications.yaml");
  }

  private void write(String text) throws IOException {
    Files.writeString(file(), text);
    Files.setLastModifiedTime(file(), FileTime.from(Instant.EPOCH.plusSeconds(++writes)));
  }

  private static RunRequest.Launch launch(String... arguments) {
    return new RunRequest.Launch("pore", List.of(arguments));
  }

  @Test
  void describesAJobByItsEntryAndTheRequest() throws IOException {
    var pore = registry(PORE).find("pore", "scientist").orElseThrow();
    var request =
        new RunRequest.Launch(
            "pore", List.of("input=x", "steps=7"), Map.of("VERBOSE", "1"), 2, 4, "vis.ucl");
    assertThat(pore.refusal(request, 8)).isEmpty();
    var job = pore.specify(request, 3, 8905);
    assertThat(String.join(" ", job.commandOn(3)))
        .isEqualTo("srun --mpi=none /opt/lmp -var port 8905 -n 6 -var steps 7 x");
    assertThat(job.commandOn(5)).contains("10").doesNotContain("6");
    assertThat(job.environmentOn(3))
        .containsOnly(
            Map.entry("OMP_NUM_THREADS", "4"), Map.entry("A", "b=c"), Map.entry("VERBOSE", "1"));
    assertThat(job.protocol()).isEqualTo("imd");
    assertThat(job.signal()).isEqualTo("INT");
    assertThat(job.graceSeconds()).isEqualTo(10);
    assertThat(String.join(" ", pore.specify(launch("input=y"), 1, 8901).commandOn(1)))
        .endsWith("steps 5000 y");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          input=x,steps=x        | steps must match [0-9]{1,7}
          input=x;id             | input must match [a-z]+
          input=x,input=y        | input is given twice
          steps=1                | input is missing; it must match [a-z]+
          input=x,pressure=1     | pressure=1 is not name=value of a parameter of pore; it has: steps, input
          -log                   | -log is not name=value of a parameter of pore; it has: steps, input
          """)
  void refusesArgumentsByTheirPatterns(String arguments, String reason) throws IOException {
    var pore = registry(PORE).find("pore", "scientist").orElseThrow();
    assertThat(pore.refusal(launch(arguments.split(",")), 8)).contains(reason);
  }

  /** Backtracking over this value would take longer than the test run. */
  @Test
  @Timeout(10)
  void aPatternWithNestedRepetitionsIsMatchedAtOnce() throws IOException {
    var pore = registry(PORE.replace("[a-z]+", "(a+)+")).find("pore", "scientist").orElseThrow();
    assertThat(pore.refusal(launch("input=" + "a".repeat(100) + "!"), 8))
        .contains("input must match (a+)+");
  }

  @Test
  void refusesWhatDoesNotFitANodeAndVariablesThatAreNotAllowed() throws IOException {
    var pore = registry(PORE).find("pore", "scientist").orElseThrow();
    assertThat(
            pore.refusal(
                new RunRequest.Launch("pore", List.of("input=x"), Map.of(), 3, 3, null), 8))
        .contains("3 processes of 3 cores need more than the 8 cores of a node");
    assertThat(
            pore.refusal(
                new RunRequest.Launch(
                    "pore", List.of("input=x"), Map.of("LD_PRELOAD", "x"), null, null, null),
                8))
        .contains("pore does not allow the variable LD_PRELOAD");
  }

  @Test
  void onlySomeRolesMayRunAnyExecutable() throws IOException {
    var registry = registry(PORE);
    assertThat(registry.list("scientist"))
        .extracting(RegisteredApplication::name)
        .containsExactly("pore");
    assertThat(registry.list("admin"))
        .extracting(RegisteredApplication::freeExecutable)
        .containsExactly(false, true);
    assertThat(registry.find("executable", "scientist")).isEmpty();
    var free = registry.find("executable", "admin").orElseThrow();
    var request = new RunRequest.Launch("executable", List.of("/bin/echo", "a b {nodes}"));
    assertThat(free.refusal(request, 8)).isEmpty();
    assertThat(free.specify(request, 1, null).commandOn(1))
        .containsExactly("/bin/echo", "a b {nodes}");
    assertThat(free.refusal(new RunRequest.Launch("executable", List.of("echo")), 8)).isPresent();
  }

  @Test
  void aRelayListensOnTheRunsPortAndTheApplicationOnItsOwn() throws IOException {
    var registry = registry(RELAYED);
    assertThat(registry.problem()).isEmpty();
    var pore = registry.find("pore", "scientist").orElseThrow();
    var job = pore.specify(launch("input=y"), 2, 8905);
    assertThat(job.port()).isEqualTo(8905);
    assertThat(job.relayOn(3)).containsExactly("/opt/relay", "8905", "9905", "3");
    assertThat(job.commandOn(2)).contains("9905").doesNotContain("8905");
    var direct = registry(PORE).find("pore", "scientist").orElseThrow();
    assertThat(direct.specify(launch("input=y"), 2, 8905).relayOn(2)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "port", "{enginePort}" | "port", "{port}"       | pore: with a relay the application listens on {enginePort}: use that in launcher, arguments or environment, and {port} in relay.command only
          relay:                 | stop2:                 | stop2
          "{enginePort}", "{n    | "{n                    | pore: relay.command must contain {port} and {enginePort}
          command: [             | commands: [            | commands
          firstEnginePort: 9901  | firstEnginePort: 80    | pore: relay.firstEnginePort takes the ports 80 to 178: they must be between 1024 and 65535, and other than 8901 to 8999
          firstEnginePort: 9901  | firstEnginePort: 65500 | pore: relay.firstEnginePort takes the ports 65500 to 65598: they must be between 1024 and 65535, and other than 8901 to 8999
          firstEnginePort: 9901  | firstEnginePort: 8999  | pore: relay.firstEnginePort takes the ports 8999 to 9097: they must be between 1024 and 65535, and other than 8901 to 8999
          port: { protocol       | # port: { protocol     | pore: a relay needs a range of ports to listen on: set port
          "{nodes}"]             | "{node}"]             | pore: unknown placeholder {node}
          """)
  void aMistakeInARelayIsNamed(String right, String wrong, String mistake) throws IOException {
    assertThat(registry(RELAYED.replace(right, wrong)).problem())
        .hasValueSatisfying(text -> assertThat(text).contains(mistake));
  }

  @Test
  void anEnginesPortWithoutARelayIsAMistake() throws IOException {
    assertThat(registry(PORE.replace("{port}", "{enginePort}")).problem())
        .hasValueSatisfying(text ->
            assertThat(text)
                .contains("{enginePort} is for an application with a relay; without one it is"));
  }

  /** Two runs have different ports: what follows from these must differ, too. */
  @ParameterizedTest
  @CsvSource({
    "8901, 8999, 9901, ''",
    "8951, 9049, 9951, ''",
    "7901, 7999, 8001, ''",
    "9900, 9901, 7901, 'pore: relay.firstEnginePort takes the ports 9901 to 9999, but other has 9900 to 9901: choose another first port'",
    "8901, 8999, 9999, 'pore: relay.firstEnginePort takes the ports 9901 to 9999, but other has 9999 to 10097: choose another first port'",
    "7901, 7999, 8901, 'other: relay.firstEnginePort takes the ports 8901 to 8999, but pore has 8901 to 8999: choose another first port'"
  })
  void anEnginesPortIsInNoOtherRange(int first, int last, int firstEnginePort, String mistake)
      throws IOException {
    var other =
        RELAYED
            .substring(RELAYED.indexOf("    - name"))
            .replace("name: pore", "name: other")
            .replace("first: 8901, last: 8999", "first: %d, last: %d".formatted(first, last))
            .replace("firstEnginePort: 9901", "firstEnginePort: " + firstEnginePort);
    assertThat(registry(RELAYED + other).problem().orElse("")).contains(mistake);
    assertThat(registry(RELAYED + other).problem().isPresent()).isEqualTo(!mistake.isEmpty());
  }

  @Test
  void aChangedFileIsReadAndABadOneKeepsTheOld() throws IOException {
    var registry = registry(PORE);
    assertThat(registry.problem()).isEmpty();
    write(PORE.replace("name: pore", "name: channel"));
    assertThat(registry.find("channel", "scientist")).isPresent();
    assertThat(registry.find("pore", "scientist")).isEmpty();
    for (var bad :
        List.of(
            "registry: [",
            PORE.replace("executable:", "executible:"),
            PORE.replace("/opt/lmp", "lmp"),
            PORE.replace("[0-9]{1,7}", "[0-9"),
            PORE.replace("5000", "many"),
            PORE.replace("{port}", "{prot}"),
            PORE.replace("first: 8901", "first: 80"))) {
      write(bad);
      assertThat(registry.problem()).isPresent();
      assertThat(registry.find("channel", "scientist")).isPresent();
    }
    Files.delete(file());
    assertThat(registry.problem()).hasValueSatisfying(text -> assertThat(text).contains("cannot"));
    assertThat(registry.size()).isEqualTo(1);
    write(PORE);
    assertThat(registry.problem()).isEmpty();
    assertThat(registry.find("pore", "scientist")).isPresent();
  }

  @Test
  void theSampleIsValid() {
    var sample = new ApplicationRegistry(Path.of("../../deploy/samples/uklight/applications.yaml"));
    assertThat(sample.problem()).isEmpty();
    assertThat(sample.list("scientist")).isNotEmpty();
  }
}

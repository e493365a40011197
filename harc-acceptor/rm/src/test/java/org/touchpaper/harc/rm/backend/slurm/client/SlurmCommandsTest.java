package org.touchpaper.harc.rm.backend.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlurmCommandsTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** A directory for shell scripts that write their process id. */
  private static final Duration SHORT_WAIT = Duration.ofSeconds(5);

  @TempDir Path directory;

  @Test
  void returnsOutputAndExitStatus() throws IOException {
    var result = commands(TIMEOUT).run(shell("echo yes; echo no >&2; exit 3"), List.of());
    assertThat(result.status()).isEqualTo(3);
    assertThat(result.output()).isEqualTo("yes\nno");
  }

  @Test
  void killsACommandThatDoesNotEnd() throws IOException {
    assertTimesOut("echo $$ > pid; exec sleep 120");
    await().atMost(TIMEOUT).until(() -> sleeper().isEmpty());
  }

  /** A process run by sudo cannot be killed; here an orphan takes its place. */
  @Test
  void returnsAtTheTimeoutIfItCannotKill() throws IOException {
    try {
      assertTimesOut("(sleep 120 & echo $! > pid); exec sleep 119");
      assertThat(sleeper()).isPresent();
    } finally {
      sleeper().ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  private void assertTimesOut(String script) {
    assertTimeoutPreemptively(
        TIMEOUT,
        () ->
            assertThatThrownBy(() -> commands(SHORT_WAIT).run(shell(script), List.of()))
                .isInstanceOf(IOException.class)
                .hasMessage("no answer within 5000 ms"));
  }

  private Optional<ProcessHandle> sleeper() throws IOException {
    var pid = Long.parseLong(Files.readString(directory.resolve("pid")).strip());
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
  }

  private List<String> shell(String script) {
    return List.of("sh", "-c", "cd " + directory + "; " + script);
  }

  private static SlurmCommands commands(Duration timeout) {
    return new SlurmCommands(List.of("scontrol"), List.of("scancel"), null, timeout);
  }
}

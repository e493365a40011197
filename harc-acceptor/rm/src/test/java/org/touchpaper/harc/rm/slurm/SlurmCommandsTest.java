package org.touchpaper.harc.rm.slurm;

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
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** In which a shell begins on any machine, and leaves its number. */
  private static final Duration A_WHILE = Duration.ofSeconds(5);

  @TempDir Path directory;

  @Test
  void tellsWhatACommandSaidAndHowItEnded() throws IOException {
    var said = commands(PATIENCE).run(shell("echo yes; echo no >&2; exit 3"), List.of());
    assertThat(said.status()).isEqualTo(3);
    assertThat(said.text()).isEqualTo("yes\nno");
  }

  @Test
  void killsWhatDoesNotAnswer() throws IOException {
    isGivenUp("echo $$ > pid; exec sleep 120");
    await().atMost(PATIENCE).until(() -> sleeper().isEmpty());
  }

  /** Out of reach is what sudo runs; here it is what has lost its parent. */
  @Test
  void givesUpWhatItCannotKill() throws IOException {
    try {
      isGivenUp("(sleep 120 & echo $! > pid); exec sleep 119");
      assertThat(sleeper()).isPresent();
    } finally {
      sleeper().ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  private void isGivenUp(String script) {
    assertTimeoutPreemptively(
        PATIENCE,
        () ->
            assertThatThrownBy(() -> commands(A_WHILE).run(shell(script), List.of()))
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

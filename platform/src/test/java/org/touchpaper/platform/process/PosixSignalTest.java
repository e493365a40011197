package org.touchpaper.platform.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PosixSignalTest {

  @ParameterizedTest
  @CsvSource({"INT, 2", "QUIT, 3"})
  void endsAProcessAndIgnoresAnEndedOne(PosixSignal signal, int number) throws Exception {
    // background processes and their children ignore SIGINT
    var process = new ProcessBuilder("env", "--default-signal", "sleep", "600").start();
    try {
      var name = Path.of("/proc", Long.toString(process.pid()), "comm");
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> Files.readString(name).strip().equals("sleep"));
      signal.send(process.toHandle());
      assertThat(process.waitFor()).isEqualTo(128 + number);
      signal.send(process.toHandle());
    } finally {
      process.destroyForcibly();
    }
  }
}

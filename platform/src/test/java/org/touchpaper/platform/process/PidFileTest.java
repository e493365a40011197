package org.touchpaper.platform.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PidFileTest {

  @Test
  void findsTheProcessItStarted(@TempDir Path directory) throws Exception {
    var file = new PidFile(directory.resolve("sleeper.pid"));
    var process = file.start(new ProcessBuilder("sleep", "600"));
    try {
      assertThat(file.find()).hasValue(process.toHandle());
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(file.find()).isEmpty();
  }

  @Test
  void aProcessThatCannotBeRecordedIsKilled(@TempDir Path directory) {
    var file = new PidFile(directory); // no file can have that name
    for (var attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> file.start(new ProcessBuilder("sleep", "613")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot write " + directory);
      await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(sleepers()).isEmpty());
    }
  }

  private static List<ProcessHandle> sleepers() {
    return ProcessHandle.current()
        .children()
        .filter(child -> child.info().commandLine().orElse("").endsWith("sleep 613"))
        .toList();
  }
}

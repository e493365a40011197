package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.platform.process.PidFile;

class OrphanCleanupTest {

  @Test
  void stopsOnceAndOnlyTheProcessThatThePidFileDescribes(@TempDir Path directory)
      throws IOException {
    var data = new DataDirectory(directory).create();
    var child = new ProcessBuilder("sleep", "600").start();
    var unrelated = new ProcessBuilder("sleep", "600").start();
    try {
      new PidFile(data.pidFile("ours")).write(child.toHandle());
      Files.writeString(data.pidFile("reused"), unrelated.pid() + " 2020-01-01T00:00:00Z\n");
      Files.writeString(data.pidFile("torn"), "12");

      assertThat(OrphanCleanup.terminateOrphans(data)).containsExactly("ours");
      assertThat(OrphanCleanup.terminateOrphans(data)).isEmpty();
      assertThat(child.isAlive()).isFalse();
      assertThat(unrelated.isAlive()).isTrue();
      assertThat(data.runDirectory()).isEmptyDirectory();
    } finally {
      child.destroyForcibly();
      unrelated.destroyForcibly();
    }
  }
}

package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.platform.process.PidFile;

class LeftoversTest {

  @Test
  void areEndedOnceAndOnlyWhatThePidFileMeans(@TempDir Path directory) throws IOException {
    var data = new DataDirectory(directory).create();
    var ours = new ProcessBuilder("sleep", "600").start();
    var somebodyElses = new ProcessBuilder("sleep", "600").start();
    try {
      new PidFile(data.pidFile("ours")).write(ours.toHandle());
      Files.writeString(data.pidFile("reused"), somebodyElses.pid() + " 2020-01-01T00:00:00Z\n");
      Files.writeString(data.pidFile("torn"), "12");

      assertThat(Leftovers.clear(data)).containsExactly("ours");
      assertThat(Leftovers.clear(data)).isEmpty();
      assertThat(ours.isAlive()).isFalse();
      assertThat(somebodyElses.isAlive()).isTrue();
      assertThat(data.run()).isEmptyDirectory();
    } finally {
      ours.destroyForcibly();
      somebodyElses.destroyForcibly();
    }
  }
}

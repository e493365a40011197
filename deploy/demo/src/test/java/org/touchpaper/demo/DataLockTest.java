package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataLockTest {

  @Test
  void isHeldOnceAndLeavesNothing(@TempDir Path directory) {
    var data = new DataDirectory(directory.resolve("new")).create();
    var held = DataLock.take(data).orElseThrow();
    assertThat(DataLock.take(data)).isEmpty();
    held.close();
    assertThat(data.root().resolve("lock")).doesNotExist();
    DataLock.take(data).orElseThrow().close();
  }
}

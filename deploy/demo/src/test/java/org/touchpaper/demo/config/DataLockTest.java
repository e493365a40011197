package org.touchpaper.demo.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataLockTest {

  @Test
  void isHeldByOneAndDeletesItsFile(@TempDir Path directory) {
    var data = new DataDirectory(directory.resolve("new")).create();
    var held = DataLock.tryAcquire(data).orElseThrow();
    assertThat(DataLock.tryAcquire(data)).isEmpty();
    held.close();
    assertThat(data.root().resolve("lock")).doesNotExist();
    DataLock.tryAcquire(data).orElseThrow().close();
  }
}

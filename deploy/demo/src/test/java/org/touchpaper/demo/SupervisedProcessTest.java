package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.demo.config.DataDirectory;

class SupervisedProcessTest {
  private final LinkedBlockingQueue<String> output = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<List<String>> started = new LinkedBlockingQueue<>();

  @Test
  void restartsAKilledProcessAndNotAStoppedOne(@TempDir Path directory) throws Exception {
    var data = new DataDirectory(directory).create();
    var child = new SupervisedProcess("sleeper", this::command, data, output::add);
    child.start();
    started.take();
    child.kill();
    assertThat(output.poll(60, TimeUnit.SECONDS)).contains("sleeper ended with status 137");
    assertThat(started.poll(60, TimeUnit.SECONDS)).isNotNull();

    child.stopRestarting();
    var last = child.running().orElseThrow();
    ProcessTerminator.terminate(last, Duration.ofSeconds(10));
    assertThat(last.isAlive()).isFalse();
    child.deletePidFile();
    assertThat(data.runDirectory()).isEmptyDirectory();
    assertThat(output).isEmpty();
    assertThat(started).isEmpty();
  }

  @Test
  void retriesWhenARestartFails(@TempDir Path directory) throws Exception {
    var data = new DataDirectory(directory).create();
    var child = new SupervisedProcess("sleeper", this::command, data, output::add);
    child.start();
    try {
      child.deletePidFile();
      Files.createDirectory(data.pidFile("sleeper")); // nothing can be written there
      child.kill();
      assertThat(output.poll(60, TimeUnit.SECONDS)).contains("sleeper ended with status 137");
      assertThat(output.poll(60, TimeUnit.SECONDS)).contains("sleeper did not start: cannot write");
      Files.delete(data.pidFile("sleeper"));
      await().atMost(Duration.ofMinutes(1)).until(() -> child.running().isPresent());
    } finally {
      child.stopRestarting();
      ProcessTerminator.terminate(child.running().orElseThrow(), Duration.ofSeconds(10));
    }
  }

  private List<String> command() {
    var command = List.of("sleep", "600");
    started.add(command);
    return command;
  }
}

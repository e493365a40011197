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

class SupervisedTest {
  private final LinkedBlockingQueue<String> said = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<List<String>> started = new LinkedBlockingQueue<>();

  @Test
  void startsAgainWhatWasKilledAndNotWhatIsRetired(@TempDir Path directory) throws Exception {
    var data = new DataDirectory(directory).create();
    var child = new Supervised("sleeper", this::command, data, said::add);
    child.start();
    started.take();
    child.kill();
    assertThat(said.poll(60, TimeUnit.SECONDS)).contains("sleeper ended with status 137");
    assertThat(started.poll(60, TimeUnit.SECONDS)).isNotNull();

    child.retire();
    var last = child.running().orElseThrow();
    Ending.end(last, Duration.ofSeconds(10));
    assertThat(last.isAlive()).isFalse();
    child.forget();
    assertThat(data.run()).isEmptyDirectory();
    assertThat(said).isEmpty();
    assertThat(started).isEmpty();
  }

  @Test
  void goesOnTryingWhenItCannotBeStartedAgain(@TempDir Path directory) throws Exception {
    var data = new DataDirectory(directory).create();
    var child = new Supervised("sleeper", this::command, data, said::add);
    child.start();
    try {
      child.forget();
      Files.createDirectory(data.pidFile("sleeper")); // nothing can be written there
      child.kill();
      assertThat(said.poll(60, TimeUnit.SECONDS)).contains("sleeper ended with status 137");
      assertThat(said.poll(60, TimeUnit.SECONDS)).contains("sleeper does not start: cannot write");
      Files.delete(data.pidFile("sleeper"));
      await().atMost(Duration.ofMinutes(1)).until(() -> child.running().isPresent());
    } finally {
      child.retire();
      Ending.end(child.running().orElseThrow(), Duration.ofSeconds(10));
    }
  }

  private List<String> command() {
    var command = List.of("sleep", "600");
    started.add(command);
    return command;
  }
}

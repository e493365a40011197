package org.touchpaper.platform.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RestartSupervisorTest {

  private final LinkedBlockingQueue<String> messages = new LinkedBlockingQueue<>();
  private final Queue<Exception> troubles = new ConcurrentLinkedQueue<>();
  private final Semaphore ends = new Semaphore(1);
  private final CountDownLatch started = new CountDownLatch(1);

  private final class FailingProcess implements RestartSupervisor.Restartable {
    @Override
    public int awaitExit() throws InterruptedException {
      ends.acquire();
      return 7;
    }

    @Override
    public void restart() throws IOException {
      switch (troubles.poll()) {
        case IOException e -> throw e;
        case RuntimeException e -> throw e;
        case null, default -> started.countDown();
      }
    }
  }

  @Test
  void retriesAfterEveryFailedStart() throws Exception {
    troubles.add(new IOException("no such program"));
    troubles.add(new IllegalStateException("no such directory"));
    var watch =
        new RestartSupervisor(
            "sleeper", Path.of("sleeper.log"), messages::add, new FailingProcess());
    watch.start();
    assertThat(started.await(60, TimeUnit.SECONDS)).isTrue();
    watch.stop();
    assertThat(messages)
        .containsExactly(
            "sleeper ended with status 7; restarting in 0.5 s (see sleeper.log)",
            "sleeper did not start: no such program; restarting in 1.0 s (see sleeper.log)",
            "sleeper did not start: no such directory; restarting in 2.0 s (see sleeper.log)");
  }
}

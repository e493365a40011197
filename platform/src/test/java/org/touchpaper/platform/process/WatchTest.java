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

class WatchTest {

  private final LinkedBlockingQueue<String> said = new LinkedBlockingQueue<>();
  private final Queue<Exception> troubles = new ConcurrentLinkedQueue<>();
  private final Semaphore ends = new Semaphore(1);
  private final CountDownLatch started = new CountDownLatch(1);

  private final class Watched implements Watch.Watched {
    @Override
    public int awaitEnd() throws InterruptedException {
      ends.acquire();
      return 7;
    }

    @Override
    public void startAgain() throws IOException {
      switch (troubles.poll()) {
        case IOException e -> throw e;
        case RuntimeException e -> throw e;
        case null, default -> started.countDown();
      }
    }
  }

  @Test
  void triesAgainWhateverKeepsItFromStarting() throws Exception {
    troubles.add(new IOException("no such program"));
    troubles.add(new IllegalStateException("no such directory"));
    var watch = new Watch("sleeper", Path.of("sleeper.log"), said::add, new Watched());
    watch.begin();
    assertThat(started.await(60, TimeUnit.SECONDS)).isTrue();
    watch.retire();
    assertThat(said)
        .containsExactly(
            "sleeper ended with status 7; started again in 0.5 s (see sleeper.log)",
            "sleeper does not start: no such program; started again in 1.0 s (see sleeper.log)",
            "sleeper does not start: no such directory; started again in 2.0 s (see sleeper.log)");
  }
}

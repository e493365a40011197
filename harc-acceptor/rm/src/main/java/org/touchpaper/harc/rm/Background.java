package org.touchpaper.harc.rm;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Work beside the answers to requests, one virtual thread each; a stop lets it end, for a while.
 */
final class Background implements Executor, AutoCloseable {
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @Override
  public void execute(Runnable task) {
    threads.execute(task);
  }

  /** What is cut off here is taken up again at the next start. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(2, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}

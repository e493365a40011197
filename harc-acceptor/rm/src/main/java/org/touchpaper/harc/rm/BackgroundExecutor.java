package org.touchpaper.harc.rm;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Runs background tasks on one virtual thread each. {@link #close} waits up to two seconds for
 * them.
 */
final class BackgroundExecutor implements Executor, AutoCloseable {
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @Override
  public void execute(Runnable task) {
    threads.execute(task);
  }

  /** Interrupts what has not ended in time; recovery at the next start continues it. */
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

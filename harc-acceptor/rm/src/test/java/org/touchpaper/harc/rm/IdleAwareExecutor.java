package org.touchpaper.harc.rm;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Runs background tasks, and reports when none is running. */
final class IdleAwareExecutor implements Executor {
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition idle = lock.newCondition();
  private int running;

  @Override
  public void execute(Runnable task) {
    count(1);
    threads.execute(() -> {
      try {
        task.run();
      } finally {
        count(-1);
      }
    });
  }

  private void count(int more) {
    lock.lock();
    try {
      running += more;
      idle.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void awaitIdle() throws InterruptedException {
    lock.lock();
    try {
      while (running > 0) {
        if (!idle.await(60, TimeUnit.SECONDS)) {
          throw new AssertionError(running + " tasks do not end");
        }
      }
    } finally {
      lock.unlock();
    }
  }
}

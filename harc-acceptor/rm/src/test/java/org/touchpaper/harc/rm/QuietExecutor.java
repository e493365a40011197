package org.touchpaper.harc.rm;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Runs work beside the answer to a request, and tells when none is under way. */
final class QuietExecutor implements Executor {
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition quiet = lock.newCondition();
  private int underWay;

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
      underWay += more;
      quiet.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void awaitQuiet() throws InterruptedException {
    lock.lock();
    try {
      while (underWay > 0) {
        if (!quiet.await(60, TimeUnit.SECONDS)) {
          throw new AssertionError(underWay + " tasks do not end");
        }
      }
    } finally {
      lock.unlock();
    }
  }
}

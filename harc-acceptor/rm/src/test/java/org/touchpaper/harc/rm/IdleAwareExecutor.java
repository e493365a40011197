package org.touchpaper.harc.rm;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.touchpaper.harc.rm.transport.StreamAcceptorClients;

/** Runs background tasks, and reports when none is running. */
final class IdleAwareExecutor implements Executor {
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition idle = lock.newCondition();
  private int running;

  /** Messages received from acceptors. */
  private long received;

  @Override
  public void execute(Runnable task) {
    count(1);
    if (task.getClass().getPackage().equals(StreamAcceptorClients.class.getPackage())) {
      countReceived();
    }
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

  private void countReceived() {
    lock.lock();
    try {
      received++;
      idle.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Sends a message to the resource manager and waits until it has received it. */
  void awaitReceived(Runnable send) throws InterruptedException {
    lock.lock();
    try {
      var before = received;
      send.run();
      while (received == before) {
        if (!idle.await(60, TimeUnit.SECONDS)) {
          throw new AssertionError("the message was not received");
        }
      }
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

package org.touchpaper.elementsession.connection;

import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/** Runs an action after a delay; tests advance it manually. */
@FunctionalInterface
public interface DelayScheduler {

  /** Schedules an action; it runs unless the returned call is cancelled before the delay ends. */
  ScheduledCall schedule(Duration delay, Runnable action);

  @FunctionalInterface
  interface ScheduledCall {
    void cancel();
  }

  /** Uses the system clock and virtual threads; a cancelled call is removed immediately. */
  static DelayScheduler system() {
    return (delay, action) -> {
      var task =
          ForkJoinPool.commonPool()
              .schedule(
                  () -> Thread.startVirtualThread(action), delay.toNanos(), TimeUnit.NANOSECONDS);
      return () -> task.cancel(false);
    };
  }
}

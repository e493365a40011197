package org.touchpaper.tl1.session;

import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/** Runs something after a while; tests turn it by hand. */
@FunctionalInterface
public interface Waker {

  /** Runs the action once the delay has passed, unless the returned call is cancelled before. */
  Call after(Duration delay, Runnable action);

  /** A wake-up call that may be cancelled. */
  @FunctionalInterface
  interface Call {
    void cancel();
  }

  /** Wakes by the machine's clock, on virtual threads; a cancelled call is forgotten at once. */
  static Waker system() {
    return (delay, action) -> {
      var call =
          ForkJoinPool.commonPool()
              .schedule(
                  () -> Thread.startVirtualThread(action), delay.toNanos(), TimeUnit.NANOSECONDS);
      return () -> call.cancel(false);
    };
  }
}

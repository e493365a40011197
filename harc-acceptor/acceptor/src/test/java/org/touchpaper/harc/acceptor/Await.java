package org.touchpaper.harc.acceptor;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.touchpaper.harc.client.PeerUnreachable;

/** Awaits what other threads and processes bring about. */
final class Await {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Await() {}

  /** Something that holds at last. */
  interface Check {
    void run() throws Exception;
  }

  static void until(Check check) throws Exception {
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        check.run();
        return;
      } catch (AssertionError | PeerUnreachable e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
        LockSupport.parkNanos(20_000_000);
      }
    }
  }
}

package org.touchpaper.harc.acceptor;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.touchpaper.harc.client.PeerRequestException;

/** Waits for effects of other threads and processes. */
public final class Await {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private Await() {}

  /** A condition that holds eventually. */
  public interface Check {
    void run() throws Exception;
  }

  public static void until(Check check) throws Exception {
    var deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (true) {
      try {
        check.run();
        return;
      } catch (AssertionError | PeerRequestException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
        LockSupport.parkNanos(20_000_000);
      }
    }
  }
}

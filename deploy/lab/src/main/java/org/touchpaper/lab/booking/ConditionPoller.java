package org.touchpaper.lab.booking;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;

/** Waits for what other processes do. */
final class ConditionPoller {

  private static final long INTERVAL_MS = 200;

  private ConditionPoller() {}

  interface WaitCheck {
    boolean holds() throws IOException;
  }

  /** Whether it comes to hold within that time. */
  static boolean holdsWithin(Duration limit, WaitCheck condition) throws IOException {
    var end = System.nanoTime() + limit.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > end) {
        return false;
      }
      try {
        Thread.sleep(INTERVAL_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
    return true;
  }

  /** Fails with the reason if it does not hold within that time. */
  static void until(Duration limit, WaitCheck condition, Supplier<String> reason)
      throws IOException {
    if (!holdsWithin(limit, condition)) {
      throw new IOException(reason.get() + " (after " + limit.toSeconds() + " s)");
    }
  }
}

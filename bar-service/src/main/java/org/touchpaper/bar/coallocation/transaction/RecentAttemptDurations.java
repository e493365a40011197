package org.touchpaper.bar.coallocation.transaction;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;

/** How long the last decided attempts of all bookings took, to estimate how long a rival takes. */
final class RecentAttemptDurations {

  private static final int MAX_ATTEMPTS = 16;

  private final Deque<Duration> recent = new ArrayDeque<>();

  synchronized void add(Duration duration) {
    recent.addLast(duration);
    if (recent.size() > MAX_ATTEMPTS) {
      recent.removeFirst();
    }
  }

  /** Returns the longest of them; zero if there are none. */
  synchronized Duration longest() {
    return recent.isEmpty() ? Duration.ZERO : Collections.max(recent);
  }
}

package org.touchpaper.tl1.session;

import java.time.Duration;

/** Until when somebody waits for others who have the element, by {@link System#nanoTime}. */
record Turn(Duration patience, long end) {

  /** Longer than anybody lives, and short enough to be counted in nanoseconds. */
  static final Duration WHENEVER = Duration.ofDays(36_500);

  static Turn within(Duration patience) {
    return new Turn(patience, System.nanoTime() + patience.toNanos());
  }

  /** What is left; nothing or less if it is over. */
  long nanosLeft() {
    return end - System.nanoTime();
  }

  /** What is said to whoever has waited for nothing. */
  String missed() {
    return "others had the element for " + patience.toSeconds() + " s: nothing was sent";
  }
}

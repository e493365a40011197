package org.touchpaper.tl1.session;

import java.time.Duration;

/** Until when somebody waits for others who have the element, by {@link System#nanoTime}. */
record Turn(Duration patience, long end) {

  /** Longer than anybody lives, and short enough to be counted in nanoseconds. */
  static final Duration WHENEVER = Duration.ofDays(36_500);

  static Turn within(Duration patience) {
    return new Turn(patience, System.nanoTime() + patience.toNanos());
  }

  boolean isWhenever() {
    return patience.equals(WHENEVER);
  }

  /** What is left; nothing or less if it is over. */
  long nanosLeft() {
    return end - System.nanoTime();
  }

  /** What is said where the login took the whole turn. */
  String missedConnecting() {
    return "not logged in within " + patience.toSeconds() + " s: nothing was sent";
  }

  /** What is said where a connection that was quiet for long was asked, and said nothing. */
  String missedSilent() {
    return "no sign of life within " + patience.toSeconds() + " s: nothing was sent";
  }

  /** What is said to whoever has waited for nothing. */
  String missed() {
    return "others had the element for " + patience.toSeconds() + " s: nothing was sent";
  }
}

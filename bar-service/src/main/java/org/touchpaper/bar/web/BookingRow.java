package org.touchpaper.bar.web;

import java.time.Duration;
import java.time.Instant;

/** A co-allocation as one line of the list. */
public record BookingRow(
    String id,
    String title,
    String what,
    String state,
    Instant start,
    Instant end,
    String owner,
    int progress) {

  /** How much of its time has passed, in per cent. */
  static int progress(Instant start, Instant end, Instant now) {
    var whole = Math.max(1, Duration.between(start, end).toMillis());
    var passed = Duration.between(start, now).toMillis();
    return Math.clamp(100 * passed / whole, 0, 100);
  }

  public String startText() {
    return Times.text(start);
  }

  public String endText() {
    return Times.text(end);
  }
}

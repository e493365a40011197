package org.touchpaper.bar.web;

import java.time.Duration;
import java.time.Instant;

/** A co-allocation as a row of the list. */
public record BookingListItem(
    String id,
    String title,
    String what,
    String state,
    Instant start,
    Instant end,
    String owner,
    int progress) {

  /** Returns the elapsed share of the booked time, in percent. */
  static int progress(Instant start, Instant end, Instant now) {
    var total = Math.max(1, Duration.between(start, end).toMillis());
    var elapsed = Duration.between(start, now).toMillis();
    return Math.clamp(100 * elapsed / total, 0, 100);
  }

  public String startText() {
    return UtcTimeFormat.format(start);
  }

  public String endText() {
    return UtcTimeFormat.format(end);
  }
}

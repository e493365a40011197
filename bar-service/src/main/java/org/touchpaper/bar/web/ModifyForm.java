package org.touchpaper.bar.web;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The form that changes a booking.
 *
 * @param refusal why the booking cannot be changed; null if it can
 * @param startStays true once the booking has started, because its start can no longer change
 */
public record ModifyForm(
    String key,
    Instant start,
    Instant end,
    boolean startStays,
    List<Amount> amounts,
    @Nullable String refusal) {

  public ModifyForm {
    amounts = List.copyOf(amounts);
  }

  /** The amount of one part. */
  public record Amount(String name, String label, int value) {}

  public String startInput() {
    return UtcTimeFormat.formatInput(start);
  }

  public String endInput() {
    return UtcTimeFormat.formatInput(end);
  }
}

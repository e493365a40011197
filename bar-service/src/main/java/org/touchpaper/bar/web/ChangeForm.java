package org.touchpaper.bar.web;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be different about a booking, as its page offers it.
 *
 * @param refusal why nothing can be; null if something can
 * @param startStays once it has begun
 */
public record ChangeForm(
    String key,
    Instant start,
    Instant end,
    boolean startStays,
    List<Amount> amounts,
    @Nullable String refusal) {

  public ChangeForm {
    amounts = List.copyOf(amounts);
  }

  /** How much of one part. */
  public record Amount(String name, String label, int value) {}

  public String startInput() {
    return Times.input(start);
  }

  public String endInput() {
    return Times.input(end);
  }
}

package org.touchpaper.bar.web;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The page of one co-allocation. */
public record BookingView(
    String id,
    String title,
    String state,
    Instant start,
    Instant end,
    @Nullable String window,
    String owner,
    List<PartView> parts,
    List<String> refusals,
    List<HistoryItem> history,
    @Nullable String cancelRefusal) {

  public BookingView {
    parts = List.copyOf(parts);
    refusals = List.copyOf(refusals);
    history = List.copyOf(history);
  }

  /** A history entry. */
  public record HistoryItem(Instant at, String who, String text) {
    public String atText() {
      return UtcTimeFormat.format(at);
    }
  }

  public String startText() {
    return UtcTimeFormat.format(start);
  }

  public String endText() {
    return UtcTimeFormat.format(end);
  }
}

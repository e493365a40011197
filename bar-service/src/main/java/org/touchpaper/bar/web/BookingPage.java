package org.touchpaper.bar.web;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A co-allocation in full. */
public record BookingPage(
    String id,
    String title,
    String state,
    Instant start,
    Instant end,
    @Nullable String window,
    String owner,
    List<PartPanel> parts,
    List<String> refusals,
    List<Event> history,
    @Nullable String cancelRefusal) {

  public BookingPage {
    parts = List.copyOf(parts);
    refusals = List.copyOf(refusals);
    history = List.copyOf(history);
  }

  /** Something that happened to it. */
  public record Event(Instant at, String who, String text) {
    public String atText() {
      return Times.text(at);
    }
  }

  public String startText() {
    return Times.text(start);
  }

  public String endText() {
    return Times.text(end);
  }
}

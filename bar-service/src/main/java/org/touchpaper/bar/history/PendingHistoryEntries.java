package org.touchpaper.bar.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Collects a reservation's history entries until they are stored. */
public final class PendingHistoryEntries {

  /** The broker as an actor. */
  public static final String BROKER = "bar";

  private record Line(Instant at, String who, String event) {}

  private final List<Line> lines = new ArrayList<>();

  public void add(Instant now, String who, String event) {
    lines.add(new Line(now, who, event));
  }

  public List<HistoryEntry> drain(UUID subject) {
    var entries =
        lines.stream()
            .map(line -> new HistoryEntry(subject, line.at(), line.who(), line.event()))
            .toList();
    lines.clear();
    return entries;
  }
}

package org.touchpaper.bar.reservation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** What happened to a reservation since its history was last written. */
final class News {

  /** The broker itself. */
  static final String BAR = "bar";

  private record Line(Instant at, String who, String event) {}

  private final List<Line> lines = new ArrayList<>();

  void note(Instant now, String who, String event) {
    lines.add(new Line(now, who, event));
  }

  List<HistoryEntry> take(UUID subject) {
    var taken =
        lines.stream()
            .map(line -> new HistoryEntry(subject, line.at(), line.who(), line.event()))
            .toList();
    lines.clear();
    return taken;
  }
}

package org.touchpaper.segment.element;

import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.touchpaper.segment.element.ElementDriver.Snapshot;

/**
 * Reads an element together with its incarnation: its last start, queried once per session. An
 * element cannot restart without breaking the session, so one session sees one incarnation.
 */
public final class SnapshotWithIncarnationReader {

  /** Attempts before an element counts as unreadable because its sessions break. */
  private static final int MAX_ATTEMPTS = 4;

  private final String element;
  private final IntSupplier sessionCount;
  private final Supplier<String> queryLastStart;
  private volatile KnownStart lastKnown = new KnownStart(0, "");

  private record KnownStart(int session, String lastStart) {}

  /**
   * Creates a reader for one element.
   *
   * @param sessionCount how often the element has been connected so far
   * @param queryLastStart queries its last start; empty if it does not report one
   */
  public SnapshotWithIncarnationReader(
      String element, IntSupplier sessionCount, Supplier<String> queryLastStart) {
    this.element = element;
    this.sessionCount = sessionCount;
    this.queryLastStart = queryLastStart;
  }

  /** Reads the items and their incarnation; again if the session was lost meanwhile. */
  public Snapshot read(Supplier<List<ConfigItem>> readItems) {
    for (var attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      var current = currentStart();
      if (current.session() == sessionCount.getAsInt()) {
        var items = readItems.get();
        if (current.session() == sessionCount.getAsInt()) {
          return new Snapshot(items, current.lastStart());
        }
      }
    }
    throw new ElementReadException(
        element, "its session broke in each of " + MAX_ATTEMPTS + " attempts");
  }

  private KnownStart currentStart() {
    var cached = lastKnown;
    var session = sessionCount.getAsInt();
    if (session > 0 && session == cached.session()) {
      return cached;
    }
    var queried = new KnownStart(session, queryLastStart.get());
    if (session == sessionCount.getAsInt()) {
      lastKnown = queried;
    }
    return queried; // the caller detects if another session has begun since
  }
}

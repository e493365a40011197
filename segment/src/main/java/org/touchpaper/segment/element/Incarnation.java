package org.touchpaper.segment.element;

import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.touchpaper.segment.element.ElementDriver.Snapshot;

/**
 * Which life of an element was read: what it says of its last start, asked once in each session. An
 * element cannot restart without breaking the session, so what was read within one session was read
 * in one life.
 */
public final class Incarnation {

  /** Sessions that break one after the other are no way to read anything. */
  private static final int ATTEMPTS = 4;

  private final String element;
  private final IntSupplier sessions;
  private final Supplier<String> ask;
  private volatile Known known = new Known(0, "");

  private record Known(int session, String start) {}

  /**
   * Of one element.
   *
   * @param sessions how often it has been connected so far
   * @param ask asks it for its last start; empty if it does not tell
   */
  public Incarnation(String element, IntSupplier sessions, Supplier<String> ask) {
    this.element = element;
    this.sessions = sessions;
    this.ask = ask;
  }

  /** Reads, again if the session was lost on the way, and says in which life that was. */
  public Snapshot read(Supplier<List<Item>> reading) {
    for (var attempt = 0; attempt < ATTEMPTS; attempt++) {
      var now = now();
      if (now.session() == sessions.getAsInt()) {
        var items = reading.get();
        if (now.session() == sessions.getAsInt()) {
          return new Snapshot(items, now.start());
        }
      }
    }
    throw new ElementUnreachable(element, "its session breaks again and again");
  }

  private Known now() {
    var last = known;
    var session = sessions.getAsInt();
    if (session > 0 && session == last.session()) {
      return last;
    }
    var asked = new Known(session, ask.get());
    if (session == sessions.getAsInt()) {
      known = asked;
    }
    return asked; // if another session has begun since, whoever reads finds that out
  }
}

package org.touchpaper.bar.api;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/**
 * Who watches, and what there was to see lately. Whoever tells something never waits for a watcher:
 * each has a queue of its own, and one that falls behind it is let go, to come back and ask for
 * what it missed.
 */
final class Watchers {

  private static final int KEPT = 1000;

  private final Clock clock;
  private final Deque<Told> kept = new ArrayDeque<>();
  private final List<Watcher> watching = new CopyOnWriteArrayList<>();
  private long last;

  Watchers(Clock clock) {
    this.clock = clock;
  }

  /** An event and its number; numbers grow, across restarts too. */
  record Told(long number, Event event) {}

  synchronized void tell(Event event) {
    last = Math.max(last + 1, clock.millis() * 1000);
    var told = new Told(last, event);
    kept.addLast(told);
    if (kept.size() > KEPT) {
      kept.removeFirst();
    }
    watching.removeIf(watcher -> !watcher.offer(told));
  }

  /** Begins to watch, with what was told after that number and is still kept. */
  synchronized Watcher join(Predicate<Event> sees, long after) {
    var watcher = new Watcher(sees);
    kept.stream().filter(told -> told.number() > after).forEach(watcher::offer);
    watching.add(watcher);
    return watcher;
  }

  /** From here on nothing has been missed. */
  static final long NOTHING = Long.MAX_VALUE;

  void leave(Watcher watcher) {
    watching.remove(watcher);
  }

  int count() {
    return watching.size();
  }
}

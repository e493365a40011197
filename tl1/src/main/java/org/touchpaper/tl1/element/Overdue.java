package org.touchpaper.tl1.element;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Commands that are carried out later than their answer was awaited. Only looking at an element
 * tells when it did something, so it is enough to do what is overdue before anybody looks; that way
 * it happens by the element's own clock, also where a test turns that. Its user takes the lock.
 */
final class Overdue {

  private record Command(Instant due, Runnable effect) {}

  private final List<Command> waiting = new ArrayList<>();

  void add(Instant due, Runnable effect) {
    waiting.add(new Command(due, effect));
    waiting.sort(Comparator.comparing(Command::due));
  }

  void carryOut(Instant now) {
    while (!waiting.isEmpty() && !waiting.getFirst().due().isAfter(now)) {
      waiting.removeFirst().effect().run();
    }
  }

  /** A restart forgets them. */
  void forget() {
    waiting.clear();
  }
}

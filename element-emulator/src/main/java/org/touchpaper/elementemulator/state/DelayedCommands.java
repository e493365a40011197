package org.touchpaper.elementemulator.state;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Commands that are carried out after a delay. The delay can be observed only by reading the
 * element, so due commands are carried out before each access, by the element's clock, which tests
 * may control. Callers hold the lock.
 */
final class DelayedCommands {

  private record DelayedCommand(Instant due, Runnable effect) {}

  private final List<DelayedCommand> pending = new ArrayList<>();

  void add(Instant due, Runnable effect) {
    pending.add(new DelayedCommand(due, effect));
    pending.sort(Comparator.comparing(DelayedCommand::due));
  }

  void executeDue(Instant now) {
    while (!pending.isEmpty() && !pending.getFirst().due().isAfter(now)) {
      pending.removeFirst().effect().run();
    }
  }

  /** Discards all commands, as a restart does. */
  void clear() {
    pending.clear();
  }
}

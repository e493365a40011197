package org.touchpaper.tl1.element;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The faults waiting for their command; each strikes once. */
public final class Faults {

  private record Waiting(String text, Fault fault) {}

  private final List<Waiting> waiting = new CopyOnWriteArrayList<>();

  Faults() {}

  /** The next command or line that holds this text, in either case, meets this fault. */
  public void next(String text, Fault fault) {
    waiting.add(new Waiting(text.toUpperCase(Locale.ROOT), fault));
  }

  /** True if every fault has struck. */
  public boolean areSpent() {
    return waiting.isEmpty();
  }

  Optional<Fault> take(String command) {
    var text = command.toUpperCase(Locale.ROOT);
    return waiting.stream()
        .filter(each -> text.contains(each.text()))
        .findFirst()
        .filter(waiting::remove)
        .map(Waiting::fault);
  }
}

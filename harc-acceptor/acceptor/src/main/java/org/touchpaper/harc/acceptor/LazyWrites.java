package org.touchpaper.harc.acceptor;

import java.util.LinkedHashMap;
import java.util.Map;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.TransactionId;

/**
 * What is to be written in time: with whatever is written next, or a moment later by itself. Only
 * touched by the loop's thread.
 */
final class LazyWrites {
  /** How long they wait for others. */
  private static final long MILLIS = 20;

  private final Journal journal;
  private final Timers timers;
  private final Runnable wake;
  private final Map<TransactionId, Memory> writes = new LinkedHashMap<>();
  private boolean isTimerSet;

  /** Set when the timer rings. */
  private volatile boolean areDue;

  /**
   * Nothing to write.
   *
   * @param wake is run when they are due; {@link #lookAfter} is to be called then
   */
  LazyWrites(Journal journal, Timers timers, Runnable wake) {
    this.journal = journal;
    this.timers = timers;
    this.wake = wake;
  }

  /** What is to be written, to be changed. */
  Map<TransactionId, Memory> noted() {
    return writes;
  }

  /** They are written with these, where these say nothing newer. */
  void joinTo(Map<TransactionId, Memory> changed) {
    writes.forEach(changed::putIfAbsent);
    writes.clear();
  }

  /** Writes them if they are due, else sees to it that they will be. */
  void lookAfter() {
    if (areDue) {
      areDue = false;
      isTimerSet = false;
      write();
    } else if (!writes.isEmpty() && !isTimerSet) {
      isTimerSet = true;
      timers.later(
          () -> {
            areDue = true;
            wake.run();
          },
          MILLIS);
    }
  }

  void write() {
    if (!writes.isEmpty()) {
      journal.append(writes.values());
      writes.clear();
    }
  }
}

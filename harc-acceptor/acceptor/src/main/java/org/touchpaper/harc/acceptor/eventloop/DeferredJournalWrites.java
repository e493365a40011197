package org.touchpaper.harc.acceptor.eventloop;

import java.util.LinkedHashMap;
import java.util.Map;
import org.touchpaper.harc.acceptor.journal.Journal;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.acceptor.HardState;

/**
 * Hard states whose write may wait: they share the next write, or are written after 20 ms. Used by
 * the event loop only.
 */
final class DeferredJournalWrites {
  private static final long MAX_DELAY_MILLIS = 20;

  private final Journal journal;
  private final TransactionTimers timers;
  private final Runnable onDue;
  private final Map<TransactionId, HardState> writes = new LinkedHashMap<>();
  private boolean isTimerScheduled;

  /** Set by the timer. */
  private volatile boolean isDue;

  /** When writes are due, {@code onDue} runs and must lead to {@link #writeIfDue}. */
  DeferredJournalWrites(Journal journal, TransactionTimers timers, Runnable onDue) {
    this.journal = journal;
    this.timers = timers;
    this.onDue = onDue;
  }

  /** The pending writes, modifiable. */
  Map<TransactionId, HardState> writes() {
    return writes;
  }

  /** Moves the pending writes into the given ones, which are newer. */
  void mergeInto(Map<TransactionId, HardState> changed) {
    writes.forEach(changed::putIfAbsent);
    writes.clear();
  }

  /** Performs the writes if they are due, else schedules them. */
  void writeIfDue() {
    if (isDue) {
      isDue = false;
      isTimerScheduled = false;
      write();
    } else if (!writes.isEmpty() && !isTimerScheduled) {
      isTimerScheduled = true;
      timers.schedule(
          () -> {
            isDue = true;
            onDue.run();
          },
          MAX_DELAY_MILLIS);
    }
  }

  void write() {
    if (!writes.isEmpty()) {
      journal.append(writes.values());
      writes.clear();
    }
  }
}

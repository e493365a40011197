package org.touchpaper.harc.acceptor;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.TransactionId;

/**
 * What is to be written in time: with whatever is written next, or soon when there is nothing else.
 * Only touched by the loop's thread.
 */
final class Notes {
  /** How long they wait for company. */
  private static final long MILLIS = 20;

  private final Journal journal;
  private final Alarms alarms;
  private final Runnable wake;
  private final Map<TransactionId, Memory> notes = new LinkedHashMap<>();
  private boolean isTimerSet;

  /** Set by the alarms' thread. */
  private volatile boolean areDue;

  /**
   * No notes.
   *
   * @param wake is run when they are due; {@link #lookAfter} is to be called then
   */
  Notes(Journal journal, Alarms alarms, Runnable wake) {
    this.journal = journal;
    this.alarms = alarms;
    this.wake = wake;
  }

  void put(TransactionId id, Memory memory) {
    notes.put(id, memory);
  }

  @Nullable Memory find(TransactionId id) {
    return notes.get(id);
  }

  void remove(TransactionId id) {
    notes.remove(id);
  }

  /** They are written with these, where these say nothing newer. */
  void joinTo(Map<TransactionId, Memory> changed) {
    notes.forEach(changed::putIfAbsent);
    notes.clear();
  }

  /** Writes them if they are due, else sees to it that they will be. */
  void lookAfter() {
    if (areDue) {
      areDue = false;
      isTimerSet = false;
      write();
    } else if (!notes.isEmpty() && !isTimerSet) {
      isTimerSet = true;
      alarms.later(
          () -> {
            areDue = true;
            wake.run();
          },
          MILLIS);
    }
  }

  void write() {
    if (!notes.isEmpty()) {
      journal.append(notes.values());
      notes.clear();
    }
  }
}

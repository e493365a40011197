package org.touchpaper.harc.acceptor;

import java.util.LinkedHashMap;
import java.util.Map;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.TransactionId;

/**
 * What is to be written in time: with whatever is written next, or a moment later by itself. Only
 * touched by the loop's thread.
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

  /** What is to be written, to be changed. */
  Map<TransactionId, Memory> noted() {
    return notes;
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

package org.touchpaper.harc.protocol.journal;

import java.util.ArrayList;
import java.util.List;

/**
 * The incarnations of one acceptor's journal. One begins whenever a process opens the journal and
 * ends when it is opened again. A restored copy therefore believes that the incarnation in which it
 * was made ended at the copy; a peer that has observed later entries of it can prove otherwise. A
 * count of entries alone could not, because the copy's count grows too.
 *
 * @param incarnations each with the number of entries when it began, oldest first
 */
public record IncarnationHistory(List<JournalPosition> incarnations) {
  /** The history of a journal that was never opened. */
  public static final IncarnationHistory NONE = new IncarnationHistory(List.of());

  public IncarnationHistory {
    incarnations = List.copyOf(incarnations);
  }

  /** A copy with a new incarnation. */
  public IncarnationHistory with(JournalPosition incarnation) {
    var extended = new ArrayList<>(incarnations);
    extended.add(incarnation);
    return new IncarnationHistory(extended);
  }

  /**
   * True if the journal was opened at most once; then it cannot be a copy of one that a peer has
   * observed.
   */
  public boolean isFirstIncarnation() {
    return incarnations.size() < 2;
  }

  /**
   * True if the journal holds everything that a peer has observed of it; false if it was restored
   * from a copy and may have lost promises.
   *
   * @param observed the latest position that the peer has observed
   * @param entries the number of entries now
   */
  public boolean covers(JournalPosition observed, long entries) {
    if (observed.equals(JournalPosition.NONE)) {
      return true;
    }
    for (var i = incarnations.size() - 1; i >= 0; i--) {
      if (incarnations.get(i).incarnation().equals(observed.incarnation())) {
        var end = i + 1 < incarnations.size() ? incarnations.get(i + 1).entries() : entries;
        return observed.entries() <= end;
      }
    }
    return false;
  }
}

package org.touchpaper.harc.verification.simulation;

import java.util.HashMap;
import java.util.Map;
import org.touchpaper.harc.protocol.journal.IncarnationHistory;
import org.touchpaper.harc.protocol.journal.JournalPosition;

/**
 * The durable journal positions of a simulated acceptor: its own and those it observed of others.
 */
final class SimulatedJournalPositions {
  private final String name;
  private Map<String, JournalPosition> observed = new HashMap<>();
  private IncarnationHistory incarnations = IncarnationHistory.NONE;
  private long entries;
  private int incarnationCount;

  SimulatedJournalPositions(String name) {
    this.name = name;
    beginIncarnation();
  }

  /** A copy of the positions. */
  record Copy(
      Map<String, JournalPosition> observed, IncarnationHistory incarnations, long entries) {
    /** True if the copy includes everything up to the position. */
    boolean covers(JournalPosition position) {
      return incarnations.covers(position, entries);
    }
  }

  /** Begins an incarnation. */
  void beginIncarnation() {
    incarnationCount++;
    incarnations =
        incarnations.with(new JournalPosition("incarnation-" + incarnationCount, entries));
  }

  void addEntry() {
    entries++;
  }

  JournalPosition position() {
    return new JournalPosition(incarnations.incarnations().getLast().incarnation(), entries);
  }

  /** The latest observed position of another acceptor. */
  JournalPosition observedOf(String peer) {
    return observed.getOrDefault(peer, JournalPosition.NONE);
  }

  /**
   * Records another acceptor's reported position, if the report is from its current incarnation.
   */
  void observe(String peer, JournalPosition reported, JournalPosition current) {
    var previous = observedOf(peer);
    if (reported.incarnation().equals(current.incarnation())
        && (!reported.incarnation().equals(previous.incarnation())
            || reported.isAheadOf(previous))) {
      observed.put(peer, reported);
    }
  }

  /** True if no entry is missing that the other acceptor has observed. */
  boolean coversWhatWasObservedBy(SimulatedJournalPositions peer) {
    return incarnations.covers(peer.observedOf(name), entries);
  }

  /**
   * True if the acceptor may report not started: it cannot have lost that it led. In the simulation
   * every transaction was begun less than {@code longestVote} ago.
   */
  boolean canReportNotStarted() {
    return incarnations.isFirstIncarnation();
  }

  Copy copy() {
    return new Copy(Map.copyOf(observed), incarnations, entries);
  }

  void restore(Copy copy) {
    observed = new HashMap<>(copy.observed());
    incarnations = copy.incarnations();
    entries = copy.entries();
  }
}

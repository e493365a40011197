package org.touchpaper.bench.chaos;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Knowledge.Outcome;

/**
 * What a client asked for in one transaction, and what it was told.
 *
 * @param transaction the transaction's id
 * @param ident the booking it makes, changes or gives up
 * @param kind which of the three
 * @param wanted what the booking is to be; null where it is given up
 * @param resourceManagers over which it is to be atomic
 * @param told every answer, in order, one for each time the same was asked; UNDECIDED where there
 *     was none in time
 */
record Call(
    String transaction,
    String ident,
    Kind kind,
    @Nullable Wanted wanted,
    Set<String> resourceManagers,
    List<Outcome> told) {

  enum Kind {
    MAKE,
    MODIFY,
    CANCEL
  }

  /** So many nodes of each machine, and when. */
  record Wanted(Instant start, Instant end, int nodes) {
    /** True if it is up at that time. */
    boolean isUp(Instant now) {
      return !now.isBefore(start) && now.isBefore(end);
    }

    @Override
    public String toString() {
      return nodes + " nodes from " + start + " to " + end;
    }
  }

  Call {
    resourceManagers = Set.copyOf(resourceManagers);
    told = List.copyOf(told);
  }

  /** Before it is asked. */
  Call(
      String transaction,
      String ident,
      Kind kind,
      @Nullable Wanted wanted,
      Set<String> resourceManagers) {
    this(transaction, ident, kind, wanted, resourceManagers, List.of());
  }

  /** With the answers. */
  Call told(List<Outcome> answers) {
    return new Call(transaction, ident, kind, wanted, resourceManagers, answers);
  }

  /** Calls are numbered in the order in which they were begun. */
  int number() {
    return Integer.parseInt(transaction.substring(transaction.indexOf('.') + 1));
  }

  /** The last answer. */
  Outcome outcome() {
    return told.getLast();
  }

  /** Was told, the only time it was asked for, that nothing was sent to any resource manager. */
  boolean wasNotStarted() {
    return told.equals(List.of(Outcome.NOT_STARTED));
  }
}

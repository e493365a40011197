package org.touchpaper.bench.chaos;

import java.util.List;
import java.util.Set;
import org.touchpaper.harc.commit.Knowledge.Outcome;

/**
 * What a client asked for in one transaction, and what it was told.
 *
 * @param transaction the transaction's id
 * @param ident the booking it makes, or gives up
 * @param kind which of the two
 * @param resourceManagers over which it is to be atomic
 * @param told every answer, in order, one for each time the same was asked; UNDECIDED where there
 *     was none in time
 */
record Call(
    String transaction, String ident, Kind kind, Set<String> resourceManagers, List<Outcome> told) {

  enum Kind {
    MAKE,
    CANCEL
  }

  Call {
    resourceManagers = Set.copyOf(resourceManagers);
    told = List.copyOf(told);
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

package org.touchpaper.bench.chaos;

import java.util.Set;
import org.touchpaper.harc.commit.Knowledge.Outcome;

/**
 * What a client asked for in one transaction, and what it was told.
 *
 * @param transaction the transaction's id
 * @param ident the booking it makes, or gives up
 * @param kind which of the two
 * @param resourceManagers over which it is to be atomic
 * @param told the answer; UNDECIDED where there was none in time
 */
record Call(
    String transaction, String ident, Kind kind, Set<String> resourceManagers, Outcome told) {

  enum Kind {
    MAKE,
    CANCEL
  }

  Call {
    resourceManagers = Set.copyOf(resourceManagers);
  }
}

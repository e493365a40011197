package org.touchpaper.bench.chaos;

import java.util.Map;
import java.util.Set;
import org.touchpaper.harc.commit.Knowledge.Outcome;

/**
 * What everybody has written down once all is quiet.
 *
 * @param acceptors by acceptor, what it says became of each transaction
 * @param bookings by resource manager, each booking it knows
 * @param prepared by resource manager, the transactions it voted prepared on
 * @param unfinished by resource manager, how many transactions it has not carried out
 * @param nodesHeld by resource manager, for how many bookings it keeps nodes
 * @param crooked by resource manager, how many nodes it keeps at times that are not a booking's, or
 *     does not keep though they are
 */
record Books(
    Map<String, Map<String, Outcome>> acceptors,
    Map<String, Map<String, Booking>> bookings,
    Map<String, Set<String>> prepared,
    Map<String, Integer> unfinished,
    Map<String, Integer> nodesHeld,
    Map<String, Integer> crooked) {

  /** A booking as one resource manager has it. */
  record Booking(String state, Call.Wanted is) {}
}

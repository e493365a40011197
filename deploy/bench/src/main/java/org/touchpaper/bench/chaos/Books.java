package org.touchpaper.bench.chaos;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.touchpaper.harc.commit.Knowledge.Outcome;

/**
 * What everybody has written down once all is quiet.
 *
 * @param readAt when
 * @param acceptors by acceptor, what it says became of each transaction
 * @param open by acceptor, the transactions that it has not done with, as {@code harc list} shows
 *     them
 * @param bookings by resource manager, each booking it knows
 * @param prepared by resource manager, the transactions it voted prepared on
 * @param unfinished by resource manager, how many transactions it has not carried out
 * @param nodesHeld by resource manager, for how many bookings it keeps nodes
 * @param crooked by resource manager, how many nodes it keeps at times that are not a booking's, or
 *     does not keep though they are
 * @param machines by resource manager, what its machine has been told of: who has how many nodes
 *     until when
 */
record Books(
    Instant readAt,
    Map<String, Map<String, Outcome>> acceptors,
    Map<String, Set<String>> open,
    Map<String, Map<String, Booking>> bookings,
    Map<String, Set<String>> prepared,
    Map<String, Integer> unfinished,
    Map<String, Integer> nodesHeld,
    Map<String, Integer> crooked,
    Map<String, Map<String, OnMachine>> machines) {

  /** What a machine's file of a booking says. */
  record OnMachine(Instant until, int nodes) {
    @Override
    public String toString() {
      return nodes + " nodes until " + until;
    }
  }

  /** A booking as one resource manager has it. */
  record Booking(String state, Call.Wanted is) {}
}

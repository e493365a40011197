package org.touchpaper.bench.chaos;

import java.util.Map;
import java.util.Set;
import org.touchpaper.harc.commit.Knowledge.Outcome;

/**
 * What everybody has written down once all is quiet.
 *
 * @param acceptors by acceptor, what it says became of each transaction
 * @param bookings by resource manager, the state of each booking it knows
 * @param prepared by resource manager, the transactions it voted prepared on
 * @param unfinished by resource manager, how many transactions it has not carried out
 * @param nodesHeld by resource manager, for how many bookings it keeps nodes
 */
record Books(
    Map<String, Map<String, Outcome>> acceptors,
    Map<String, Map<String, String>> bookings,
    Map<String, Set<String>> prepared,
    Map<String, Integer> unfinished,
    Map<String, Integer> nodesHeld) {}

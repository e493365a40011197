package org.touchpaper.bench.chaos;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;

/**
 * Durable state of all processes after the load has ended.
 *
 * @param readAt time of reading
 * @param acceptors by acceptor, the outcome of each transaction
 * @param unfinishedTransactions by acceptor, the open transactions, as {@code harc list} shows them
 * @param bookings by resource manager, its bookings
 * @param prepared by resource manager, the transactions on which it voted prepared
 * @param unappliedCounts by resource manager, the number of transactions not carried out
 * @param nodesHeld by resource manager, the number of bookings for which it keeps nodes
 * @param inconsistentNodes by resource manager, the number of nodes kept without a booking, or
 *     booked without being kept
 * @param machines by resource manager, the allocations on its machine by booking
 */
record EndState(
    Instant readAt,
    Map<String, Map<String, Outcome>> acceptors,
    Map<String, Set<String>> unfinishedTransactions,
    Map<String, Map<String, RecordedBooking>> bookings,
    Map<String, Set<String>> prepared,
    Map<String, Integer> unappliedCounts,
    Map<String, Integer> nodesHeld,
    Map<String, Integer> inconsistentNodes,
    Map<String, Map<String, MachineAllocation>> machines) {

  /** The allocation file of a booking on a machine. */
  record MachineAllocation(Instant until, int nodes) {
    @Override
    public String toString() {
      return nodes + " nodes until " + until;
    }
  }

  /** A booking in the database of a resource manager. */
  record RecordedBooking(String state, ClientCall.Allocation allocation) {}
}

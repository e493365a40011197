package org.touchpaper.bench.chaos;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;

/**
 * A client's request in one transaction, and the replies.
 *
 * @param transaction the transaction id
 * @param bookingId the booking to make, change or cancel
 * @param kind the action
 * @param allocation the requested allocation; null for a cancel
 * @param resourceManagers that take part
 * @param replies in order, one for each repetition of the request; UNDECIDED if none came in time
 */
record ClientCall(
    String transaction,
    String bookingId,
    Kind kind,
    @Nullable Allocation allocation,
    Set<String> resourceManagers,
    List<Outcome> replies) {

  enum Kind {
    MAKE,
    MODIFY,
    CANCEL
  }

  /** A number of nodes on each machine over time. */
  record Allocation(Instant start, Instant end, int nodes) {
    /** True if the allocation is active at that time. */
    boolean isActiveAt(Instant now) {
      return !now.isBefore(start) && now.isBefore(end);
    }

    @Override
    public String toString() {
      return nodes + " nodes from " + start + " to " + end;
    }
  }

  ClientCall {
    resourceManagers = Set.copyOf(resourceManagers);
    replies = List.copyOf(replies);
  }

  /** Creates a call without replies. */
  ClientCall(
      String transaction,
      String bookingId,
      Kind kind,
      @Nullable Allocation allocation,
      Set<String> resourceManagers) {
    this(transaction, bookingId, kind, allocation, resourceManagers, List.of());
  }

  /** Returns this call with its replies. */
  ClientCall replies(List<Outcome> replies) {
    return new ClientCall(transaction, bookingId, kind, allocation, resourceManagers, replies);
  }

  /** The number of the call, in the order in which calls started. */
  int number() {
    return Integer.parseInt(transaction.substring(transaction.indexOf('.') + 1));
  }

  /** The last reply. */
  Outcome outcome() {
    return replies.getLast();
  }

  /** True if the only reply was that nothing was sent to any resource manager. */
  boolean wasNotStarted() {
    return replies.equals(List.of(Outcome.NOT_STARTED));
  }
}

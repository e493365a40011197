package org.touchpaper.harc.rm.scheduler;

import java.time.Instant;
import java.util.List;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/**
 * The scheduler of one machine or network behind a resource manager (MacLaren 2007): six idempotent
 * operations. An implementation guarantees:
 *
 * <ul>
 *   <li>A repeated request gets the same result, even if the process died between any two writes of
 *       an earlier try. One exception: if a third party on the machine took what was held, a
 *       repeated prepare reports that; it is repeated only while no vote was cast.
 *   <li>A hold is durable when {@link #prepare} returns, and never expires.
 *   <li>After <i>held</i>, {@link #commit} cannot be refused; it can only fail to be delivered.
 *   <li>An {@link #abort} that overtakes its prepare is remembered, and the prepare is refused.
 * </ul>
 *
 * An operation whose outcome is unknown throws {@link SchedulerUnreachableException}; the caller
 * repeats it.
 */
public interface LocalScheduler {

  /** Holds all that the actions need, or nothing. */
  PrepareResult prepare(Transaction transaction);

  /** Makes the hold binding. */
  void commit(Transaction transaction);

  /** Releases the hold. If nothing was held, the abort is remembered. */
  void abort(Transaction transaction);

  /** The statuses of the actions, in order; empty if the transaction is unknown. */
  List<ActionStatusDetails> queryStatuses(Transaction transaction);

  /**
   * Purges the bookings that ended before that instant, and the transactions that were prepared
   * before it and concern no other booking; {@link #queryStatuses} no longer knows them. Undecided
   * or unfinished transactions and bookings stay.
   */
  void purgeEndedBefore(Instant before);

  /** Returns what is free. Advisory: only {@link #prepare} decides. */
  ResourceAvailability queryAvailability(ResourceAvailabilityQuery query);

  /** The applications that a person may launch on a resource. */
  default List<RegisteredApplication> listApplications(String resource, Person person) {
    return List.of();
  }
}

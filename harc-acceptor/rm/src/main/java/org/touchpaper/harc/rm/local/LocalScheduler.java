package org.touchpaper.harc.rm.local;

import java.time.Instant;
import java.util.List;

/**
 * The scheduler of one machine or network, behind a resource manager (MacLaren 2007): six
 * idempotent verbs. Whoever implements it promises:
 *
 * <ul>
 *   <li>The same request gets the same answer, however often it comes and even if the process died
 *       between any two writes of an earlier try; but that somebody took on the machine what was
 *       held is said instead, for it is asked again only where no vote was cast.
 *   <li>A hold is durable when {@link #prepare} returns, and never lapses by itself.
 *   <li>After <i>held</i>, {@link #commit} cannot be refused; it can only fail to be delivered.
 *   <li>An {@link #abort} that overtakes its prepare is remembered, and the prepare then refused.
 * </ul>
 *
 * A verb whose outcome is not known throws {@link SchedulerUnreachable}; the host repeats it.
 */
public interface LocalScheduler {

  /** Holds everything the actions need, or nothing. */
  HoldAnswer prepare(Transaction transaction);

  /** Makes what was held binding. */
  void commit(Transaction transaction);

  /** Lets go of what was held; what was never held is remembered as given up. */
  void abort(Transaction transaction);

  /** What became of each action, in order; empty if nothing of the transaction is known here. */
  List<Part> query(Transaction transaction);

  /**
   * Forgets the bookings that ended before that instant, and the transactions that were answered
   * before it and are about nothing else: {@link #query} answers as if they had never been. Never
   * what is undecided, or of which something has yet to be carried out.
   */
  void forget(Instant before);

  /** What is free. Advisory: only {@link #prepare} decides. */
  FreeTime timetable(FreeTimeQuestion question);
}

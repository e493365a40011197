package org.touchpaper.segment.connection;

/**
 * A stretch of network that can be reserved ahead: a campus (L-NSAP), the wide area (NSAP) or all
 * that lies behind another site's broker (BAR). The verbs are NSI Connection Service 2.1's (GFD.237
 * section 4), made synchronous and idempotent by id and version: the same request gets the same
 * answer, the same id with other content a {@link Fault} of code {@link
 * Fault.Code#CONTRADICTS_EARLIER}.
 *
 * <p>Messages may arrive twice, late and out of order: an abort or terminate for an unknown id is
 * remembered and a later reserve with that id is refused with {@link Refusal.Code#GIVEN_UP}.
 *
 * <p>Implemented by the provider of each segment and by the SOAP client that stands for a remote
 * one. A remote one that cannot be reached, or whose outcome is unknown, throws {@link
 * SegmentUnreachable}; what the caller may then do is repeat the same request.
 */
public interface NetworkSegment {

  /** Holds a version of a connection, or refuses it. Nothing is configured yet. */
  ReserveAnswer reserve(Reserve request);

  /** Makes the held version binding. Repeating it, or committing what is committed, is harmless. */
  void commit(Order order);

  /** Lets go of the held version; of a version never heard of, remembers that it was given up. */
  void abort(Order order);

  /** Permits the segment to configure the circuit from its start time on. Returns at once. */
  void provision(Order order);

  /** Withdraws that permission; a circuit that is up is taken down, the reservation stays. */
  void release(Order order);

  /** Ends the connection for good, taking it down if it is up. */
  void terminate(Order order);

  /** What is known of a connection; {@link Report.Unknown} where the id was never heard of. */
  Report query(Requester requester, ConnectionId connection);

  /** Free capacity between two ends. Advisory: only {@link #reserve} decides. */
  FreeCapacity timetable(TimetableQuestion question);
}

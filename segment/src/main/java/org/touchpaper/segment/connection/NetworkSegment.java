package org.touchpaper.segment.connection;

import java.util.List;

/**
 * A network segment whose capacity can be reserved in advance: a campus (L-NSAP), the wide area
 * (NSAP), or everything behind another site's broker (BAR). The operations are those of NSI
 * Connection Service 2.1 (GFD.237 section 4), made synchronous, and idempotent by id and version:
 * the same request gets the same answer; the same id and version with other content is a {@link
 * SegmentFaultException} with code {@link SegmentFaultException.Code#CONTRADICTS_EARLIER}.
 *
 * <p>Messages may arrive twice, late and out of order. An abort or terminate for an unknown id is
 * recorded, and a later reserve with that id is refused with {@link Refusal.Code#GIVEN_UP}.
 *
 * <p>The provider of each segment and the SOAP client for a remote segment implement this
 * interface. If a remote segment cannot be reached, or its outcome is unknown, the call throws
 * {@link SegmentUnreachableException}; the caller may then repeat the same request.
 */
public interface NetworkSegment {

  /** Holds a version of a connection, or refuses it. Configures nothing. */
  ReserveResult reserve(ReserveRequest request);

  /** Makes the held version binding. Repeating a commit is harmless. */
  void commit(ConnectionVersionRequest request);

  /**
   * Commits a held version, then provisions, for a circuit that may come up as soon as it is
   * booked. Repeating it is harmless, also after a release, which it does not undo.
   */
  void commitAndProvision(ConnectionVersionRequest request);

  /** Releases the held version. An unknown version is recorded as aborted. */
  void abort(ConnectionVersionRequest request);

  /** Permits the segment to configure the circuit from its start time on. Returns at once. */
  void provision(ConnectionVersionRequest request);

  /** Withdraws that permission: an active circuit is taken down, the reservation stays. */
  void release(ConnectionVersionRequest request);

  /** Ends the connection permanently, and takes its circuit down. */
  void terminate(ConnectionVersionRequest request);

  /** Reports a connection; {@link ConnectionReport.Unknown} if there is no record of the id. */
  ConnectionReport query(RequesterIdentity requester, ConnectionId connection);

  /**
   * Reports free capacity between two ends, or of a link or attachment of the wide area, which is
   * then both source and destination. Advisory: only {@link #reserve} decides.
   */
  FreeCapacityResult timetable(FreeCapacityQuery query);

  /**
   * Judges reservations as {@link #reserve} would, and holds, stores and configures nothing.
   * Advisory: only reserve decides.
   *
   * @return the results in the order of the items
   */
  List<SegmentDryRunRequest.Result> dryRun(SegmentDryRunRequest dryRun);
}

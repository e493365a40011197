package org.touchpaper.bar.reservation.segments;

import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;

/** A due call to a segment. Calls are idempotent. */
public sealed interface SegmentCall {

  String peer();

  /** The segment's id, which this broker chose. */
  ConnectionId segment();

  int version();

  record ReserveSegment(String peer, ConnectionId segment, int version, @Nullable Criteria criteria)
      implements SegmentCall {}

  /**
   * Commits the hold.
   *
   * @param decision the number of the decision that also permits the circuit, if the commit
   *     succeeds; 0 if none does
   */
  record CommitSegment(String peer, ConnectionId segment, int version, int decision)
      implements SegmentCall {

    public boolean provisions() {
      return decision > 0;
    }
  }

  /** Aborts the hold. */
  record AbortSegment(String peer, ConnectionId segment, int version) implements SegmentCall {}

  /**
   * Permits the circuit.
   *
   * @param decision the number of the decision about this
   */
  record ProvisionSegment(String peer, ConnectionId segment, int version, int decision)
      implements SegmentCall {}

  /**
   * Withdraws the permission.
   *
   * @param decision the number of the decision about this
   */
  record ReleaseSegment(String peer, ConnectionId segment, int version, int decision)
      implements SegmentCall {}

  record TerminateSegment(String peer, ConnectionId segment, int version) implements SegmentCall {}
}

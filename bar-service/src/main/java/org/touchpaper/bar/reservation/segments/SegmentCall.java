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
   * @param provisions whether the circuit is also permitted, if the commit succeeds
   */
  record CommitSegment(String peer, ConnectionId segment, int version, boolean provisions)
      implements SegmentCall {}

  /** Aborts the hold. */
  record AbortSegment(String peer, ConnectionId segment, int version) implements SegmentCall {}

  /** Permits the circuit. */
  record ProvisionSegment(String peer, ConnectionId segment, int version) implements SegmentCall {}

  /** Withdraws the permission. */
  record ReleaseSegment(String peer, ConnectionId segment, int version) implements SegmentCall {}

  record TerminateSegment(String peer, ConnectionId segment, int version) implements SegmentCall {}
}

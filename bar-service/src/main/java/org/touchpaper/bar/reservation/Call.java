package org.touchpaper.bar.reservation;

import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;

/**
 * What a reservation needs to have said to one of its segments next. Saying it twice is harmless.
 */
public sealed interface Call {

  /** The configured peer to speak to. */
  String peer();

  /** The segment's id, as this broker chose it. */
  ConnectionId segment();

  /** The segment's own version. */
  int version();

  /** Hold this. */
  record ReserveSegment(String peer, ConnectionId segment, int version, @Nullable Criteria criteria)
      implements Call {}

  /** Make the hold binding. */
  record CommitSegment(String peer, ConnectionId segment, int version) implements Call {}

  /** Let the hold go. */
  record AbortSegment(String peer, ConnectionId segment, int version) implements Call {}

  /** Permit the circuit. */
  record ProvisionSegment(String peer, ConnectionId segment, int version) implements Call {}

  /** Withdraw that permission. */
  record ReleaseSegment(String peer, ConnectionId segment, int version) implements Call {}

  /** End it for good. */
  record TerminateSegment(String peer, ConnectionId segment, int version) implements Call {}
}

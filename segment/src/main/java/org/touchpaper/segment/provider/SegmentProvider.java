package org.touchpaper.segment.provider;

import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.NetworkSegment;

/** The {@link NetworkSegment} of an L-NSAP or NSAP. */
public interface SegmentProvider extends NetworkSegment {

  /**
   * Cuts a connection for good, whoever holds it: the circuit is taken down and never repaired, and
   * the holder is told of a forced end.
   */
  void cut(ConnectionId connection, String reason);
}

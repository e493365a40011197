package org.touchpaper.bar.aggregator;

import org.touchpaper.segment.connection.NetworkSegment;

/** Finds segments by peer name: the campus, the wide area, other sites' brokers. */
@FunctionalInterface
public interface SegmentRegistry {

  /**
   * Returns a segment.
   *
   * @throws IllegalArgumentException if no such peer is configured
   */
  NetworkSegment get(String peer);
}

package org.touchpaper.bar.aggregator;

import org.touchpaper.segment.connection.NetworkSegment;

/** Finds segments by peer name: the campus, the wide area, other sites' brokers. */
@FunctionalInterface
public interface SegmentRegistry {

  /** Returns a segment. Calls to one that is no peer fail as if it did not answer. */
  NetworkSegment get(String peer);
}

package org.touchpaper.bar.coordination;

import org.touchpaper.segment.connection.NetworkSegment;

/** The way to each configured segment: the campus, the wide area, other sites' brokers. */
@FunctionalInterface
public interface Segments {

  /**
   * The segment of that peer name.
   *
   * @throws IllegalArgumentException if no such peer is configured
   */
  NetworkSegment named(String peer);
}

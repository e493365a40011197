package org.touchpaper.segment.connection;

/**
 * What is asked of a segment: two ends, a capacity in both directions, a time.
 *
 * @param source where the circuit enters
 * @param destination where it leaves
 * @param bandwidthMbps Mbit/s in each direction, at least 1
 * @param schedule when
 */
public record Criteria(Stp source, Stp destination, int bandwidthMbps, Schedule schedule) {

  public Criteria {
    if (bandwidthMbps < 1) {
      throw new IllegalArgumentException("bandwidthMbps is at least 1, not " + bandwidthMbps);
    }
  }
}

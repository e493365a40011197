package org.touchpaper.segment.connection;

/**
 * The criteria of a reservation (NSI criteria): two ends, the capacity in each direction, a
 * schedule.
 *
 * @param source where the circuit enters
 * @param destination where it leaves
 * @param bandwidthMbps Mbit/s in each direction, at least 1
 */
public record Criteria(Stp source, Stp destination, int bandwidthMbps, Schedule schedule) {

  public Criteria {
    if (bandwidthMbps < 1) {
      throw new IllegalArgumentException("bandwidthMbps must be at least 1: " + bandwidthMbps);
    }
  }
}

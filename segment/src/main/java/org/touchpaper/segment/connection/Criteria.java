package org.touchpaper.segment.connection;

import java.util.stream.Stream;

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

  /** True if both use this port at the same time. */
  public boolean sharesPort(Criteria other, String port) {
    return schedule.overlaps(other.schedule)
        && ports()
            .anyMatch(end -> end.port().equals(port) && other.ports().anyMatch(end::isSamePortAs));
  }

  private Stream<Stp> ports() {
    return Stream.of(source, destination);
  }
}

package org.touchpaper.segment.connection;

import java.time.Duration;
import java.time.Instant;

/** Half-open: a circuit that ends at noon and one that starts at noon do not overlap. */
public record Schedule(Instant startTime, Instant endTime) {

  public Schedule {
    if (!startTime.isBefore(endTime)) {
      throw new IllegalArgumentException(
          "endTime " + endTime + " is not after startTime " + startTime);
    }
  }

  public boolean overlaps(Schedule other) {
    return startTime.isBefore(other.endTime) && other.startTime.isBefore(endTime);
  }

  public boolean contains(Instant instant) {
    return !instant.isBefore(startTime) && instant.isBefore(endTime);
  }

  public Duration length() {
    return Duration.between(startTime, endTime);
  }
}

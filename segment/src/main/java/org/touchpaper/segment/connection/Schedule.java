package org.touchpaper.segment.connection;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

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

  /** What of it lies before and after the other; all of it where the two do not meet. */
  public List<Schedule> without(Schedule other) {
    if (!overlaps(other)) {
      return List.of(this);
    }
    var rest = new ArrayList<Schedule>();
    if (startTime.isBefore(other.startTime)) {
      rest.add(new Schedule(startTime, other.startTime));
    }
    if (endTime.isAfter(other.endTime)) {
      rest.add(new Schedule(other.endTime, endTime));
    }
    return List.copyOf(rest);
  }

  public Duration length() {
    return Duration.between(startTime, endTime);
  }
}

package org.touchpaper.segment.connection;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A half-open interval: a circuit that ends at noon and one that starts at noon do not overlap. */
public record Schedule(Instant startTime, Instant endTime) {

  public Schedule {
    if (!startTime.isBefore(endTime)) {
      throw new IllegalArgumentException(
          "endTime " + endTime + " must be after startTime " + startTime);
    }
  }

  public boolean overlaps(Schedule other) {
    return startTime.isBefore(other.endTime) && other.startTime.isBefore(endTime);
  }

  public boolean contains(Instant instant) {
    return !instant.isBefore(startTime) && instant.isBefore(endTime);
  }

  /** The parts before and after the other interval; this interval if they do not overlap. */
  public List<Schedule> minus(Schedule other) {
    if (!overlaps(other)) {
      return List.of(this);
    }
    var remaining = new ArrayList<Schedule>();
    if (startTime.isBefore(other.startTime)) {
      remaining.add(new Schedule(startTime, other.startTime));
    }
    if (endTime.isAfter(other.endTime)) {
      remaining.add(new Schedule(other.endTime, endTime));
    }
    return List.copyOf(remaining);
  }

  /** The same end, and a start that is earlier by the lead, or now if that is later. */
  public Schedule withLead(Duration lead, Instant now) {
    var leadStart = startTime.minus(lead);
    var from = leadStart.isBefore(now) ? now : leadStart;
    return from.isBefore(startTime) ? new Schedule(from, endTime) : this;
  }

  public Duration duration() {
    return Duration.between(startTime, endTime);
  }
}

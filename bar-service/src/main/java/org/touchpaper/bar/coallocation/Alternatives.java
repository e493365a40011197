package org.touchpaper.bar.coallocation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.Starts;

/** The earliest other time at which all of a refused booking would fit. Advisory. */
final class Alternatives {

  private static final Logger LOG = LoggerFactory.getLogger(Alternatives.class);

  private static final Duration LOOK_AHEAD = Duration.ofDays(30);

  private final Harc harc;
  private final Clock clock;

  Alternatives(Harc harc, Clock clock) {
    this.harc = harc;
    this.clock = clock;
  }

  /** The earliest common slot from the wanted start on; none if somebody cannot be asked. */
  List<Schedule> to(CoAllocation booking) {
    var wanted = booking.schedule();
    var from = later(wanted.startTime(), clock.instant());
    var window = new Schedule(from, from.plus(LOOK_AHEAD).plus(wanted.length()));
    try {
      return booking.parts().stream()
          .map(part -> starts(part, booking, window, wanted.length()))
          .reduce(Starts::intersect)
          .flatMap(starts -> starts.earliestFrom(from))
          .map(start -> new Schedule(start, start.plus(wanted.length())))
          .stream()
          .toList();
    } catch (Harc.Unanswered e) {
      LOG.info("no alternatives for {}: {}", booking.id(), e.toString());
      return List.of();
    }
  }

  private Starts starts(Part part, CoAllocation booking, Schedule window, Duration length) {
    return switch (part) {
      case Part.Compute nodes ->
          harc.timetable(
                  nodes.rm(), nodes.resource(), booking.owner(), window, nodes.nodes(), length)
              .starts();
      case Part.Lightpath path ->
          harc.timetable(
                  path.rm(),
                  path.source() + ".." + path.destination(),
                  booking.owner(),
                  window,
                  path.bandwidthMbps(),
                  length)
              .starts();
    };
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}

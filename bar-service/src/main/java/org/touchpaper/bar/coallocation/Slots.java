package org.touchpaper.bar.coallocation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.Starts;

/**
 * When all of a booking would fit, as its resource managers' timetables have it. Advisory: a slot
 * that looks free may be refused, and may then be free for somebody else.
 */
final class Slots {

  private static final Logger LOG = LoggerFactory.getLogger(Slots.class);

  private static final Duration LOOK_AHEAD = Duration.ofDays(30);

  /**
   * Two who want the same at once may each keep the other from it, so one who comes again may get
   * it. What is refused so often though it looks free is kept back by something no timetable tells.
   */
  private static final int TIMES = 3;

  private final Harc harc;
  private final Clock clock;

  Slots(Harc harc, Clock clock) {
    this.harc = harc;
    this.clock = clock;
  }

  /**
   * What may follow a refusal.
   *
   * @param next the slot to be tried next, within what was asked for
   * @param alternatives other times to offer
   */
  record Prospect(Optional<Schedule> next, List<Schedule> alternatives) {
    Prospect {
      alternatives = List.copyOf(alternatives);
    }
  }

  /**
   * The slot to be tried first: the earliest that suits all, or the very first to learn why not.
   */
  Schedule first(Person owner, List<Part> parts, Stretch wanted, Instant now) {
    var from = wanted.earliestStart(now);
    return wanted.from(
        starts(owner, parts, new Schedule(from, wanted.within().endTime()), wanted.length())
            .earliestFrom(from)
            .filter(start -> !start.isAfter(wanted.latestStart()))
            .orElse(from));
  }

  /** What may follow now that the slot of a booking was refused, and others before it. */
  Prospect after(CoAllocation booking) {
    var wanted = booking.placement().wanted();
    var now = clock.instant();
    var from = wanted.earliestStart(now);
    var window = new Schedule(from, from.plus(LOOK_AHEAD).plus(wanted.length()));
    var tried = booking.placement().triedWithTheLast().stream().map(Schedule::startTime).toList();
    var best =
        untired(
            starts(booking.owner(), booking.parts(), window, wanted.length()),
            from,
            wanted.length(),
            tried);
    var next = best.filter(start -> !wanted.isOver(now) && !start.isAfter(wanted.latestStart()));
    return new Prospect(
        next.map(wanted::from),
        best.filter(start -> !start.isBefore(now)).map(wanted::from).stream().toList());
  }

  /**
   * When else a booking could be what it was to become; nothing while it is up. What it holds
   * itself counts as taken, so there may be more.
   */
  List<Schedule> instead(CoAllocation booking, Purpose.Changing wanted) {
    var slot = wanted.schedule();
    var now = clock.instant();
    if (slot.startTime().isBefore(now)) {
      return List.of();
    }
    var window =
        new Schedule(slot.startTime(), slot.startTime().plus(LOOK_AHEAD).plus(slot.length()));
    var tried = Collections.nCopies(TIMES, slot.startTime());
    return untired(
            starts(booking.owner(), wanted.parts(), window, slot.length()),
            slot.startTime(),
            slot.length(),
            tried)
        .map(start -> new Schedule(start, start.plus(slot.length())))
        .stream()
        .toList();
  }

  /** The earliest start that was not refused too often; behind one that was comes its end. */
  static Optional<Instant> untired(
      Starts starts, Instant from, Duration length, List<Instant> tried) {
    var start = starts.earliestFrom(from);
    while (start.isPresent() && Collections.frequency(tried, start.get()) >= TIMES) {
      start = starts.earliestFrom(start.get().plus(length));
    }
    return start;
  }

  /**
   * The starts that suit all parts; none if somebody cannot be asked.
   *
   * @throws Harc.Unanswered if it is us who end: nothing follows from that
   */
  private Starts starts(Person owner, List<Part> parts, Schedule window, Duration length) {
    try {
      return parts.stream()
          .map(part -> starts(part, owner, window, length))
          .reduce(Starts::intersect)
          .orElse(Starts.NONE);
    } catch (Harc.Unanswered e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      LOG.info("what is free from {} on is not known: {}", window.startTime(), e.toString());
      return Starts.NONE;
    }
  }

  private Starts starts(Part part, Person owner, Schedule window, Duration length) {
    return switch (part) {
      case Part.Compute nodes ->
          harc.timetable(nodes.rm(), nodes.resource(), owner, window, nodes.nodes(), length)
              .starts();
      case Part.Lightpath path ->
          harc.timetable(
                  path.rm(),
                  path.source() + ".." + path.destination(),
                  owner,
                  window,
                  path.bandwidthMbps(),
                  length)
              .starts();
    };
  }
}

package org.touchpaper.bar.coallocation.transaction;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.coallocation.CoAllocationPart.Units;
import org.touchpaper.bar.coallocation.TransactionPurpose;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.NoAnswerException;
import org.touchpaper.bar.coallocation.request.SlotWindow;
import org.touchpaper.platform.ParallelCalls;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.CommonSlotFinder;
import org.touchpaper.timetable.StartRanges;
import org.touchpaper.timetable.Window;

/**
 * Finds slots in which all parts are available, from the resource managers' timetables. Advisory: a
 * slot may be refused although it looks free, and be free later.
 */
@Component
public class SlotFinder {

  private static final Logger LOG = LoggerFactory.getLogger(SlotFinder.class);

  private static final Duration SEARCH_HORIZON = Duration.ofDays(30);

  /**
   * Two competitors may refuse each other, so a slot is worth a retry. A slot that is refused this
   * often, although it looks free, is blocked by something that timetables do not show: a booking
   * with another time in its window moves on, and the slot is no alternative.
   */
  private static final int MAX_TRIES_PER_SLOT = 3;

  private static final int MAX_ALTERNATIVES = 3;

  private final CommitProtocolPort harc;
  private final Clock clock;

  public SlotFinder(CommitProtocolPort harc, Clock clock) {
    this.harc = harc;
    this.clock = clock;
  }

  /**
   * What follows a refusal.
   *
   * @param nextSlot the next slot to try within the requested window
   * @param alternatives other times to offer
   */
  public record NextSlots(Optional<Schedule> nextSlot, List<Schedule> alternatives) {
    public NextSlots {
      alternatives = List.copyOf(alternatives);
    }
  }

  /**
   * Returns the earliest slot that suits all parts, or the earliest of all, whose refusal gives the
   * reason.
   */
  Schedule findFirst(
      Person owner, List<CoAllocationPart> parts, SlotWindow slotWindow, Instant now) {
    var earliestStart = slotWindow.earliestStart(now);
    return slotWindow.slotAt(
        commonStarts(
                owner,
                parts,
                new Schedule(earliestStart, slotWindow.window().endTime()),
                slotWindow.length())
            .earliestFrom(earliestStart)
            .filter(start -> !start.isAfter(slotWindow.latestStart()))
            .orElse(earliestStart));
  }

  /** Returns what follows the refusal of a booking's current slot. */
  public NextSlots findNext(CoAllocation booking) {
    var slotWindow = booking.slotSearch().slotWindow();
    var now = clock.instant();
    var earliestStart = slotWindow.earliestStart(now);
    var window =
        new Schedule(earliestStart, earliestStart.plus(SEARCH_HORIZON).plus(slotWindow.length()));
    var triedStarts =
        booking.slotSearch().allTriedSlots().stream().map(Schedule::startTime).toList();
    var starts = commonStarts(booking.owner(), booking.parts(), window, slotWindow.length());
    var earliest = earliestNotExhausted(starts, earliestStart, slotWindow.length(), triedStarts);
    var nextStart =
        (slotWindow.isFixed() ? starts.earliestFrom(earliestStart) : earliest)
            .filter(start -> !slotWindow.isOver(now) && !start.isAfter(slotWindow.latestStart()));
    return new NextSlots(
        nextStart.map(slotWindow::slotAt),
        earliest.filter(start -> !start.isBefore(now)).map(slotWindow::slotAt).stream().toList());
  }

  /**
   * Returns alternatives for a refused change; none while the booking is active. The booking's own
   * resources count as taken, so there may be more.
   */
  List<Schedule> findAlternatives(CoAllocation booking, TransactionPurpose.Modify modify) {
    return findAlternatives(booking.owner(), modify.parts(), modify.schedule()).stream()
        .limit(1)
        .toList();
  }

  /**
   * Returns slots of a window to which a booking may be moved, earliest first: its own nodes, units
   * and bandwidth count as free. The window's first slot is among them, because its refusal gives
   * the reason.
   *
   * @param parts all parts after the change, under the ids that existing ones have
   * @param lead how long before a run its lightpaths begin
   */
  List<Schedule> findMoves(
      CoAllocation booking,
      List<CoAllocationPart> parts,
      SlotWindow slotWindow,
      Duration lead,
      Instant now) {
    var earliestStart = slotWindow.earliestStart(now);
    var window = new Schedule(earliestStart, slotWindow.window().endTime());
    var starts = startsOfMove(booking, parts, window, slotWindow.length(), lead);
    var moves = new LinkedHashSet<Schedule>();
    moves.add(slotWindow.slotAt(earliestStart));
    var next = starts.earliestFrom(earliestStart);
    while (next.isPresent()
        && !next.get().isAfter(slotWindow.latestStart())
        && moves.size() <= MAX_ALTERNATIVES) {
      var move = slotWindow.slotAt(next.get());
      moves.add(move);
      next = starts.earliestFrom(move.endTime());
    }
    return List.copyOf(moves);
  }

  private StartRanges startsOfMove(
      CoAllocation booking,
      List<CoAllocationPart> parts,
      Schedule window,
      Duration length,
      Duration lead) {
    try {
      return merge(parts).stream()
          .map(part ->
              part instanceof Lightpath path
                  ? startsOfMove(booking, path, window, length, lead)
                  : commonStarts(part, booking.owner(), window, length, part.partId()))
          .reduce(StartRanges::intersect)
          .orElse(StartRanges.NONE);
    } catch (NoAnswerException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      LOG.info("availability from {} is unknown: {}", window.startTime(), e.toString());
      return StartRanges.NONE;
    }
  }

  /** The network's timetable counts all lightpaths as taken, so the booking's own are added. */
  private StartRanges startsOfMove(
      CoAllocation booking, Lightpath path, Schedule window, Duration length, Duration lead) {
    var timetable =
        harc.timetable(
            path.rm(),
            path.source() + ".." + path.destination(),
            booking.owner(),
            new Schedule(window.startTime().minus(lead), window.endTime()),
            path.bandwidthMbps(),
            length);
    var ownMbps =
        booking.parts().stream()
            .filter(Lightpath.class::isInstance)
            .map(Lightpath.class::cast)
            .filter(own ->
                own.source().equals(path.source()) && own.destination().equals(path.destination()))
            .mapToInt(Lightpath::bandwidthMbps)
            .sum();
    var own = booking.schedule();
    var free =
        timetable.steps().plus(new Window(own.startTime().minus(lead), own.endTime()), ownMbps);
    return StartRanges.within(free.windowsWithAtLeast(path.bandwidthMbps()), length.plus(lead))
        .shift(lead)
        .union(timetable.starts());
  }

  /** Returns the next slots in which all parts are free after one that was refused. */
  List<Schedule> findAlternatives(Person owner, List<CoAllocationPart> parts, Schedule slot) {
    if (slot.startTime().isBefore(clock.instant())) {
      return List.of();
    }
    var length = slot.duration();
    var window = new Schedule(slot.startTime(), slot.startTime().plus(SEARCH_HORIZON).plus(length));
    var triedStarts = Collections.nCopies(MAX_TRIES_PER_SLOT, slot.startTime());
    var starts = commonStarts(owner, parts, window, length);
    var alternatives = new ArrayList<Schedule>();
    var next = earliestNotExhausted(starts, slot.startTime(), length, triedStarts);
    while (next.isPresent() && alternatives.size() < MAX_ALTERNATIVES) {
      var alternative = new Schedule(next.get(), next.get().plus(length));
      alternatives.add(alternative);
      next = starts.earliestFrom(alternative.endTime());
    }
    return alternatives;
  }

  /**
   * Returns the first windows in which every slot of a length suits all parts.
   *
   * @throws NoAnswerException if a resource manager does not answer
   */
  List<Window> findWindows(
      Person owner, List<CoAllocationPart> parts, Schedule within, Duration length, int limit) {
    return CommonSlotFinder.windows(
        merge(parts).stream().map(part -> commonStarts(part, owner, within, length)).toList(),
        new Window(within.startTime(), within.endTime()),
        length,
        limit);
  }

  /**
   * Returns the earliest start that was not refused too often; after one that was, the search
   * continues at its end.
   */
  static Optional<Instant> earliestNotExhausted(
      StartRanges starts, Instant from, Duration length, List<Instant> triedStarts) {
    var start = starts.earliestFrom(from);
    while (start.isPresent()
        && Collections.frequency(triedStarts, start.get()) >= MAX_TRIES_PER_SLOT) {
      start = starts.earliestFrom(start.get().plus(length));
    }
    return start;
  }

  /**
   * Returns the starts that suit all parts; none if a resource manager does not answer.
   *
   * @throws NoAnswerException if this process is shutting down
   */
  private StartRanges commonStarts(
      Person owner, List<CoAllocationPart> parts, Schedule window, Duration length) {
    try {
      return startsOfEach(parts, owner, window, length).stream()
          .reduce(StartRanges::intersect)
          .orElse(StartRanges.NONE);
    } catch (CancellationException e) { // interrupted, because this process is shutting down
      throw new NoAnswerException("interrupted while querying timetables", e);
    } catch (NoAnswerException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      LOG.info("availability from {} is unknown: {}", window.startTime(), e.toString());
      return StartRanges.NONE;
    }
  }

  /** Asks side by side, so that the search takes no longer than its slowest query may. */
  private List<StartRanges> startsOfEach(
      List<CoAllocationPart> parts, Person owner, Schedule window, Duration length) {
    return ParallelCalls.invokeAll(
        merge(parts).stream()
            .<Supplier<StartRanges>>map(part -> () -> commonStarts(part, owner, window, length))
            .toList());
  }

  /**
   * Merges the lightpaths of one pair of hosts into one with their total bandwidth: a time that
   * suits each of them may not suit all.
   */
  private static Collection<CoAllocationPart> merge(List<CoAllocationPart> parts) {
    var merged = new LinkedHashMap<List<String>, CoAllocationPart>();
    for (var part : parts) {
      switch (part) {
        case Compute nodes -> merged.put(List.of(nodes.resource()), nodes);
        case Units units -> merged.put(List.of(units.resource(), units.unit(), "units"), units);
        case Lightpath path ->
            merged.merge(
                List.of(path.source(), path.destination()),
                path,
                (sum, _) -> sum instanceof Lightpath first ? sum(first, path) : path);
      }
    }
    return merged.values();
  }

  private static Lightpath sum(Lightpath first, Lightpath second) {
    return new Lightpath(
        first.partId(),
        first.rm(),
        first.source(),
        first.destination(),
        first.bandwidthMbps() + second.bandwidthMbps(),
        first.origin(),
        first.status());
  }

  private StartRanges commonStarts(
      CoAllocationPart part, Person owner, Schedule window, Duration length) {
    return commonStarts(part, owner, window, length, null);
  }

  /**
   * Returns the starts that suit a part; the own part counts as free, if that is nodes or units.
   */
  private StartRanges commonStarts(
      CoAllocationPart part,
      Person owner,
      Schedule window,
      Duration length,
      @Nullable UUID ownPart) {
    return switch (part) {
      case Compute nodes ->
          harc.timetable(
                  nodes.rm(), nodes.resource(), owner, window, nodes.nodes(), length, ownPart)
              .starts();
      case Lightpath path ->
          harc.timetable(
                  path.rm(),
                  path.source() + ".." + path.destination(),
                  owner,
                  window,
                  path.bandwidthMbps(),
                  length)
              .starts();
      case Units units ->
          harc.timetable(
                  units.rm(),
                  units.resource() + "/" + units.unit(),
                  owner,
                  window,
                  units.amount(),
                  length,
                  ownPart)
              .starts();
    };
  }
}

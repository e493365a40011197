package org.touchpaper.bar.api;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.coallocation.request.LightpathChange;
import org.touchpaper.bar.coallocation.transaction.BookingRequestValidator;
import org.touchpaper.bar.directory.CurrentDirectory;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ContractFaultException;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DryRun;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentUnreachableException;

/** Finds the slot of a window to which a lightpath alone is moved; nothing is held. */
@Component
record LightpathSlotFinder(LightpathService service, CurrentDirectory directory, Clock clock) {

  private static final Logger LOG = LoggerFactory.getLogger(LightpathSlotFinder.class);

  /** How many slots of a window are judged, the first included. */
  private static final int MAX_SLOTS = 4;

  /**
   * Finds the earliest slot of a change's window that fits now, or the first slot if none does.
   * Empty if there is no window, or the change is not possible, or was requested under this key.
   */
  Optional<LightpathChange> find(
      ConnectionId id, LightpathChange change, @Nullable String key, Person person) {
    var now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    return service
        .find(
            id,
            found ->
                change.window() == null
                        || found.changeRefusal(now).isPresent()
                        || isRequested(found, key)
                    ? Optional.<Criteria>empty()
                    : found.criteria())
        .flatMap(current -> current)
        .filter(current ->
            BookingRequestValidator.validate(change, current.schedule(), directory.get(), now)
                .isEmpty())
        .map(current -> findSlot(id, change, current, now, person));
  }

  private LightpathChange findSlot(
      ConnectionId id, LightpathChange change, Criteria current, Instant now, Person person) {
    var slotWindow =
        Objects.requireNonNull(change.window()).of(current.schedule()).toSlotWindow(now);
    var earliest = slotWindow.earliestStart(now);
    var first = change.at(slotWindow.slotAt(earliest));
    try {
      if (fits(id, first, current, person)) {
        return first;
      }
      var starts =
          service.startsOfMove(
              person,
              id,
              current,
              first.applyTo(current).bandwidthMbps(),
              new Schedule(earliest, slotWindow.window().endTime()),
              slotWindow.length());
      var next = starts.earliestFrom(earliest);
      for (var tried = 1; tried < MAX_SLOTS && next.isPresent(); tried++) {
        var slot = slotWindow.slotAt(next.get());
        if (slot.endTime().isAfter(slotWindow.window().endTime())) {
          break;
        }
        var move = change.at(slot);
        if (fits(id, move, current, person)) {
          return move;
        }
        next = starts.earliestFrom(slot.endTime());
      }
    } catch (SegmentUnreachableException | ContractFaultException e) { // the change itself tells
      LOG.info("no slot is known for connection={}: {}", id, e.getMessage());
    }
    return first;
  }

  private boolean fits(ConnectionId id, LightpathChange change, Criteria current, Person person) {
    var criteria = change.applyTo(current);
    return criteria.equals(current)
        || service.dryRun(person, id, criteria) instanceof DryRun.Result.Fits;
  }

  private static boolean isRequested(Reservation found, @Nullable String key) {
    return Optional.ofNullable(key)
        .flatMap(found::findChange)
        .filter(revision -> !revision.isAbandoned())
        .isPresent();
  }
}

package org.touchpaper.bar.api;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.LightpathChangeService;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.coallocation.request.StandaloneLightpathChange;
import org.touchpaper.bar.coallocation.transaction.RequestRegistrar;
import org.touchpaper.bar.coallocation.validation.BookingRequestValidator;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;

/** Changes lightpaths alone, for the API and the pages; a move to a window is to its first slot. */
@Component
public class StandaloneLightpathChangeService {

  private static final Logger LOG = LoggerFactory.getLogger(StandaloneLightpathChangeService.class);

  /** How many slots of a window are judged, the first included. */
  private static final int MAX_SLOTS = 4;

  private final LightpathService service;
  private final LightpathChangeService changeService;
  private final CurrentNetworkDirectory directory;
  private final Clock clock;

  StandaloneLightpathChangeService(
      LightpathService service,
      LightpathChangeService changeService,
      CurrentNetworkDirectory directory,
      Clock clock) {
    this.service = service;
    this.changeService = changeService;
    this.directory = directory;
    this.clock = clock;
  }

  /**
   * Changes a lightpath alone, or joins the call under the same key.
   *
   * @param key the Idempotency-Key; null if none
   * @param ifMatch the lightpath must have one of these entity tags; null for any
   * @param onRepeat run if it joins an earlier call
   * @throws InvalidRequestException if the change is invalid or changes nothing
   * @throws org.springframework.web.ErrorResponseException with 412 if the lightpath has another
   *     tag
   */
  public LightpathChangeService.ChangeOutcome change(
      ConnectionId id,
      StandaloneLightpathChange change,
      @Nullable String key,
      @Nullable String ifMatch,
      Person person,
      Runnable onRepeat) {
    var move = find(id, change, key, person);
    return changeService.change(
        id,
        new LightpathChangeService.ChangeRequest(
            person,
            key,
            change.digest(),
            change.description(),
            change.isDescriptionOnly(),
            requireMatch(ifMatch),
            reservation -> toCriteria(move.orElse(change), reservation),
            onRepeat));
  }

  /** Returns a condition on a lightpath, which throws with 412 if none of the tags is its. */
  public Consumer<Reservation> requireMatch(@Nullable String ifMatch) {
    return reservation -> EntityTagAdvice.requireMatch(ifMatch, view(reservation));
  }

  /** Returns the entity tag of a lightpath. */
  public String entityTag(Reservation reservation) {
    return EntityTagAdvice.quoted(view(reservation));
  }

  private ReservationView view(Reservation reservation) {
    return ReservationView.of(reservation, directory.get(), clock.instant());
  }

  /** Returns what is booked after a change, if that is valid and changes anything. */
  Criteria toCriteria(StandaloneLightpathChange change, Reservation reservation) {
    var current = reservation.criteria().orElseThrow();
    var violations =
        BookingRequestValidator.validate(
            change, current.schedule(), directory.get(), clock.instant());
    if (!violations.isEmpty()) {
      throw InvalidRequestException.unprocessable(violations);
    }
    var criteria = change.atFirstSlot(current.schedule(), clock.instant()).applyTo(current);
    var description = change.description();
    if (criteria.equals(current)
        && (description == null || description.equals(reservation.origin().description()))) {
      throw InvalidRequestException.unprocessable(
          "",
          RequestRegistrar.NO_CHANGE_RULE,
          "the request changes nothing; specify at least one field that differs from the"
              + " lightpath");
    }
    return criteria;
  }

  /**
   * Finds the earliest slot of a change's window that fits now, or the first slot if none does.
   * Empty if there is no window, or the change is not possible, or was requested under this key.
   */
  Optional<StandaloneLightpathChange> find(
      ConnectionId id, StandaloneLightpathChange change, @Nullable String key, Person person) {
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

  private StandaloneLightpathChange findSlot(
      ConnectionId id,
      StandaloneLightpathChange change,
      Criteria current,
      Instant now,
      Person person) {
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
    } catch (SegmentUnreachableException | SegmentFaultException e) { // the change itself tells
      LOG.info("no slot is known for connection={}: {}", id, e.getMessage());
    }
    return first;
  }

  private boolean fits(
      ConnectionId id, StandaloneLightpathChange change, Criteria current, Person person) {
    var criteria = change.applyTo(current);
    return criteria.equals(current)
        || service.dryRun(person, id, criteria) instanceof SegmentDryRunRequest.Result.Fits;
  }

  private static boolean isRequested(Reservation found, @Nullable String key) {
    return Optional.ofNullable(key)
        .flatMap(found::findChange)
        .filter(revision -> !revision.isAbandoned())
        .isPresent();
  }
}

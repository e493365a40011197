package org.touchpaper.harc.rm.backend.units;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.touchpaper.harc.rm.backend.units.UnitBooking.State;
import org.touchpaper.harc.rm.backend.units.UnitBooking.UnitRequest;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.BookingRules;
import org.touchpaper.harc.rm.scheduler.PrepareResult.ActionRefusal;
import org.touchpaper.harc.rm.scheduler.RequestedResources;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * Evaluates and holds a transaction's actions one by one, so that each counts for the following
 * ones; if one is refused, the caller rolls all of them back.
 */
final class UnitPrepareEvaluation {
  private final Facility facility;
  private final UnitBookingRepository bookings;
  private final Transaction transaction;
  private final Instant now;
  private final BookingRules rules;
  private final Set<String> seenIds = new HashSet<>();
  private final List<ActionRefusal> refusals = new ArrayList<>();

  UnitPrepareEvaluation(
      Facility facility, UnitBookingRepository bookings, Transaction transaction, Instant now) {
    this.facility = facility;
    this.bookings = bookings;
    this.transaction = transaction;
    this.now = now;
    this.rules = new BookingRules(facility.name(), Refusal.Code.CAPACITY_BUSY, now);
  }

  /** Holds all actions; returns the refusals, empty if all are held. */
  List<ActionRefusal> hold() {
    for (var action : transaction.actions()) {
      if (seenIds.add(action.bookingId())) {
        bookings
            .ownership()
            .refusal(transaction, action, facility.name(), facility.localSites())
            .ifPresentOrElse(refusal -> refuse(action.bookingId(), refusal), () -> hold(action));
      } else {
        refuse(action.bookingId(), rules.duplicateActionRefusal());
      }
    }
    return refusals;
  }

  private void hold(BookingAction action) {
    switch (action) {
      case BookingAction.Make make -> make(make);
      case BookingAction.Modify modify ->
          findChangeable(modify).ifPresent(booking -> modify(modify, booking));
      case BookingAction.Cancel cancel -> cancel(cancel);
    }
  }

  private void cancel(BookingAction.Cancel cancel) {
    if (bookings
        .find(cancel.bookingId())
        .filter(booking -> booking.currentBooking(now).hasNothingToCancel())
        .isEmpty()) {
      findChangeable(cancel)
          .ifPresent(booking -> bookings.recordChangeHeldBy(booking.bookingId(), transaction.id()));
    }
  }

  private void make(BookingAction.Make make) {
    var bookingId = make.bookingId();
    if (bookings.find(bookingId).isPresent()) {
      refuse(bookingId, rules.nameTakenRefusal());
      return;
    }
    requestIfFree(bookingId, make.schedule(), make.work())
        .map(request ->
            new UnitBooking(
                bookingId,
                transaction.id(),
                transaction.actions().indexOf(make),
                request,
                State.HELD,
                null))
        .ifPresent(bookings::add);
  }

  private void modify(BookingAction.Modify modify, UnitBooking booking) {
    var schedule = modify.schedule() == null ? booking.request().schedule() : modify.schedule();
    var work =
        modify.work() == null
            ? new RequestedResources.Units(
                facility.name(), booking.request().unit(), booking.request().amount())
            : modify.work();
    rules
        .refusalForMove(booking.request().schedule(), schedule)
        .ifPresentOrElse(
            refusal -> refuse(booking.bookingId(), refusal),
            () ->
                requestIfFree(booking.bookingId(), schedule, work)
                    .ifPresent(request ->
                        bookings.holdModification(booking.bookingId(), transaction.id(), request)));
  }

  /** The request, if it fits beside all other bookings; otherwise records a refusal. */
  private Optional<UnitRequest> requestIfFree(
      String bookingId, Schedule schedule, RequestedResources work) {
    var permanentRefusal =
        facility.permanentRefusal(work).or(() -> rules.refusalForSchedule(schedule));
    if (permanentRefusal.isPresent()) {
      refuse(bookingId, permanentRefusal.get());
    } else if (!UnitCapacity.isWithinHorizon(schedule)) {
      refuse(
          bookingId,
          rules.refusal(
              Refusal.Code.BEYOND_HORIZON,
              "EndTime",
              "the end time is too far in the future; it must be before 2150"));
    } else if (work instanceof RequestedResources.Units(_, var unit, var amount)) {
      var capacity = unitCapacity(bookingId, unit, schedule.startTime(), schedule.endTime());
      if (capacity.fits(schedule, amount)) {
        return Optional.of(new UnitRequest(unit, amount, schedule));
      }
      refuse(bookingId, busyRefusal(bookingId, unit, amount, schedule, capacity));
    }
    return Optional.empty();
  }

  private UnitCapacity unitCapacity(String bookingId, String unit, Instant from, Instant to) {
    return UnitCapacity.of(
        facility.capacityOf(unit), bookings.listOtherAllocations(bookingId, unit, from, to));
  }

  private Refusal busyRefusal(
      String bookingId, String unit, int amount, Schedule schedule, UnitCapacity capacity) {
    var laterCapacity =
        unitCapacity(bookingId, unit, schedule.startTime(), UnitCapacity.HORIZON_END);
    return new Refusal(
        Refusal.Code.CAPACITY_BUSY,
        facility.name(),
        "Amount",
        "%s has %d of %d %s free from %s to %s; %d requested"
            .formatted(
                facility.name(),
                capacity.free(schedule),
                facility.capacityOf(unit),
                unit,
                schedule.startTime(),
                schedule.endTime(),
                amount),
        laterCapacity.nextFit(schedule, amount).orElse(null));
  }

  private Optional<UnitBooking> findChangeable(BookingAction change) {
    var found = bookings.find(change.bookingId());
    var current = found.map(booking -> booking.currentBooking(now)).orElse(null);
    var refusal = rules.refusalForChange(change, current);
    refusal.ifPresent(value -> refuse(change.bookingId(), value));
    return refusal.isPresent() ? Optional.empty() : found;
  }

  private void refuse(String bookingId, Refusal refusal) {
    refusals.add(new ActionRefusal(bookingId, refusal));
  }
}

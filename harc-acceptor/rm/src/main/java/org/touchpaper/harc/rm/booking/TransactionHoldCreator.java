package org.touchpaper.harc.rm.booking;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.model.RunRequest;
import org.touchpaper.harc.rm.run.RunBooking;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.BookingActionRules;
import org.touchpaper.harc.rm.scheduler.PrepareResult.ActionRefusal;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;

/**
 * Evaluates and holds a transaction's actions one by one, so that each counts for the following
 * ones; if one is refused, the caller rolls all of them back.
 */
final class TransactionHoldCreator {
  private final Backend backend;
  private final Backend.Evaluator evaluator;
  private final BookingRepository bookings;
  private final Transaction transaction;
  private final Instant now;
  private final BookingActionRules rules;
  private final Set<String> seenIds = new HashSet<>();
  private final List<ActionRefusal> refusals = new ArrayList<>();
  private int pieces;

  TransactionHoldCreator(
      Backend backend,
      Backend.Evaluator evaluator,
      BookingRepository bookings,
      Transaction transaction,
      Instant now) {
    this.backend = backend;
    this.evaluator = evaluator;
    this.bookings = bookings;
    this.transaction = transaction;
    this.now = now;
    this.rules = new BookingActionRules(backend.resource(), backend.busyCode(), now);
  }

  /** Holds all actions; returns the refusals, empty if all are held. */
  List<ActionRefusal> hold() {
    for (var action : transaction.actions()) {
      Consumer<Refusal> refuse =
          refusal -> refusals.add(new ActionRefusal(action.bookingId(), refusal));
      if (seenIds.add(action.bookingId())) {
        bookings
            .ownership()
            .refusal(transaction, action, backend.resource(), backend.localSites())
            .ifPresentOrElse(refuse, () -> hold(action, refuse));
      } else {
        refuse.accept(rules.duplicateActionRefusal());
      }
    }
    return refusals;
  }

  private void hold(BookingAction action, Consumer<Refusal> refuse) {
    switch (action) {
      case BookingAction.Make make -> make(make, refuse);
      case BookingAction.Modify modify ->
          findChangeable(modify, refuse).ifPresent(booking -> modify(modify, booking, refuse));
      case BookingAction.Cancel cancel -> cancel(cancel, refuse);
    }
  }

  private void make(BookingAction.Make make, Consumer<Refusal> refuse) {
    evaluator
        .permanentRefusal(make.work())
        .or(() -> rules.refusalForSchedule(make.schedule()))
        .or(() -> bookings.find(make.bookingId()).map(_ -> rules.nameTakenRefusal()))
        .ifPresentOrElse(
            refuse,
            () ->
                evaluator
                    .account(transaction.ownerOf(make), refuse)
                    .ifPresent(account -> make(make, account, refuse)));
  }

  private void make(BookingAction.Make make, String account, Consumer<Refusal> refuse) {
    var schedule = backend.rounded(make.schedule());
    evaluator
        .allocate(make.bookingId(), schedule, make.work(), null, refuse)
        .ifPresent(allocation -> {
          add(make, make.bookingId(), null, account, allocation);
          bookings
              .find(make.bookingId())
              .ifPresent(booking -> launch(make.work(), booking.forRuns(now), refuse));
        });
  }

  /** Holds the launch that the work contains. */
  private void launch(ResourceRequest work, RunBooking booking, Consumer<Refusal> refuse) {
    if (work instanceof ResourceRequest.Compute(_, _, RunRequest.Launch launch)) {
      backend
          .runs()
          .map(runs -> runs.hold(booking, transaction, launch))
          .orElseGet(() ->
              Optional.of(
                  rules.refusal(
                      Refusal.Code.LAUNCH_UNAVAILABLE,
                      "Run",
                      backend.resource() + " launches nothing")))
          .ifPresent(refuse);
    }
  }

  private void add(
      BookingAction action,
      String bookingId,
      @Nullable String parentId,
      String account,
      Allocation allocation) {
    var projection = bookings.projection();
    bookings.add(
        new Booking(
            bookingId,
            transaction.id(),
            transaction.actions().indexOf(action),
            parentId,
            1,
            account,
            allocation,
            projection == BackendPresenceMode.FROM_HOLD
                ? BookingState.PREPARING
                : BookingState.HELD,
            null,
            null,
            projection,
            backend.newReservation(bookingId)));
  }

  private void modify(BookingAction.Modify modify, Booking booking, Consumer<Refusal> refuse) {
    var schedule = modify.schedule() == null ? booking.schedule() : modify.schedule();
    var rounded = backend.rounded(schedule);
    var work = modify.work() == null ? backend.workOf(booking.allocation()) : modify.work();
    evaluator
        .permanentRefusal(work)
        .or(() -> rules.refusalForSchedule(schedule))
        .or(() -> refusalWhileModifying(booking))
        .or(() -> rules.refusalForMove(booking.schedule(), rounded))
        .ifPresentOrElse(
            refuse,
            () ->
                evaluator
                    .allocate(booking.bookingId(), rounded, work, booking.allocation(), refuse)
                    .ifPresent(allocation -> {
                      amend(modify, booking, allocation);
                      backend
                          .runs()
                          .flatMap(runs -> runs.refusalOfTime(booking.forRuns(allocation, now)))
                          .ifPresent(refuse);
                      launch(work, booking.forRuns(allocation, now), refuse);
                    }));
  }

  private Optional<Refusal> refusalWhileModifying(Booking booking) {
    return booking.state().isAmending()
        ? Optional.of(rules.refusalWhileModifying(booking.problem()))
        : Optional.empty();
  }

  private void amend(BookingAction.Modify modify, Booking booking, Allocation allocation) {
    var id = booking.bookingId();
    bookings.holdAmendment(id, transaction.id(), allocation);
    if (bookings.projection() == BackendPresenceMode.FROM_HOLD) {
      for (var piece : allocation.beyond(booking.allocation())) {
        var pieceId = "%s#%s.%d".formatted(id, transaction.id(), pieces++);
        add(modify, pieceId, id, booking.account(), piece);
      }
    }
  }

  private void cancel(BookingAction.Cancel cancel, Consumer<Refusal> refuse) {
    if (findVisible(cancel)
        .filter(booking -> booking.currentBooking(now).hasNothingToCancel())
        .isEmpty()) {
      findChangeable(cancel, refuse)
          .ifPresent(booking -> bookings.recordChangeHeldBy(booking.bookingId(), transaction.id()));
    }
  }

  /** Finds the booking, if it can be changed. */
  private Optional<Booking> findChangeable(BookingAction change, Consumer<Refusal> refuse) {
    var found = findVisible(change);
    var refusal =
        rules.refusalForChange(
            change, found.map(booking -> booking.currentBooking(now)).orElse(null));
    refusal.ifPresent(refuse);
    return refusal.isPresent() ? Optional.empty() : found;
  }

  /** Pieces are not visible to clients. */
  private Optional<Booking> findVisible(BookingAction change) {
    return bookings.findForUpdate(change.bookingId()).filter(booking -> !booking.isPiece());
  }
}

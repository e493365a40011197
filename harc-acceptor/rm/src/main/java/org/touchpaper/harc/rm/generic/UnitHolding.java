package org.touchpaper.harc.rm.generic;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.touchpaper.harc.rm.generic.UnitBooking.State;
import org.touchpaper.harc.rm.generic.UnitBooking.Wanted;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.HoldAnswer.Reason;
import org.touchpaper.harc.rm.local.Rules;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * Holds a transaction's actions one by one, so that each counts for those behind it; if one is
 * refused, the caller undoes them all.
 */
final class UnitHolding {
  private final Facility facility;
  private final UnitBookings bookings;
  private final Transaction transaction;
  private final Instant now;
  private final Rules rules;
  private final Set<String> seen = new HashSet<>();
  private final List<Reason> reasons = new ArrayList<>();

  UnitHolding(Facility facility, UnitBookings bookings, Transaction transaction, Instant now) {
    this.facility = facility;
    this.bookings = bookings;
    this.transaction = transaction;
    this.now = now;
    this.rules = new Rules(facility.name(), Refusal.Code.CAPACITY_BUSY, now);
  }

  /** Why not; empty if all of it is held. */
  List<Reason> hold() {
    for (var action : transaction.actions()) {
      if (seen.add(action.ident())) {
        bookings
            .owners()
            .refusal(transaction, action, facility.name(), facility.local())
            .ifPresentOrElse(why -> refuse(action.ident(), why), () -> hold(action));
      } else {
        refuse(action.ident(), rules.oncePerBooking());
      }
    }
    return reasons;
  }

  private void hold(Action action) {
    switch (action) {
      case Action.Make make -> make(make);
      case Action.Modify modify -> changeable(modify).ifPresent(has -> modify(modify, has));
      case Action.Cancel cancel -> cancel(cancel);
    }
  }

  private void cancel(Action.Cancel cancel) {
    if (bookings.find(cancel.ident()).filter(has -> has.standing(now).isGone()).isEmpty()) {
      changeable(cancel).ifPresent(has -> bookings.claim(has.ident(), transaction.id()));
    }
  }

  private void make(Action.Make make) {
    var ident = make.ident();
    if (bookings.find(ident).isPresent()) {
      refuse(ident, rules.nameIsTaken());
      return;
    }
    fitting(ident, make.schedule(), make.work())
        .map(wanted ->
            new UnitBooking(
                ident,
                transaction.id(),
                transaction.actions().indexOf(make),
                wanted,
                State.HELD,
                null))
        .ifPresent(bookings::add);
  }

  private void modify(Action.Modify modify, UnitBooking has) {
    var schedule = modify.schedule() == null ? has.wanted().schedule() : modify.schedule();
    var work =
        modify.work() == null
            ? new Work.Units(facility.name(), has.wanted().unit(), has.wanted().amount())
            : modify.work();
    rules
        .against(has.wanted().schedule(), schedule)
        .ifPresentOrElse(
            why -> refuse(has.ident(), why),
            () ->
                fitting(has.ident(), schedule, work)
                    .ifPresent(wanted -> bookings.hold(has.ident(), transaction.id(), wanted)));
  }

  /** What is wanted, if there is room for it beside all others; refuses if there is not. */
  private Optional<Wanted> fitting(String ident, Schedule schedule, Work work) {
    var never = facility.neverFits(work).or(() -> rules.against(schedule));
    if (never.isPresent()) {
      refuse(ident, never.get());
    } else if (!Room.isWithinReach(schedule)) {
      refuse(ident, rules.refusal(Refusal.Code.BEYOND_HORIZON, "EndTime", "that is too far away"));
    } else if (work instanceof Work.Units(_, var unit, var amount)) {
      var room = room(ident, unit, schedule.startTime(), schedule.endTime());
      if (room.fits(schedule, amount)) {
        return Optional.of(new Wanted(unit, amount, schedule));
      }
      refuse(ident, busy(ident, unit, amount, schedule, room));
    }
    return Optional.empty();
  }

  private Room room(String ident, String unit, Instant from, Instant to) {
    return Room.of(facility.capacityOf(unit), bookings.listTakenBut(ident, unit, from, to));
  }

  private Refusal busy(String ident, String unit, int amount, Schedule schedule, Room room) {
    var later = room(ident, unit, schedule.startTime(), Room.LAST);
    return new Refusal(
        Refusal.Code.CAPACITY_BUSY,
        facility.name(),
        "Amount",
        "only "
            + room.free(schedule)
            + " of "
            + unit
            + "'s "
            + facility.capacityOf(unit)
            + " are free from "
            + schedule.startTime()
            + " to "
            + schedule.endTime()
            + ", "
            + amount
            + " were asked for",
        later.nextFit(schedule, amount).orElse(null));
  }

  private Optional<UnitBooking> changeable(Action change) {
    var found = bookings.find(change.ident());
    var standing = found.map(has -> has.standing(now)).orElse(null);
    var refusal = rules.against(change, standing);
    refusal.ifPresent(why -> refuse(change.ident(), why));
    return refusal.isPresent() ? Optional.empty() : found;
  }

  private void refuse(String ident, Refusal refusal) {
    reasons.add(new Reason(ident, refusal));
  }
}

package org.touchpaper.harc.rm.backend.units;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.scheduler.ActionStatus;
import org.touchpaper.harc.rm.scheduler.BookingRules;
import org.touchpaper.segment.connection.Schedule;

/**
 * A booking of an amount of one unit for a period.
 *
 * @param bookingId the booking's id, chosen by the client that made it
 * @param transaction the HARC transaction that made it
 * @param index the index of its action in that transaction
 * @param changedBy the transaction that holds a change of it, or has cancelled it
 */
record UnitBooking(
    String bookingId,
    String transaction,
    int index,
    UnitRequest request,
    State state,
    @Nullable String changedBy) {

  /** An amount of a unit, and when. */
  record UnitRequest(String unit, int amount, Schedule schedule) {
    /** Such as {@code 20 of tape}. */
    String reference() {
      return amount + " of " + unit;
    }
  }

  /**
   * The stored states. Whether a committed booking is active or has ended follows from the clock.
   */
  enum State {
    HELD,
    ABORTED,
    COMMITTED,
    CANCELLED
  }

  boolean isOver(Instant now) {
    return !now.isBefore(request.schedule().endTime());
  }

  boolean hasBegun(Instant now) {
    return !now.isBefore(request.schedule().startTime());
  }

  /** Its state for a change. */
  BookingRules.CurrentBooking currentBooking(Instant now) {
    return new BookingRules.CurrentBooking(stateAt(now), changedBy);
  }

  ActionStatus actionStatus(Instant now) {
    var currentState = stateAt(now);
    var released =
        switch (currentState) {
          case HELD, COMMITTED, ACTIVE -> false;
          case ENDED, CANCELLED, FAILED, ABORTED -> true;
        };
    return new ActionStatus(
        bookingId, currentState, request.reference(), List.of(request.unit()), null, released);
  }

  ActionStatus.State stateAt(Instant now) {
    return switch (state) {
      case HELD -> ActionStatus.State.HELD;
      case ABORTED -> ActionStatus.State.ABORTED;
      case CANCELLED -> ActionStatus.State.CANCELLED;
      case COMMITTED ->
          isOver(now)
              ? ActionStatus.State.ENDED
              : hasBegun(now) ? ActionStatus.State.ACTIVE : ActionStatus.State.COMMITTED;
    };
  }
}

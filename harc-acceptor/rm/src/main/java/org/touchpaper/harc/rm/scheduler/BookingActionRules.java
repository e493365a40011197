package org.touchpaper.harc.rm.scheduler;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * Rules about names and times that are the same for every scheduler, whatever is free.
 *
 * @param resource the resource in whose name an action is refused
 * @param busyCode the refusal code for what another booking or change occupies
 * @param now the current time
 */
public record BookingActionRules(String resource, Refusal.Code busyCode, Instant now) {

  /**
   * A booking that an action would change.
   *
   * @param state its present state
   * @param changedBy the transaction that holds a change of it; null if there is none
   */
  public record CurrentBooking(ActionStatusDetails.State state, @Nullable String changedBy) {
    private boolean isBinding() {
      return switch (state) {
        case COMMITTED, ACTIVE -> true;
        case HELD, ENDED, CANCELLED, FAILED, ABORTED -> false;
      };
    }

    /**
     * Returns true if nothing is left to cancel. A Cancel is accepted then and does nothing: the
     * other cancellations of its transaction must not depend on it, and a client that repeats a
     * lost Cancel gets the state it requested. An ended booking counts only if no held modification
     * may extend it.
     */
    public boolean hasNothingToCancel() {
      return switch (state) {
        case CANCELLED, FAILED -> true;
        case ENDED -> changedBy == null;
        case HELD, COMMITTED, ACTIVE, ABORTED -> false;
      };
    }
  }

  /** The refusal of a second action on the same booking in one transaction. */
  public Refusal duplicateActionRefusal() {
    return refusal(
        Refusal.Code.NOT_ALLOWED,
        "Ident",
        "the transaction has more than one action for this booking");
  }

  /** The refusal of a Make whose id is taken. */
  public Refusal nameTakenRefusal() {
    return refusal(
        Refusal.Code.NOT_ALLOWED, "Ident", "another booking has this id; choose a different one");
  }

  /**
   * The reason why the booking cannot be changed now; empty if it can.
   *
   * @param current the booking; null if there is none
   */
  public Optional<Refusal> refusalForChange(
      BookingAction change, @Nullable CurrentBooking current) {
    if (current == null) {
      var reason = resource + " has no booking with this id";
      return Optional.of(refusal(Refusal.Code.GIVEN_UP, "Ident", reason));
    }
    if (!current.isBinding()) {
      var reason = "cannot %s the booking: it is %s".formatted(verb(change), current.state());
      return Optional.of(refusal(Refusal.Code.GIVEN_UP, "Ident", reason));
    }
    return Optional.ofNullable(current.changedBy())
        .map(transactionId ->
            refusal(
                busyCode,
                "Ident",
                "transaction " + transactionId + " holds a change of the booking; retry later"));
  }

  private static String verb(BookingAction action) {
    return switch (action) {
      case BookingAction.Make _ -> "make";
      case BookingAction.Modify _ -> "modify";
      case BookingAction.Cancel _ -> "cancel";
    };
  }

  /** The reason why that time cannot be booked; empty if it can. */
  public Optional<Refusal> refusalForSchedule(Schedule wanted) {
    return now.isBefore(wanted.endTime())
        ? Optional.empty()
        : Optional.of(refusal(Refusal.Code.BAD_SCHEDULE, "EndTime", "the end time has passed"));
  }

  /** The reason why a booking cannot move to another time; empty if it can. */
  public Optional<Refusal> refusalForMove(Schedule current, Schedule wanted) {
    var hasStarted = !now.isBefore(current.startTime());
    return hasStarted && !wanted.startTime().equals(current.startTime())
        ? Optional.of(fixedStartRefusal(current))
        : Optional.empty();
  }

  /** The refusal to move the start of a booking that has started. */
  public Refusal fixedStartRefusal(Schedule current) {
    var reason =
        "the start time of a booking that has started cannot change: " + current.startTime();
    return refusal(Refusal.Code.BAD_SCHEDULE, "StartTime", reason);
  }

  /**
   * The refusal of a modification while the previous one is still being applied.
   *
   * @param problem what prevents it from being applied; null if nothing does
   * @throws SchedulerUnreachableException if nothing does: it takes a moment, and the request is
   *     repeated
   */
  public Refusal refusalWhileModifying(@Nullable String problem) {
    var reason = resource + " is still applying the previous modification";
    if (problem == null) {
      throw new SchedulerUnreachableException(reason);
    }
    return refusal(busyCode, "Ident", reason + ": " + problem);
  }

  /** A refusal that offers no next fit. */
  public Refusal refusal(Refusal.Code code, String field, String reason) {
    return new Refusal(code, resource, field, reason, null);
  }
}

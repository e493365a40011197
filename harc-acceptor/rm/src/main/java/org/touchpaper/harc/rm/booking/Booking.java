package org.touchpaper.harc.rm.booking;

import static org.touchpaper.harc.rm.booking.BookingState.ABORTED;
import static org.touchpaper.harc.rm.booking.BookingState.ABORTING;
import static org.touchpaper.harc.rm.booking.BookingState.ACTIVE;
import static org.touchpaper.harc.rm.booking.BookingState.AMENDING;
import static org.touchpaper.harc.rm.booking.BookingState.AMENDING_ACTIVE;
import static org.touchpaper.harc.rm.booking.BookingState.CANCELLED;
import static org.touchpaper.harc.rm.booking.BookingState.CANCELLING;
import static org.touchpaper.harc.rm.booking.BookingState.COMMITTED;
import static org.touchpaper.harc.rm.booking.BookingState.ENDED;
import static org.touchpaper.harc.rm.booking.BookingState.ENDING;
import static org.touchpaper.harc.rm.booking.BookingState.FAILED;
import static org.touchpaper.harc.rm.booking.BookingState.FAILING;
import static org.touchpaper.harc.rm.booking.BookingState.HELD;
import static org.touchpaper.harc.rm.booking.BookingState.MERGING;
import static org.touchpaper.harc.rm.booking.BookingState.PREPARING;
import static org.touchpaper.harc.rm.booking.BookingState.STARTING;
import static org.touchpaper.harc.rm.booking.BookingState.TAKEN;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.model.RunStatus;
import org.touchpaper.harc.rm.run.RunBooking;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingActionRules;
import org.touchpaper.segment.connection.Schedule;

/**
 * A booking at a backend, and its transitions.
 *
 * @param bookingId the booking's id, chosen by the client that made it
 * @param transaction the HARC transaction that made it
 * @param index the index of its action in that transaction
 * @param parentId null for a booking; for a piece that a modification holds, the id of the booking
 *     that is modified
 * @param version how often it was modified, from 1
 * @param account the local account of its owner; empty if the backend has no accounts
 * @param problem the current problem, or the reason of the failure
 * @param changedBy the transaction that holds a change of it, or has cancelled it
 * @param external its reservation in an external scheduler
 */
public record Booking(
    String bookingId,
    String transaction,
    int index,
    @Nullable String parentId,
    int version,
    String account,
    Allocation allocation,
    BookingState state,
    @Nullable String problem,
    @Nullable String changedBy,
    BackendPresenceMode projection,
    RequiredBackendReservation external) {
  /** Separates the reason of the failure from the reason why it is not cleared yet. */
  private static final String NOT_CLEARED_SEPARATOR = "; not cleared: ";

  /** The names of its nodes, or of its unit. */
  public List<String> items() {
    return allocation.items();
  }

  public Schedule schedule() {
    return allocation.schedule();
  }

  /** The id of the booking that clients know. */
  public String rootBookingId() {
    return parentId == null ? bookingId : parentId;
  }

  /**
   * Returns true if it is a piece: what a modification needs in addition to the modified booking.
   */
  boolean isPiece() {
    return parentId != null;
  }

  /**
   * Commits it; no effect in the states that follow a commit. A piece is finished: its capacity
   * belongs to the modified booking.
   */
  Booking commit() {
    return switch (state.publicState()) {
      case HELD -> commitHeld();
      case ABORTED -> {
        if (!isPiece()) {
          throw illegalTransition("commit");
        }
        yield this;
      }
      case COMMITTED, ACTIVE, ENDED, CANCELLED, FAILED -> this;
    };
  }

  private Booking commitHeld() {
    if (state == PREPARING) {
      throw illegalTransition("commit");
    }
    if (isPiece()) {
      return withState(MERGING);
    }
    return state == TAKEN ? withState(FAILING).withProblem(problem) : withState(COMMITTED);
  }

  Booking abort() {
    return switch (state.publicState()) {
      case HELD -> withState(projection == BackendPresenceMode.FROM_HOLD ? ABORTING : ABORTED);
      case ABORTED -> this;
      case COMMITTED, ACTIVE, ENDED, CANCELLED, FAILED -> throw illegalTransition("abort");
    };
  }

  /** Returns true if a third party took it away. */
  boolean hasFailed() {
    return state.publicState() == ActionStatusDetails.State.FAILED;
  }

  /** Returns true if nobody is supposed to use it any longer. */
  public boolean isOver() {
    return switch (state.publicState()) {
      case HELD, COMMITTED, ACTIVE -> false;
      case ENDED, CANCELLED, FAILED, ABORTED -> true;
    };
  }

  /** Returns true from its start time on. */
  public boolean hasBegun(Instant now) {
    return !now.isBefore(schedule().startTime());
  }

  /** Returns true if the backend has something of it, or is to have. */
  private boolean isProjected() {
    return switch (projection) {
      case NONE -> false;
      case FROM_START -> state != COMMITTED && state != ENDED;
      case FROM_HOLD -> true;
    };
  }

  /** As what is launched on it sees it. */
  RunBooking forRuns(Instant now) {
    return forRuns(allocation, now);
  }

  /** As what is launched on it sees it, with what a modification would give it. */
  RunBooking forRuns(Allocation amended, Instant now) {
    return new RunBooking(
        bookingId,
        version,
        account,
        amended.items(),
        amended.schedule(),
        external.name(),
        phase(now));
  }

  private RunBooking.Phase phase(Instant now) {
    return switch (dueAt(now).state) {
      case PREPARING, HELD, TAKEN, MERGING, ABORTING, AMENDING, AMENDING_ACTIVE, STARTING ->
          RunBooking.Phase.UNSETTLED;
      case COMMITTED -> RunBooking.Phase.AHEAD;
      case ACTIVE -> RunBooking.Phase.ACTIVE;
      case ENDING, ENDED, FAILING, FAILED, ABORTED -> RunBooking.Phase.ENDED;
      case CANCELLING, CANCELLED -> RunBooking.Phase.CANCELLED;
    };
  }

  /** Its state for a change. */
  BookingActionRules.CurrentBooking currentBooking(Instant now) {
    return new BookingActionRules.CurrentBooking(dueAt(now).state.publicState(), changedBy);
  }

  /**
   * Applies a held modification, which the backend does not have yet. A booking that ended in the
   * meantime starts again if time is left; a failed one stays failed.
   */
  Booking modify(Allocation modified) {
    return switch (state.publicState()) {
      case COMMITTED, ACTIVE -> modified(modified, external.seenBootTime());
      case ENDED -> modified(modified, null);
      case FAILED -> this;
      case HELD, ABORTED, CANCELLED -> throw illegalTransition("modify");
    };
  }

  private Booking modified(Allocation modified, @Nullable Instant bootTime) {
    return new Booking(
        bookingId,
        transaction,
        index,
        parentId,
        version + 1,
        account,
        modified,
        isProjected() ? amending(modified) : COMMITTED,
        null,
        null,
        projection,
        new RequiredBackendReservation(
            external.name(), external.holdAccount(), bootTime, schedule().endTime()));
  }

  /** An active booking whose start stays is not interrupted. */
  private BookingState amending(Allocation modified) {
    var keepsStart = !modified.schedule().startTime().isAfter(schedule().startTime());
    return state.publicState() == ActionStatusDetails.State.ACTIVE && keepsStart
        ? AMENDING_ACTIVE
        : AMENDING;
  }

  /** An active booking that is being modified must be closed before it is open as modified. */
  public Booking interrupted() {
    return with(AMENDING, problem, external);
  }

  /** Applies a held cancellation; an ended or failed booking stays as it is. */
  public Booking cancel() {
    return switch (state.publicState()) {
      case COMMITTED, ACTIVE -> withState(isProjected() ? CANCELLING : CANCELLED);
      case ENDED, CANCELLED, FAILED -> this;
      case HELD, ABORTED -> throw illegalTransition("cancel");
    };
  }

  /** The state that the clock calls for; itself if nothing is due. */
  public Booking dueAt(Instant now) {
    return switch (state.publicState()) {
      case COMMITTED, ACTIVE -> {
        if (isPiece()) {
          yield this;
        }
        if (!now.isBefore(schedule().endTime())) {
          yield withState(isProjected() ? ENDING : ENDED);
        }
        yield state == COMMITTED && hasBegun(now) ? begun() : this;
      }
      case HELD, ENDED, CANCELLED, FAILED, ABORTED -> this;
    };
  }

  private Booking begun() {
    return switch (projection) {
      case NONE -> withState(ACTIVE);
      case FROM_START -> withState(STARTING);
      case FROM_HOLD -> this; // active once the backend reports it
    };
  }

  /** When it must be checked again; empty for never. */
  Optional<Instant> nextCheck(Instant now, Duration interval) {
    var retry = now.plus(interval);
    var schedule = schedule();
    return switch (state) {
      case HELD -> problem == null ? Optional.empty() : Optional.of(retry);
      case COMMITTED ->
          Optional.of(
              problem == null && now.isBefore(schedule.startTime()) ? schedule.startTime() : retry);
      case STARTING, ACTIVE ->
          Optional.of(
              (projection == BackendPresenceMode.FROM_START || problem != null)
                      && retry.isBefore(schedule.endTime())
                  ? retry
                  : schedule.endTime());
      case MERGING, AMENDING, AMENDING_ACTIVE, ABORTING, ENDING, CANCELLING, FAILING ->
          Optional.of(retry);
      case PREPARING, TAKEN, ABORTED, ENDED, CANCELLED, FAILED -> Optional.empty();
    };
  }

  /** The backend holds it: it was read back. */
  public Booking held(Instant bootTime) {
    return withState(HELD).withSeenBootTime(bootTime);
  }

  /** The backend has it as it is: it was read back. */
  public Booking started() {
    return withState(ACTIVE);
  }

  /** The external scheduler has its reservation as required: it was read back. */
  public Booking confirmed(Instant bootTime, boolean isActive) {
    var settled =
        state == COMMITTED || state.isAmending() ? withState(isActive ? ACTIVE : COMMITTED) : this;
    return settled.withProblem(null).withSeenBootTime(bootTime);
  }

  /**
   * Before its reservation is created or changed: a missing one is then our own doing, and one that
   * is found must still be checked for other jobs on its nodes.
   */
  public Booking beingReserved() {
    return withSeenBootTime(null);
  }

  /**
   * Returns true if the external scheduler has ended its reservation before it received the
   * modification.
   */
  public boolean hasEndedUnmodified(Instant now) {
    var reservedUntil = external.reservedUntil();
    return state.isAmending() && reservedUntil != null && !reservedUntil.isAfter(now);
  }

  /** The backend has nothing of it, as intended. */
  public Booking cleared() {
    return switch (state) {
      case AMENDING, AMENDING_ACTIVE -> withState(COMMITTED);
      case MERGING, ABORTING -> withState(ABORTED);
      case ENDING -> withState(ENDED);
      case CANCELLING -> withState(CANCELLED);
      case FAILING -> withState(FAILED).withProblem(failureReason());
      case PREPARING, HELD, TAKEN, ABORTED, COMMITTED, STARTING, ACTIVE, ENDED, CANCELLED, FAILED ->
          this;
    };
  }

  /**
   * A third party took it away: this is respected, not repaired. A hold is only marked, and fails
   * when it is decided, because a vote is never taken back.
   */
  public Booking takenAway(String reason) {
    return withState(state == HELD ? TAKEN : FAILING).withProblem(reason);
  }

  /** With a current problem; the reason of a failure is kept. */
  public Booking withCurrentProblem(String currentProblem) {
    return withProblem(
        state == FAILING
            ? failureReason() + NOT_CLEARED_SEPARATOR + currentProblem
            : currentProblem);
  }

  private String failureReason() {
    return problem == null ? "" : problem.split(NOT_CLEARED_SEPARATOR, 2)[0];
  }

  /** The status for clients; never active after its end, even if it is not cleared yet. */
  ActionStatusDetails actionStatus(Instant now, String reference, @Nullable RunStatus run) {
    var current = dueAt(now).state;
    return new ActionStatusDetails(
        bookingId, current.publicState(), reference, items(), problem, current.isClean(), run);
  }

  private Booking withState(BookingState newState) {
    return with(newState, null, external);
  }

  public Booking withProblem(@Nullable String newProblem) {
    return with(state, newProblem, external);
  }

  private Booking withSeenBootTime(@Nullable Instant bootTime) {
    return with(state, problem, external.withSeenBootTime(bootTime));
  }

  private Booking with(
      BookingState newState, @Nullable String newProblem, RequiredBackendReservation reservation) {
    return new Booking(
        bookingId,
        transaction,
        index,
        parentId,
        version,
        account,
        allocation,
        newState,
        newProblem,
        changedBy,
        projection,
        reservation);
  }

  private IllegalStateException illegalTransition(String verb) {
    return new IllegalStateException("cannot " + verb + " " + bookingId + ": it is " + state);
  }
}

package org.touchpaper.harc.rm.backend.slurm;

import static org.touchpaper.harc.rm.backend.slurm.SlurmBookingState.ABORTED;
import static org.touchpaper.harc.rm.backend.slurm.SlurmBookingState.ABORTING;
import static org.touchpaper.harc.rm.backend.slurm.SlurmBookingState.ACTIVE;
import static org.touchpaper.harc.rm.backend.slurm.SlurmBookingState.AMENDING;
import static org.touchpaper.harc.rm.backend.slurm.SlurmBookingState.CANCELLED;
import static org.touchpaper.harc.rm.backend.slurm.SlurmBookingState.CANCELLING;
import static org.touchpaper.harc.rm.backend.slurm.SlurmBookingState.COMMITTED;
import static org.touchpaper.harc.rm.backend.slurm.SlurmBookingState.ENDED;
import static org.touchpaper.harc.rm.backend.slurm.SlurmBookingState.ENDING;
import static org.touchpaper.harc.rm.backend.slurm.SlurmBookingState.FAILED;
import static org.touchpaper.harc.rm.backend.slurm.SlurmBookingState.FAILING;
import static org.touchpaper.harc.rm.backend.slurm.SlurmBookingState.HELD;
import static org.touchpaper.harc.rm.backend.slurm.SlurmBookingState.MERGING;
import static org.touchpaper.harc.rm.backend.slurm.SlurmBookingState.TAKEN;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.scheduler.ActionStatus;
import org.touchpaper.harc.rm.scheduler.BookingRules;
import org.touchpaper.segment.connection.Schedule;

/**
 * Nodes that are assigned to one person for a period, and the reservation that Slurm is to have for
 * them.
 *
 * @param bookingId the booking's id, chosen by the client that made it
 * @param transaction the HARC transaction that made it
 * @param index the index of its action in that transaction
 * @param parentId null for a booking; for a piece that a modification holds, the id of the booking
 *     that is modified
 * @param version how often it was modified, from 1
 * @param reservation its name in Slurm
 * @param account the local account of its owner
 * @param nodes the nodes' names
 * @param schedule when, in whole seconds
 * @param state its state
 * @param problem the current problem, or the reason of the failure
 * @param changedBy the transaction that holds a change of it, or has cancelled it
 * @param seenBootTime the boot time of the slurmctld that last showed its reservation; null if the
 *     reservation is to be created, so that nobody can have taken it
 * @param reservedUntil the end of its reservation before a modification that Slurm does not have
 *     yet; after it Slurm has ended the reservation by itself
 * @param holdAccount the account to which its reservation belongs while undecided
 */
record SlurmBooking(
    String bookingId,
    String transaction,
    int index,
    @Nullable String parentId,
    int version,
    String reservation,
    String account,
    List<String> nodes,
    Schedule schedule,
    SlurmBookingState state,
    @Nullable String problem,
    @Nullable String changedBy,
    @Nullable Instant seenBootTime,
    @Nullable Instant reservedUntil,
    String holdAccount) {
  /** Separates the reason of the failure from the reason why it is not cleared yet. */
  private static final String NOT_CLEARED_SEPARATOR = "; not cleared: ";

  SlurmBooking {
    nodes = List.copyOf(nodes);
  }

  /** The id of the booking that clients know. */
  String rootBookingId() {
    return parentId == null ? bookingId : parentId;
  }

  /** The reservation that Slurm is to have, for that account. */
  SlurmReservation reservationFor(String account) {
    return new SlurmReservation(reservation, nodes, schedule, List.of(account), false);
  }

  /** Returns true if a third party took the hold. */
  boolean isTaken() {
    return state == TAKEN;
  }

  /**
   * Returns true if it is a piece: what a modification needs in addition to the modified booking.
   */
  boolean isPiece() {
    return parentId != null;
  }

  /**
   * Commits it; no effect in the states that follow a commit. A piece is finished: its nodes belong
   * to the modified booking.
   */
  SlurmBooking commit() {
    return switch (state) {
      case HELD -> withState(isPiece() ? MERGING : COMMITTED);
      case TAKEN -> isPiece() ? withState(MERGING) : withState(FAILING).withProblem(problem);
      case ABORTING, ABORTED -> {
        if (isPiece()) {
          yield this;
        }
        throw illegalTransition("commit");
      }
      case MERGING,
          COMMITTED,
          AMENDING,
          ACTIVE,
          ENDING,
          ENDED,
          CANCELLING,
          CANCELLED,
          FAILING,
          FAILED ->
          this;
      case PREPARING -> throw illegalTransition("commit");
    };
  }

  SlurmBooking abort() {
    return switch (state) {
      case PREPARING, HELD, TAKEN -> withState(ABORTING);
      case ABORTING, ABORTED -> this;
      case MERGING,
          COMMITTED,
          AMENDING,
          ACTIVE,
          ENDING,
          ENDED,
          CANCELLING,
          CANCELLED,
          FAILING,
          FAILED ->
          throw illegalTransition("abort");
    };
  }

  /** Returns true if a third party on the machine took it away. */
  boolean hasFailed() {
    return state == FAILING || state == FAILED;
  }

  /** Returns true if no job is supposed to run in it any longer. */
  boolean isOver() {
    return switch (state) {
      case PREPARING, HELD, TAKEN, MERGING, COMMITTED, AMENDING, ACTIVE -> false;
      case ABORTING, ABORTED, ENDING, ENDED, CANCELLING, CANCELLED, FAILING, FAILED -> true;
    };
  }

  /** Its state for a change. */
  BookingRules.CurrentBooking currentBooking(Instant now) {
    return new BookingRules.CurrentBooking(dueAt(now).state.publicState(), changedBy);
  }

  private boolean isBinding() {
    return !isPiece() && (state == COMMITTED || state == AMENDING || state == ACTIVE);
  }

  /**
   * Applies a held modification, which Slurm does not have yet. A booking that ended in the
   * meantime starts again if time is left; a failed one stays failed.
   */
  SlurmBooking modify(SlurmBookingModification modification) {
    return switch (state) {
      case COMMITTED, AMENDING, ACTIVE -> modified(modification, seenBootTime);
      case ENDING, ENDED -> modified(modification, null);
      case FAILING, FAILED -> this;
      case PREPARING, HELD, TAKEN, MERGING, ABORTING, ABORTED, CANCELLING, CANCELLED ->
          throw illegalTransition("modify");
    };
  }

  private SlurmBooking modified(SlurmBookingModification modification, @Nullable Instant bootTime) {
    return new SlurmBooking(
        bookingId,
        transaction,
        index,
        parentId,
        version + 1,
        reservation,
        account,
        modification.nodes(),
        modification.schedule(),
        AMENDING,
        null,
        null,
        bootTime,
        schedule.endTime(),
        holdAccount);
  }

  /**
   * Before its reservation is deleted and created again: a missing reservation is then our own
   * doing.
   */
  SlurmBooking beingRecreated() {
    return withSeenBootTime(null);
  }

  /** Returns true if Slurm has ended its reservation before it received the modification. */
  boolean hasEndedUnmodified(Instant now) {
    return state == AMENDING && reservedUntil != null && !reservedUntil.isAfter(now);
  }

  /** Applies a held cancellation; an ended or failed booking stays as it is. */
  SlurmBooking cancel() {
    return switch (state) {
      case COMMITTED, AMENDING, ACTIVE -> withState(CANCELLING);
      case ENDING, ENDED, CANCELLING, CANCELLED, FAILING, FAILED -> this;
      case PREPARING, HELD, TAKEN, MERGING, ABORTING, ABORTED -> throw illegalTransition("cancel");
    };
  }

  /** The state that the clock calls for; itself if nothing is due. */
  SlurmBooking dueAt(Instant now) {
    var isOver = !now.isBefore(schedule.endTime());
    return isOver && isBinding() ? withState(ENDING) : this;
  }

  /** Its reservation was created for the hold account and read back. */
  SlurmBooking held(Instant bootTime) {
    return withState(HELD).withSeenBootTime(bootTime);
  }

  /** Its reservation reads back as required. */
  SlurmBooking confirmed(Instant bootTime, boolean isActive) {
    var settled =
        state == COMMITTED || state == AMENDING ? withState(isActive ? ACTIVE : COMMITTED) : this;
    return settled.withProblem(null).withSeenBootTime(bootTime);
  }

  /** Its reservation has been deleted, as intended. */
  SlurmBooking cleared() {
    return switch (state) {
      case MERGING, ABORTING -> withState(ABORTED);
      case ENDING -> withState(ENDED);
      case CANCELLING -> withState(CANCELLED);
      case FAILING -> withState(FAILED).withProblem(failureReason());
      case PREPARING, HELD, TAKEN, ABORTED, COMMITTED, AMENDING, ACTIVE, ENDED, CANCELLED, FAILED ->
          this;
    };
  }

  /**
   * A third party on the machine took it away: this is respected, not repaired. A hold is only
   * marked, and fails when it is decided, because a vote is never taken back.
   */
  SlurmBooking takenAway(String reason) {
    return withState(state == HELD ? TAKEN : FAILING).withProblem(reason);
  }

  /** With a current problem; the reason of a failure is kept. */
  SlurmBooking withCurrentProblem(String currentProblem) {
    return withProblem(
        state == FAILING
            ? failureReason() + NOT_CLEARED_SEPARATOR + currentProblem
            : currentProblem);
  }

  private String failureReason() {
    return problem == null ? "" : problem.split(NOT_CLEARED_SEPARATOR, 2)[0];
  }

  /** The status for clients; never active after its end, even if it is not cleared yet. */
  ActionStatus actionStatus(Instant now) {
    var current = dueAt(now);
    return new ActionStatus(
        bookingId,
        current.state.publicState(),
        reservation,
        nodes,
        problem,
        current.state.isClean());
  }

  private SlurmBooking withState(SlurmBookingState newState) {
    return with(newState, null, seenBootTime);
  }

  private SlurmBooking withProblem(@Nullable String newProblem) {
    return with(state, newProblem, seenBootTime);
  }

  private SlurmBooking withSeenBootTime(@Nullable Instant bootTime) {
    return with(state, problem, bootTime);
  }

  private SlurmBooking with(
      SlurmBookingState newState, @Nullable String newProblem, @Nullable Instant bootTime) {
    return new SlurmBooking(
        bookingId,
        transaction,
        index,
        parentId,
        version,
        reservation,
        account,
        nodes,
        schedule,
        newState,
        newProblem,
        changedBy,
        bootTime,
        reservedUntil,
        holdAccount);
  }

  private IllegalStateException illegalTransition(String verb) {
    return new IllegalStateException("cannot " + verb + " " + bookingId + ": it is " + state);
  }
}

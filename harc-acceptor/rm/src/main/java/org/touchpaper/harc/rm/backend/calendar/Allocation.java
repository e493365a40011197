package org.touchpaper.harc.rm.backend.calendar;

import static org.touchpaper.harc.rm.backend.calendar.AllocationState.ABORTED;
import static org.touchpaper.harc.rm.backend.calendar.AllocationState.ACTIVE;
import static org.touchpaper.harc.rm.backend.calendar.AllocationState.AMENDING;
import static org.touchpaper.harc.rm.backend.calendar.AllocationState.CANCELLED;
import static org.touchpaper.harc.rm.backend.calendar.AllocationState.CANCELLING;
import static org.touchpaper.harc.rm.backend.calendar.AllocationState.COMMITTED;
import static org.touchpaper.harc.rm.backend.calendar.AllocationState.ENDED;
import static org.touchpaper.harc.rm.backend.calendar.AllocationState.ENDING;
import static org.touchpaper.harc.rm.backend.calendar.AllocationState.FAILED;
import static org.touchpaper.harc.rm.backend.calendar.AllocationState.FAILING;
import static org.touchpaper.harc.rm.backend.calendar.AllocationState.HELD;
import static org.touchpaper.harc.rm.backend.calendar.AllocationState.STARTING;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.scheduler.ActionStatus;
import org.touchpaper.harc.rm.scheduler.BookingRules;
import org.touchpaper.segment.connection.Schedule;

/**
 * Nodes that are assigned to one person for a period.
 *
 * @param bookingId the booking's id, chosen by the client that made it
 * @param transaction the HARC transaction that made it
 * @param index the index of its action in that transaction
 * @param account the local account of its owner
 * @param nodes the nodes' numbers, from 1
 * @param schedule when
 * @param state its state
 * @param problem the current problem, or the reason of the failure
 * @param changedBy the transaction that holds a change of it, or has cancelled it
 * @param version how often it was modified, from 1
 */
record Allocation(
    String bookingId,
    String transaction,
    int index,
    String account,
    List<Integer> nodes,
    Schedule schedule,
    AllocationState state,
    @Nullable String problem,
    @Nullable String changedBy,
    int version) {
  /** Separates the reason of the failure from the reason why it is not cleared yet. */
  private static final String NOT_CLEARED_SEPARATOR = "; not cleared: ";

  Allocation {
    nodes = List.copyOf(nodes);
  }

  /** Commits it; no effect in the states that follow a commit. */
  Allocation commit() {
    return switch (state) {
      case HELD -> withState(COMMITTED);
      case COMMITTED,
          AMENDING,
          STARTING,
          ACTIVE,
          ENDING,
          ENDED,
          CANCELLING,
          CANCELLED,
          FAILING,
          FAILED ->
          this;
      case ABORTED -> throw illegalTransition("commit");
    };
  }

  Allocation abort() {
    return switch (state) {
      case HELD -> withState(ABORTED);
      case ABORTED -> this;
      case COMMITTED,
          AMENDING,
          STARTING,
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

  /** Its state for a change. */
  BookingRules.CurrentBooking currentBooking(Instant now) {
    return new BookingRules.CurrentBooking(dueAt(now).state.publicState(), changedBy);
  }

  /** Applies a held cancellation; an ended or failed allocation stays as it is. */
  Allocation cancel() {
    return switch (state) {
      case COMMITTED -> withState(CANCELLED);
      case AMENDING, STARTING, ACTIVE -> withState(CANCELLING);
      case ENDING, ENDED, CANCELLING, CANCELLED, FAILING, FAILED -> this;
      case HELD, ABORTED -> throw illegalTransition("cancel");
    };
  }

  /** Returns true from its start time on. */
  boolean hasBegun(Instant now) {
    return !now.isBefore(schedule.startTime());
  }

  /**
   * Applies a held modification. If the machine may have a file of it, that must be updated. An
   * allocation that ended in the meantime starts again if time is left; a failed one stays failed.
   */
  Allocation modify(AllocationModification modification) {
    return switch (state) {
      case COMMITTED, ENDED -> modified(modification, COMMITTED);
      case AMENDING, STARTING, ACTIVE, ENDING -> modified(modification, AMENDING);
      case FAILING, FAILED -> this;
      case HELD, ABORTED, CANCELLING, CANCELLED -> throw illegalTransition("modify");
    };
  }

  private Allocation modified(AllocationModification modification, AllocationState newState) {
    return new Allocation(
        bookingId,
        transaction,
        index,
        account,
        modification.nodes(),
        modification.schedule(),
        newState,
        null,
        null,
        version + 1);
  }

  /** The state that the clock calls for; itself if nothing is due. */
  Allocation dueAt(Instant now) {
    var isOver = !now.isBefore(schedule.endTime());
    return switch (state) {
      case COMMITTED ->
          isOver ? withState(ENDED) : schedule.contains(now) ? withState(STARTING) : this;
      case AMENDING, STARTING, ACTIVE -> isOver ? withState(ENDING) : this;
      case HELD, ABORTED, ENDING, ENDED, CANCELLING, CANCELLED, FAILING, FAILED -> this;
    };
  }

  /** The file was written and read back. */
  Allocation started() {
    return state == STARTING || state == AMENDING ? withState(ACTIVE) : this;
  }

  /** The file has been removed, as intended. */
  Allocation cleared() {
    return switch (state) {
      case AMENDING -> withState(COMMITTED);
      case ENDING -> withState(ENDED);
      case CANCELLING -> withState(CANCELLED);
      case FAILING -> withState(FAILED).withProblem(failureReason());
      case HELD, ABORTED, COMMITTED, STARTING, ACTIVE, ENDED, CANCELLED, FAILED -> this;
    };
  }

  /** A third party on the machine took it away: this is respected, not repaired. */
  Allocation takenAway(String reason) {
    return state == ACTIVE ? withState(FAILING).withProblem(reason) : this;
  }

  /** With a current problem; the reason of a failure is kept. */
  Allocation withCurrentProblem(String currentProblem) {
    return withProblem(
        state == FAILING
            ? failureReason() + NOT_CLEARED_SEPARATOR + currentProblem
            : currentProblem);
  }

  private String failureReason() {
    return problem == null ? "" : problem.split(NOT_CLEARED_SEPARATOR, 2)[0];
  }

  Allocation withProblem(@Nullable String newProblem) {
    return new Allocation(
        bookingId,
        transaction,
        index,
        account,
        nodes,
        schedule,
        state,
        newProblem,
        changedBy,
        version);
  }

  /** The status for clients; never active after its end, even if it is not cleared yet. */
  ActionStatus actionStatus(Instant now, List<String> nodeNames) {
    var current = dueAt(now);
    return new ActionStatus(
        bookingId,
        current.state.publicState(),
        String.join(",", nodeNames),
        nodeNames,
        problem,
        current.state.isClean());
  }

  private Allocation withState(AllocationState newState) {
    return new Allocation(
        bookingId,
        transaction,
        index,
        account,
        nodes,
        schedule,
        newState,
        null,
        changedBy,
        version);
  }

  private IllegalStateException illegalTransition(String verb) {
    return new IllegalStateException("cannot " + verb + " " + bookingId + ": it is " + state);
  }
}

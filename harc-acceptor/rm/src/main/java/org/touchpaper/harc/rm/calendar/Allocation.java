package org.touchpaper.harc.rm.calendar;

import static org.touchpaper.harc.rm.calendar.AllocationState.ABORTED;
import static org.touchpaper.harc.rm.calendar.AllocationState.ACTIVE;
import static org.touchpaper.harc.rm.calendar.AllocationState.AMENDING;
import static org.touchpaper.harc.rm.calendar.AllocationState.CANCELLED;
import static org.touchpaper.harc.rm.calendar.AllocationState.CANCELLING;
import static org.touchpaper.harc.rm.calendar.AllocationState.COMMITTED;
import static org.touchpaper.harc.rm.calendar.AllocationState.ENDED;
import static org.touchpaper.harc.rm.calendar.AllocationState.ENDING;
import static org.touchpaper.harc.rm.calendar.AllocationState.FAILED;
import static org.touchpaper.harc.rm.calendar.AllocationState.FAILING;
import static org.touchpaper.harc.rm.calendar.AllocationState.HELD;
import static org.touchpaper.harc.rm.calendar.AllocationState.STARTING;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Rules;
import org.touchpaper.segment.connection.Schedule;

/**
 * Named nodes promised to one person for a stretch of time.
 *
 * @param ident the booking's name, chosen by whoever made it
 * @param transaction the HARC transaction that made it
 * @param index which of that transaction's actions
 * @param holder the local account it is for
 * @param nodes the nodes' numbers, from 1
 * @param schedule when
 * @param state where it stands
 * @param problem what goes wrong, or why it failed
 * @param changedBy the transaction that holds a change of it, or has cancelled it
 * @param version how often it was modified, from 1
 */
record Allocation(
    String ident,
    String transaction,
    int index,
    String holder,
    List<Integer> nodes,
    Schedule schedule,
    AllocationState state,
    @Nullable String problem,
    @Nullable String changedBy,
    int version) {
  /** Between why it failed and why it is not cleared yet. */
  private static final String BESIDE = "; not cleared: ";

  Allocation {
    nodes = List.copyOf(nodes);
  }

  /** Committing what is committed is harmless; so is every later state a commit can lead to. */
  Allocation commit() {
    return switch (state) {
      case HELD -> in(COMMITTED);
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
      case ABORTED -> throw impossible("commit");
    };
  }

  Allocation abort() {
    return switch (state) {
      case HELD -> in(ABORTED);
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
          throw impossible("abort");
    };
  }

  /** True if somebody on the machine took it away. */
  boolean hasFailed() {
    return state == FAILING || state == FAILED;
  }

  /** For whoever wants it changed. */
  Rules.Standing standing(Instant now) {
    return new Rules.Standing(at(now).state.part(), changedBy);
  }

  /** Carries out a held cancellation; what ended or failed in the meantime stays that. */
  Allocation cancel() {
    return switch (state) {
      case COMMITTED -> in(CANCELLED);
      case AMENDING, STARTING, ACTIVE -> in(CANCELLING);
      case ENDING, ENDED, CANCELLING, CANCELLED, FAILING, FAILED -> this;
      case HELD, ABORTED -> throw impossible("cancel");
    };
  }

  /** True from its start on. */
  boolean hasBegun(Instant now) {
    return !now.isBefore(schedule.startTime());
  }

  /**
   * Carries out a held modification. Where something may be on the machine, it is to be told; what
   * ended in the meantime begins again if there is time left; what failed stays that.
   */
  Allocation amend(Amendment wanted) {
    return switch (state) {
      case COMMITTED, ENDED -> amended(wanted, COMMITTED);
      case AMENDING, STARTING, ACTIVE, ENDING -> amended(wanted, AMENDING);
      case FAILING, FAILED -> this;
      case HELD, ABORTED, CANCELLING, CANCELLED -> throw impossible("modify");
    };
  }

  private Allocation amended(Amendment wanted, AllocationState next) {
    return new Allocation(
        ident,
        transaction,
        index,
        holder,
        wanted.nodes(),
        wanted.schedule(),
        next,
        null,
        null,
        version + 1);
  }

  /** The intention that the clock calls for; itself if nothing is due. */
  Allocation at(Instant now) {
    var isOver = !now.isBefore(schedule.endTime());
    return switch (state) {
      case COMMITTED -> isOver ? in(ENDED) : schedule.contains(now) ? in(STARTING) : this;
      case AMENDING, STARTING, ACTIVE -> isOver ? in(ENDING) : this;
      case HELD, ABORTED, ENDING, ENDED, CANCELLING, CANCELLED, FAILING, FAILED -> this;
    };
  }

  /** The file was written and read back. */
  Allocation started() {
    return state == STARTING || state == AMENDING ? in(ACTIVE) : this;
  }

  /** The file is gone, as was intended. */
  Allocation cleared() {
    return switch (state) {
      case AMENDING -> in(COMMITTED);
      case ENDING -> in(ENDED);
      case CANCELLING -> in(CANCELLED);
      case FAILING -> in(FAILED).withProblem(reason());
      case HELD, ABORTED, COMMITTED, STARTING, ACTIVE, ENDED, CANCELLED, FAILED -> this;
    };
  }

  /** Somebody on the machine took it away: respected, not repaired. */
  Allocation taken(String reason) {
    return state == ACTIVE ? in(FAILING).withProblem(reason) : this;
  }

  /** Something goes wrong with it at the moment; why it failed is not forgotten over that. */
  Allocation hindered(String trouble) {
    return withProblem(state == FAILING ? reason() + BESIDE + trouble : trouble);
  }

  private String reason() {
    return problem == null ? "" : problem.split(BESIDE, 2)[0];
  }

  Allocation withProblem(@Nullable String sentence) {
    return new Allocation(
        ident, transaction, index, holder, nodes, schedule, state, sentence, changedBy, version);
  }

  /** What people are told; from the end on never active, even if nobody has cleaned up yet. */
  Part part(Instant now, List<String> nodeNames) {
    var over = at(now);
    return new Part(
        ident,
        over.state.part(),
        String.join(",", nodeNames),
        nodeNames,
        problem,
        over.state.isClean());
  }

  private Allocation in(AllocationState next) {
    return new Allocation(
        ident, transaction, index, holder, nodes, schedule, next, null, changedBy, version);
  }

  private IllegalStateException impossible(String verb) {
    return new IllegalStateException("cannot " + verb + " " + ident + ": it is " + state);
  }
}

package org.touchpaper.harc.rm.slurm;

import static org.touchpaper.harc.rm.slurm.BookingState.ABORTED;
import static org.touchpaper.harc.rm.slurm.BookingState.ABORTING;
import static org.touchpaper.harc.rm.slurm.BookingState.ACTIVE;
import static org.touchpaper.harc.rm.slurm.BookingState.AMENDING;
import static org.touchpaper.harc.rm.slurm.BookingState.CANCELLED;
import static org.touchpaper.harc.rm.slurm.BookingState.CANCELLING;
import static org.touchpaper.harc.rm.slurm.BookingState.COMMITTED;
import static org.touchpaper.harc.rm.slurm.BookingState.ENDED;
import static org.touchpaper.harc.rm.slurm.BookingState.ENDING;
import static org.touchpaper.harc.rm.slurm.BookingState.FAILED;
import static org.touchpaper.harc.rm.slurm.BookingState.FAILING;
import static org.touchpaper.harc.rm.slurm.BookingState.HELD;
import static org.touchpaper.harc.rm.slurm.BookingState.MERGING;
import static org.touchpaper.harc.rm.slurm.BookingState.TAKEN;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Rules;
import org.touchpaper.segment.connection.Schedule;

/**
 * Named nodes promised to one person for a stretch of time, and what Slurm is to be told of it.
 *
 * @param ident the booking's name, chosen by whoever made it
 * @param transaction the HARC transaction that made it
 * @param index which of that transaction's actions
 * @param partOf null for a booking; the ident of the booking of whose modification this holds a
 *     piece, until the modification is carried out
 * @param version how often it was modified, from 1
 * @param reservation its name in Slurm
 * @param holder the local account it is for
 * @param nodes the nodes' names
 * @param schedule when, in whole seconds
 * @param state where it stands
 * @param problem what goes wrong, or why it failed
 * @param changedBy the transaction that holds a change of it, or has cancelled it
 * @param seenBoot when the slurmctld was started that last showed its reservation; null where it is
 *     to be made, and nobody can have taken it
 * @param standsUntil the end its reservation had before it was modified, while Slurm is to be told;
 *     from then on it is gone by itself
 * @param holdAccount the account its reservation is made out to while undecided; null for what an
 *     earlier build booked, which did not write it down
 */
record Booking(
    String ident,
    String transaction,
    int index,
    @Nullable String partOf,
    int version,
    String reservation,
    String holder,
    List<String> nodes,
    Schedule schedule,
    BookingState state,
    @Nullable String problem,
    @Nullable String changedBy,
    @Nullable Instant seenBoot,
    @Nullable Instant standsUntil,
    @Nullable String holdAccount) {
  /** Between why it failed and why it is not cleared yet. */
  private static final String BESIDE = "; not cleared: ";

  Booking {
    nodes = List.copyOf(nodes);
  }

  /** The ident of the booking that people know. */
  String wholeIdent() {
    return partOf == null ? ident : partOf;
  }

  /** Its reservation as Slurm is to have it, made out to that account. */
  SlurmReservation reservationFor(String account) {
    return new SlurmReservation(reservation, nodes, schedule, List.of(account), false);
  }

  /** True if somebody took what is only held. */
  boolean isTaken() {
    return state == TAKEN;
  }

  /** True if it only holds what the modification of another booking needs beside that. */
  boolean isPiece() {
    return partOf != null;
  }

  /**
   * Committing what is committed is harmless; so is every later state a commit can lead to. A piece
   * has done its work: its nodes are the booking's whose modification it belongs to.
   */
  Booking commit() {
    return switch (state) {
      case HELD -> in(isPiece() ? MERGING : COMMITTED);
      case TAKEN -> isPiece() ? in(MERGING) : in(FAILING).withProblem(problem);
      case ABORTING, ABORTED -> {
        if (isPiece()) {
          yield this;
        }
        throw impossible("commit");
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
      case PREPARING -> throw impossible("commit");
    };
  }

  Booking abort() {
    return switch (state) {
      case PREPARING, HELD, TAKEN -> in(ABORTING);
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
          throw impossible("abort");
    };
  }

  /** True if somebody on the machine took it away. */
  boolean hasFailed() {
    return state == FAILING || state == FAILED;
  }

  /** True once nothing is to run in it any more, whatever may still do so. */
  boolean isOver() {
    return switch (state) {
      case PREPARING, HELD, TAKEN, MERGING, COMMITTED, AMENDING, ACTIVE -> false;
      case ABORTING, ABORTED, ENDING, ENDED, CANCELLING, CANCELLED, FAILING, FAILED -> true;
    };
  }

  /** For whoever wants it changed. */
  Rules.Standing standing(Instant now) {
    return new Rules.Standing(at(now).state.part(), changedBy);
  }

  private boolean isBinding() {
    return !isPiece() && (state == COMMITTED || state == AMENDING || state == ACTIVE);
  }

  /**
   * Carries out a held modification: Slurm is to be told. What ended in the meantime begins again
   * if there is time left; what failed stays that.
   */
  Booking amend(Amendment wanted) {
    return switch (state) {
      case COMMITTED, AMENDING, ACTIVE -> amended(wanted, seenBoot);
      case ENDING, ENDED -> amended(wanted, null);
      case FAILING, FAILED -> this;
      case PREPARING, HELD, TAKEN, MERGING, ABORTING, ABORTED, CANCELLING, CANCELLED ->
          throw impossible("modify");
    };
  }

  private Booking amended(Amendment wanted, @Nullable Instant boot) {
    return new Booking(
        ident,
        transaction,
        index,
        partOf,
        version + 1,
        reservation,
        holder,
        wanted.nodes(),
        wanted.schedule(),
        AMENDING,
        null,
        null,
        boot,
        schedule.endTime(),
        holdAccount);
  }

  /** Its reservation is about to be deleted, to be made anew: nobody else takes it away. */
  Booking beingMadeAnew() {
    return seen(null);
  }

  /**
   * True if Slurm has ended its reservation as it was before Slurm was told of its modification.
   */
  boolean hasEndedAsItWas(Instant now) {
    return state == AMENDING && standsUntil != null && !standsUntil.isAfter(now);
  }

  /** Carries out a held cancellation; what ended or failed in the meantime stays that. */
  Booking cancel() {
    return switch (state) {
      case COMMITTED, AMENDING, ACTIVE -> in(CANCELLING);
      case ENDING, ENDED, CANCELLING, CANCELLED, FAILING, FAILED -> this;
      case PREPARING, HELD, TAKEN, MERGING, ABORTING, ABORTED -> throw impossible("cancel");
    };
  }

  /** The intention that the clock calls for; itself if nothing is due. */
  Booking at(Instant now) {
    var isOver = !now.isBefore(schedule.endTime());
    return isOver && isBinding() ? in(ENDING) : this;
  }

  /** Its reservation was made for the hold account, and reads back as wanted. */
  Booking held(Instant boot) {
    return in(HELD).seen(boot);
  }

  /** Its reservation reads back as wanted. */
  Booking upheld(Instant boot, boolean isActive) {
    var settled =
        state == COMMITTED || state == AMENDING ? in(isActive ? ACTIVE : COMMITTED) : this;
    return settled.withProblem(null).seen(boot);
  }

  /** Its reservation is gone, as was intended. */
  Booking cleared() {
    return switch (state) {
      case MERGING, ABORTING -> in(ABORTED);
      case ENDING -> in(ENDED);
      case CANCELLING -> in(CANCELLED);
      case FAILING -> in(FAILED).withProblem(reason());
      case PREPARING, HELD, TAKEN, ABORTED, COMMITTED, AMENDING, ACTIVE, ENDED, CANCELLED, FAILED ->
          this;
    };
  }

  /**
   * Somebody on the machine took it away: respected, not repaired. What is only held says so, and
   * fails when it is decided: a vote that was given is not taken back.
   */
  Booking taken(String reason) {
    return in(state == HELD ? TAKEN : FAILING).withProblem(reason);
  }

  /** Something goes wrong with it at the moment; why it failed is not forgotten over that. */
  Booking hindered(String trouble) {
    return withProblem(state == FAILING ? reason() + BESIDE + trouble : trouble);
  }

  private String reason() {
    return problem == null ? "" : problem.split(BESIDE, 2)[0];
  }

  /** What people are told; from the end on never active, even if nobody has cleaned up yet. */
  Part part(Instant now) {
    var over = at(now);
    return new Part(ident, over.state.part(), reservation, nodes, problem, over.state.isClean());
  }

  private Booking in(BookingState next) {
    return with(next, null, seenBoot);
  }

  private Booking withProblem(@Nullable String sentence) {
    return with(state, sentence, seenBoot);
  }

  private Booking seen(@Nullable Instant boot) {
    return with(state, problem, boot);
  }

  private Booking with(BookingState next, @Nullable String sentence, @Nullable Instant boot) {
    return new Booking(
        ident,
        transaction,
        index,
        partOf,
        version,
        reservation,
        holder,
        nodes,
        schedule,
        next,
        sentence,
        changedBy,
        boot,
        standsUntil,
        holdAccount);
  }

  private IllegalStateException impossible(String verb) {
    return new IllegalStateException("cannot " + verb + " " + ident + ": it is " + state);
  }
}

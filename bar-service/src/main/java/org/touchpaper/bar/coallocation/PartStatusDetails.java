package org.touchpaper.bar.coallocation;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.BookingPhase;

/**
 * The status of a part.
 *
 * @param reference the resource manager's name for it
 * @param path the links and elements it crosses, for display
 * @param problem the last reported problem, or the reason of its failure
 * @param forgotten true while its resource manager, which had agreed to it, has no record of it
 * @param noAnswerReason why its resource manager gives no reply; null while it does
 * @param released true once clean-up after the end is verified
 */
public record PartStatusDetails(
    BookingPhase state,
    @Nullable String reference,
    List<String> path,
    @Nullable String problem,
    boolean forgotten,
    @Nullable String noAnswerReason,
    boolean released) {

  public static final PartStatusDetails UNDECIDED =
      new PartStatusDetails(BookingPhase.UNDECIDED, null, List.of(), null, false, null, false);

  public PartStatusDetails {
    path = List.copyOf(path);
  }

  PartStatusDetails withPhase(BookingPhase phase) {
    return new PartStatusDetails(
        phase, reference, path, problem, forgotten, noAnswerReason, released);
  }

  /** Returns the status after a change; failed, cancelled and refused parts stay so. */
  PartStatusDetails afterChange(boolean isUnchanged) {
    return switch (state) {
      case FAILED, CANCELLED, REFUSED -> this;
      case ACTIVE -> isUnchanged ? this : withPhase(BookingPhase.COMMITTED);
      case UNDECIDED, COMMITTED, ENDED ->
          new PartStatusDetails(
              BookingPhase.COMMITTED, reference, path, problem, forgotten, noAnswerReason, false);
    };
  }

  PartStatusDetails withHeld(String newReference, List<String> newPath) {
    return new PartStatusDetails(
        state, newReference, newPath, problem, forgotten, noAnswerReason, released);
  }

  PartStatusDetails reported(BookingPhase phase, @Nullable String newProblem, boolean isReleased) {
    return new PartStatusDetails(phase, reference, path, newProblem, false, null, isReleased);
  }

  /** Returns the status after a reply without a change. */
  PartStatusDetails unchanged() {
    return reported(state, forgotten ? null : problem, released);
  }

  /**
   * Returns the status after a missing reply, with its reason; null if the reason is irrelevant.
   */
  PartStatusDetails noAnswer(@Nullable String reason) {
    return new PartStatusDetails(state, reference, path, problem, forgotten, reason, released);
  }

  /**
   * Returns the status after its resource manager denied it. Its state stays, because the resource
   * manager may run with a wrong database; the problem says so.
   */
  PartStatusDetails markForgotten(String reason) {
    var isLive = state == BookingPhase.COMMITTED || state == BookingPhase.ACTIVE;
    return new PartStatusDetails(
        state, reference, path, isLive || problem == null ? reason : problem, true, null, released);
  }

  /** Cancels it; a failed part stays failed. */
  PartStatusDetails becomeCancelled() {
    return hasFailed() ? this : withPhase(BookingPhase.CANCELLED);
  }

  boolean hasFailed() {
    return state == BookingPhase.FAILED;
  }

  /**
   * Returns true unless it is cancelled, or its resource manager, which must agree to a
   * cancellation, has no record of it.
   */
  boolean isCancellable() {
    return !forgotten && state != BookingPhase.CANCELLED;
  }

  /** Returns why it has failed, such as an officer's cut; empty unless it has. */
  public Optional<String> failureReason() {
    return hasFailed() ? Optional.ofNullable(problem) : Optional.empty();
  }

  /** Returns the current problem: as reported last, or that no reply comes. */
  public Optional<String> problemDescription() {
    return Optional.ofNullable(problem).or(() -> Optional.ofNullable(noAnswerReason));
  }
}

package org.touchpaper.bar.coallocation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.reservation.BookingPhase;

/**
 * The status of a part.
 *
 * @param reference the resource manager's name for it
 * @param path the links and elements it crosses, for display
 * @param problem the last reported problem, or the reason of its failure
 * @param forgotten set while its resource manager, which had agreed to it, has no record of it
 * @param noAnswerReason why its resource manager gives no reply; null while it does
 * @param released true once clean-up after the end is verified
 */
public record PartStatus(
    BookingPhase state,
    @Nullable String reference,
    List<String> path,
    @Nullable String problem,
    @Nullable ForgottenRecord forgotten,
    @Nullable String noAnswerReason,
    boolean released) {

  /**
   * How long a forgotten part counts as impaired, not failed: its resource manager may run with a
   * wrong or empty database until an operator corrects it.
   */
  static final Duration FORGOTTEN_GRACE = Duration.ofMinutes(1);

  public static final PartStatus UNDECIDED =
      new PartStatus(BookingPhase.UNDECIDED, null, List.of(), null, null, null, false);

  public PartStatus {
    path = List.copyOf(path);
  }

  /**
   * Records that a part's resource manager has no record of it.
   *
   * @param reason the last reported reason
   * @param since since when without interruption; null if the part had ended before, or if replies
   *     were missing since
   * @param knowsOriginal true if it knows the transaction that made the part and lacks only a
   *     change
   */
  public record ForgottenRecord(String reason, @Nullable Instant since, boolean knowsOriginal) {

    boolean hasExpired(Instant now) {
      return since != null && !now.isBefore(since.plus(FORGOTTEN_GRACE));
    }

    ForgottenRecord withoutSince() {
      return new ForgottenRecord(reason, null, knowsOriginal);
    }
  }

  PartStatus withPhase(BookingPhase phase) {
    return new PartStatus(phase, reference, path, problem, forgotten, noAnswerReason, released);
  }

  /** Returns the status after a change; failed, cancelled and refused parts stay so. */
  PartStatus afterChange(boolean isUnchanged) {
    return switch (state) {
      case FAILED, CANCELLED, REFUSED -> this;
      case ACTIVE -> isUnchanged ? this : withPhase(BookingPhase.COMMITTED);
      case UNDECIDED, COMMITTED, ENDED ->
          new PartStatus(
              BookingPhase.COMMITTED, reference, path, problem, forgotten, noAnswerReason, false);
    };
  }

  PartStatus withHeld(String newReference, List<String> newPath) {
    return new PartStatus(
        state, newReference, newPath, problem, forgotten, noAnswerReason, released);
  }

  PartStatus reported(BookingPhase phase, @Nullable String newProblem, boolean isReleased) {
    return new PartStatus(phase, reference, path, newProblem, null, null, isReleased);
  }

  /** Returns the status after a reply without a change; undoes a failure because of forgetting. */
  PartStatus unchanged() {
    return reported(isFailedBecauseForgotten() ? BookingPhase.COMMITTED : state, problem, released);
  }

  /**
   * Returns the status after a missing reply, with its reason; null if the reason is irrelevant.
   */
  PartStatus noAnswer(@Nullable String reason) {
    var remaining = forgotten == null || !isLive() ? forgotten : forgotten.withoutSince();
    return new PartStatus(state, reference, path, problem, remaining, reason, released);
  }

  /** Marks it as forgotten; a failure for another reason stays. */
  PartStatus markForgotten(CommitProtocolPort.PartForgotten report, Instant now) {
    var forgottenSince = forgotten == null ? null : forgotten.since();
    var record =
        new ForgottenRecord(
            report.reason(),
            forgottenSince == null && isLive() ? now : forgottenSince,
            report.knowsOriginal());
    return new PartStatus(
        state, reference, path, isLive() ? null : problem, record, null, released);
  }

  PartStatus failIfForgottenTooLong(Instant now) {
    return isLive() && forgotten != null && forgotten.hasExpired(now)
        ? withPhase(BookingPhase.FAILED)
        : this;
  }

  /**
   * Cancels it. A failed part stays failed, unless its resource manager lacked only a change and
   * cancelled the original. A part that its resource manager does not know was not in the request
   * and may be reported again.
   */
  PartStatus becomeCancelled() {
    return !isCancellable() || (hasFailed() && !isFailedBecauseForgotten())
        ? this
        : new PartStatus(
            BookingPhase.CANCELLED, reference, path, problem, null, noAnswerReason, released);
  }

  boolean hasFailed() {
    return state == BookingPhase.FAILED;
  }

  boolean isCancelled() {
    return state == BookingPhase.CANCELLED;
  }

  boolean isLive() {
    return state == BookingPhase.COMMITTED || state == BookingPhase.ACTIVE;
  }

  /** Returns true while it is live and its resource manager has no record of it. */
  boolean isForgotten() {
    return isLive() && forgotten != null;
  }

  /** Returns true if it failed only because it was forgotten; a later report undoes that. */
  boolean isFailedBecauseForgotten() {
    return hasFailed() && forgotten != null && forgotten.since() != null;
  }

  /**
   * Returns true if its resource manager may hold it, and knows it well enough to agree to a
   * cancellation.
   */
  boolean isCancellable() {
    return switch (state) {
      case FAILED -> forgotten == null || forgotten.knowsOriginal();
      case CANCELLED -> forgotten == null && !released;
      case UNDECIDED, COMMITTED, ACTIVE, ENDED, REFUSED -> true;
    };
  }

  /** Returns the current problem: as reported last, or that no reply comes. */
  public Optional<String> problemDescription() {
    var forgottenReason = Optional.ofNullable(forgotten).map(ForgottenRecord::reason);
    return Stream.of(
            Optional.ofNullable(problem), forgottenReason, Optional.ofNullable(noAnswerReason))
        .flatMap(Optional::stream)
        .findFirst();
  }
}

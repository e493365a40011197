package org.touchpaper.bar.coallocation;

import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** The aggregate state of a co-allocation, its parts, and why it was refused or failed. */
@Embeddable
class AggregateStatus {

  @Enumerated(EnumType.STRING)
  private BookingPhase state;

  @Convert(converter = JsonConverters.PartsConverter.class)
  private List<CoAllocationPart> parts;

  @Embedded private RefusalDetails rejection;

  /** True once it was cancelled; a part may still be reported as live later. */
  private boolean cancelled;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected AggregateStatus() {}

  private AggregateStatus(List<CoAllocationPart> parts) {
    this.state = BookingPhase.UNDECIDED;
    this.parts = new CoAllocationParts(parts).withPhase(BookingPhase.UNDECIDED).all();
    this.rejection = RefusalDetails.none();
  }

  static AggregateStatus undecided(List<CoAllocationPart> parts) {
    return new AggregateStatus(parts);
  }

  /** Refuses it before any resource manager was queried. */
  void refuse(String reason) {
    setPhase(BookingPhase.REFUSED);
    rejection = RefusalDetails.withReason(reason);
  }

  /** Refuses it permanently because of resource managers' refusals. */
  void refuse(List<Refusal> reason, SlotSearch placement) {
    recordRefusals(reason);
    refuse(placement);
  }

  /** Refuses it because of the refusals recorded last. */
  void refuse(SlotSearch placement) {
    setPhase(BookingPhase.REFUSED);
    rejection.finish(placement);
  }

  /** Fails it because another transaction was committed in its place. */
  void fail(String reason) {
    setPhase(BookingPhase.FAILED);
    rejection = RefusalDetails.withReason(reason);
  }

  private void setPhase(BookingPhase phase) {
    state = phase;
    parts = asParts().withPhase(phase).all();
  }

  /** Records the refusals of an attempt; the booking stays undecided. */
  void recordRefusals(List<Refusal> refusals) {
    rejection = RefusalDetails.refusedBy(refusals);
  }

  /** Records why a cancellation was refused; the booking is unchanged. */
  void keepAfterRefusedCancel(List<Refusal> refusals) {
    rejection = rejection.withRefusals(refusals);
  }

  void offerAlternatives(List<Schedule> schedules) {
    rejection.offerAlternatives(schedules);
  }

  void becomeCommitted(Map<UUID, CommitProtocolPort.HeldPart> heldParts) {
    state = BookingPhase.COMMITTED;
    parts = asParts().becomeCommitted(heldParts).all();
  }

  /** Applies a committed change, which may clear a failure. */
  void applyModification(
      List<CoAllocationPart> newParts,
      Map<UUID, CommitProtocolPort.HeldPart> heldParts,
      boolean isOver,
      Instant now) {
    parts = asParts().changedTo(newParts, heldParts, now).all();
    state = asParts().aggregatePhase(isOver);
    rejection = state == BookingPhase.FAILED ? rejection : RefusalDetails.none();
  }

  /** Cancels it. A part that has failed stays failed, with its reason. */
  void becomeCancelled() {
    parts = asParts().becomeCancelled().all();
    if (cancelled) {
      becomeFullyCancelled();
    } else {
      cancelled = true;
      state = BookingPhase.CANCELLED;
      rejection = asParts().anyIn(BookingPhase.FAILED) ? rejection : RefusalDetails.none();
    }
  }

  /**
   * Applies resource managers' reports; returns true if anything changed. Once all parts are
   * cancelled the booking is cancelled, even if the database has no record of a cancellation. A
   * failure because a resource manager forgot a part can be undone by a later report. A part that
   * is reported as live after a cancellation must be cancelled again.
   */
  boolean applyReports(
      Map<UUID, ? extends CommitProtocolPort.PartReport> reports,
      SlotSearch.TimeRelation relation,
      Instant now) {
    var previous = snapshot();
    var isOver = relation == SlotSearch.TimeRelation.AFTER;
    var updated = asParts().withReports(reports, relation, now);
    if (cancelled) {
      parts = updated.all();
      remainCancelled(isOver);
    } else {
      applyToLive(updated, isOver);
    }
    return !previous.equals(snapshot());
  }

  private void applyToLive(CoAllocationParts updated, boolean isOver) {
    var mayRecover = state == BookingPhase.FAILED && asParts().hasFailedBecauseForgotten();
    var isReasonObsolete = mayRecover && asParts().hasFailedBecauseForgottenFor(reason());
    parts = updated.all();
    if (mayRecover
        || state == BookingPhase.COMMITTED
        || state == BookingPhase.ACTIVE
        || state == BookingPhase.ENDED) {
      cancelled = updated.isCancelledAsFarAsPossible();
      state = updated.isCancelled() ? BookingPhase.CANCELLED : updated.aggregatePhase(isOver);
    }
    rejection =
        mayRecover && (isReasonObsolete || state != BookingPhase.FAILED)
            ? RefusalDetails.none()
            : rejection;
    if (state == BookingPhase.FAILED && reason().isEmpty()) {
      rejection = RefusalDetails.withReason(updated.failureReason().orElse("a part failed"));
    }
  }

  /** After the end time remaining parts need no further cancellation. */
  private void remainCancelled(boolean isOver) {
    var remaining = isOver ? Optional.<String>empty() : asParts().live().describeNotCancelled();
    if (remaining.isPresent()) {
      state = BookingPhase.FAILED;
      rejection = RefusalDetails.withReason(remaining.get());
    } else if (state == BookingPhase.FAILED && asParts().isGone()) {
      becomeFullyCancelled();
    }
  }

  /** Cancels all of it, keeping the reason of failed parts. */
  private void becomeFullyCancelled() {
    state = BookingPhase.CANCELLED;
    rejection =
        asParts().failureReason().map(RefusalDetails::withReason).orElse(RefusalDetails.none());
  }

  private List<Object> snapshot() {
    return List.of(state, asParts().withoutNoAnswerReasons());
  }

  /** Ends all active parts. */
  void endActive() {
    parts = asParts().endActive().all();
    if (state == BookingPhase.COMMITTED || state == BookingPhase.ACTIVE) {
      state = asParts().aggregatePhase(true);
    }
  }

  private CoAllocationParts asParts() {
    return new CoAllocationParts(parts);
  }

  BookingPhase state() {
    return state;
  }

  List<CoAllocationPart> parts() {
    return parts;
  }

  /** Describes the parts, for display. */
  String summary() {
    return asParts().summary();
  }

  /** Returns the current problem of a part. */
  Optional<String> problem() {
    return asParts().problem();
  }

  /** Returns true once the clean-up of every part is verified. */
  boolean isReleased() {
    return asParts().isReleased();
  }

  List<Refusal> refusals() {
    return state == BookingPhase.REFUSED ? rejection.refusals() : List.of();
  }

  List<Refusal> objections() {
    return rejection.refusals();
  }

  List<Schedule> alternatives() {
    return rejection.alternatives();
  }

  Optional<String> reason() {
    return rejection.reason();
  }
}

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
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.HeldPart;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.PartReport;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** The aggregate state of a co-allocation, its parts, and why it was refused or failed. */
@Embeddable
class CoAllocationStatusDetails {

  @Enumerated(EnumType.STRING)
  private BookingPhase state;

  @Convert(converter = JsonConverters.PartsConverter.class)
  private List<CoAllocationPart> parts;

  @Embedded private RefusalDetails rejection;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected CoAllocationStatusDetails() {}

  private CoAllocationStatusDetails(List<CoAllocationPart> parts) {
    this.state = BookingPhase.UNDECIDED;
    this.parts = new CoAllocationParts(parts).withPhase(BookingPhase.UNDECIDED).all();
    this.rejection = RefusalDetails.none();
  }

  static CoAllocationStatusDetails undecided(List<CoAllocationPart> parts) {
    return new CoAllocationStatusDetails(parts);
  }

  /** Refuses it before any resource manager was queried. */
  void refuse(String reason) {
    setPhase(BookingPhase.REFUSED);
    rejection = RefusalDetails.withReason(reason);
  }

  /** Refuses it permanently because of resource managers' refusals. */
  void refuse(List<Refusal> reason, SlotSearchState placement) {
    recordRefusals(reason);
    refuse(placement);
  }

  /** Refuses it because of the refusals recorded last. */
  void refuse(SlotSearchState placement) {
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

  void becomeCommitted(Map<UUID, HeldPart> heldParts) {
    state = BookingPhase.COMMITTED;
    parts = asParts().becomeCommitted(heldParts).all();
  }

  /** Applies a committed change, which may clear a failure. */
  void applyModification(
      List<CoAllocationPart> newParts, Map<UUID, HeldPart> heldParts, boolean isOver, Instant now) {
    parts = asParts().changedTo(newParts, heldParts, now).all();
    state = asParts().aggregatePhase(isOver);
    rejection = state == BookingPhase.FAILED ? rejection : RefusalDetails.none();
  }

  /** Cancels it. A part that has failed stays failed, with its reason. */
  void becomeCancelled() {
    parts = asParts().becomeCancelled().all();
    state = BookingPhase.CANCELLED;
    rejection = asParts().anyIn(BookingPhase.FAILED) ? rejection : RefusalDetails.none();
  }

  /** Applies resource managers' reports; returns true if anything changed. */
  boolean applyReports(
      Map<UUID, ? extends PartReport> reports, SlotSearchState.TimeRelation relation) {
    var previous = snapshot();
    var updated = asParts().withReports(reports, relation);
    parts = updated.all();
    if (state == BookingPhase.COMMITTED
        || state == BookingPhase.ACTIVE
        || state == BookingPhase.ENDED) {
      state =
          updated.isCancelled()
              ? BookingPhase.CANCELLED
              : updated.aggregatePhase(relation == SlotSearchState.TimeRelation.AFTER);
    }
    if (state == BookingPhase.FAILED && reason().isEmpty()) {
      rejection = RefusalDetails.withReason(updated.failureReason().orElse("a part failed"));
    }
    return !previous.equals(snapshot());
  }

  private List<Object> snapshot() {
    return List.of(state, asParts().withoutNoAnswerReasons());
  }

  void endActive() {
    parts = asParts().endActive().all();
    if (state == BookingPhase.COMMITTED || state == BookingPhase.ACTIVE) {
      state = asParts().aggregatePhase(true);
    }
  }

  CoAllocationParts asParts() {
    return new CoAllocationParts(parts);
  }

  BookingPhase state() {
    return state;
  }

  List<CoAllocationPart> parts() {
    return parts;
  }

  List<Refusal> refusals() {
    return state == BookingPhase.REFUSED ? rejection.refusals() : List.of();
  }

  List<Refusal> objections() {
    return rejection.refusals();
  }

  /** Returns true if the last attempt got no refusal, and a resource manager did not answer. */
  boolean isUnanswered() {
    return rejection.isUnanswered();
  }

  List<Schedule> alternatives() {
    return rejection.alternatives();
  }

  Optional<String> reason() {
    return rejection.reason();
  }
}

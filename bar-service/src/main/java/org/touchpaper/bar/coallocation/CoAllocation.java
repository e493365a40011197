package org.touchpaper.bar.coallocation;

import jakarta.persistence.Convert;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.DynamicUpdate;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.HeldPart;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.PartReport;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.TransactionResult;
import org.touchpaper.bar.coallocation.request.SlotWindow;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * A co-allocation: lightpaths and nodes booked together, all or nothing. Each operation on it is a
 * HARC transaction {@code <id>.<n>}, its {@link TransactionAttempt}. Resource managers report the
 * states of its parts.
 */
@Entity
@DynamicUpdate // most columns are JSON, and few change in a step
@Table(name = "co_allocation")
public class CoAllocation {

  @Id private UUID id;

  @Embedded private RequestOrigin origin;
  @Embedded private SlotSearchState slotSearch;

  @Embedded private CoAllocationStatusDetails status;
  @Embedded private TransactionAttempt attempt;

  @Convert(converter = JsonConverters.ModificationLogConverter.class)
  private ModificationHistory modifications;

  @Embedded private CoAllocationCheckSchedule nextCheck;

  @Version private long rowVersion;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected CoAllocation() {}

  @SuppressWarnings("NullAway.Init") // Hibernate fills the row version
  public CoAllocation(UUID id, RequestOrigin origin, SlotWindow slotWindow, TransactionPlan plan) {
    this.id = id;
    this.origin = origin;
    this.slotSearch = SlotSearchState.startingWith(slotWindow, plan.schedule());
    this.status = CoAllocationStatusDetails.undecided(plan.parts());
    this.attempt = TransactionAttempt.first(plan.request());
    this.modifications = ModificationHistory.NONE;
    this.nextCheck =
        CoAllocationCheckSchedule.startingAt(
            CoAllocationPollIntervalPolicy.callDeadline(origin.createdAt()));
  }

  /**
   * Counts a request to the acceptors to begin, or to read the outcome of, the current transaction.
   */
  public void countBegin() {
    attempt.countBegin();
  }

  /** Applies the result of the current transaction; returns true if anything changed. */
  public boolean applyResult(TransactionResult answer, Instant now) {
    if (attempt.isDecided()) {
      return false;
    }
    var hasChanged =
        switch (answer) {
          case TransactionResult.Undecided result -> remainUndecided(result.problem());
          case TransactionResult.NotStarted result ->
              attempt.wasBegunOnce()
                  ? onNotStarted(result.reason())
                  : remainUndecided(Optional.of(result.problem()));
          case TransactionResult.IdTakenByAborted _ -> onNotStarted(answer.summary());
          case TransactionResult.IdTakenByCommitted result -> onIdTakenByCommitted(result.reason());
          case TransactionResult.Commit(var held) -> onCommitted(held, now);
          case TransactionResult.Abort(var refusals) -> onAborted(refusals);
        };
    nextCheck.reschedule(true, this, now);
    return hasChanged;
  }

  /** Keeps the reason for display; it is not a change. */
  private boolean remainUndecided(Optional<String> reason) {
    attempt.blockedBy(reason.orElse(null));
    return false;
  }

  /**
   * Another transaction, which the database lacks, was committed under this id. Its parts have the
   * ids that this request's parts would have, because ids derive from the number, so a cancellation
   * releases them. The request is not retried, also not under the same key, because it might be
   * booked twice.
   */
  private boolean onIdTakenByCommitted(String reason) {
    attempt.abandon();
    switch (attempt.purpose()) {
      case TransactionPurpose.Make _ -> status.fail(reason);
      case TransactionPurpose.Modify _ ->
          recordModificationOutcome(
              new ModificationRecord.Outcome.Refused(
                  List.of(new Refusal(Refusal.Code.NOT_ALLOWED, "acceptors", "", reason, null)),
                  List.of()));
      case TransactionPurpose.Cancel _ -> {}
    }
    return true;
  }

  /** The transaction never commits; a booking to be changed or cancelled is unchanged. */
  private boolean onNotStarted(String reason) {
    attempt.abandon();
    switch (attempt.purpose()) {
      case TransactionPurpose.Make _ -> status.refuse(reason);
      case TransactionPurpose.Modify _ ->
          recordModificationOutcome(new ModificationRecord.Outcome.NotStarted(reason));
      case TransactionPurpose.Cancel _ -> {}
    }
    return true;
  }

  /** After a cancellation, parts that had failed stay failed, with their reason. */
  private boolean onCommitted(Map<UUID, HeldPart> held, Instant now) {
    attempt.markDecided();
    switch (attempt.purpose()) {
      case TransactionPurpose.Make _ -> status.becomeCommitted(held);
      case TransactionPurpose.Modify(var schedule, var parts) -> {
        recordModificationOutcome(new ModificationRecord.Outcome.Applied());
        modifications
            .findByNumber(attempt.number())
            .map(ModificationRecord::description)
            .ifPresent(this::describe);
        slotSearch = slotSearch.moveTo(schedule);
        status.applyModification(parts, held, slotSearch.isOver(now), now);
      }
      case TransactionPurpose.Cancel _ when slotSearch.isOver(now) -> endIfOver(now);
      case TransactionPurpose.Cancel _ -> status.becomeCancelled();
    }
    return true;
  }

  /** A refused change or cancellation leaves the booking unchanged. */
  private boolean onAborted(List<Refusal> refusals) {
    attempt.markDecided();
    switch (attempt.purpose()) {
      case TransactionPurpose.Make _ -> status.refuse(refusals, slotSearch);
      case TransactionPurpose.Modify _ ->
          recordModificationOutcome(
              RefusalDetails.isUnanswered(refusals)
                  ? new ModificationRecord.Outcome.NotStarted(refusals.getFirst().reason())
                  : new ModificationRecord.Outcome.Refused(refusals, List.of()));
      case TransactionPurpose.Cancel _ -> status.keepAfterRefusedCancel(refusals);
    }
    return true;
  }

  private void recordModificationOutcome(ModificationRecord.Outcome outcome) {
    modifications = modifications.withOutcome(attempt.number(), outcome);
  }

  /**
   * Records that competing bookings hold the resources; returns true if this changes anything. The
   * booking stays undecided and is retried after a pause.
   */
  public boolean loseRace(List<Refusal> refusals, Instant retryAt) {
    if (attempt.isDecided()) {
      return false;
    }
    if (state() != BookingPhase.UNDECIDED) {
      throw new IllegalStateException(id + " is " + state() + "; no attempt is under way");
    }
    attempt.markDecided();
    status.recordRefusals(refusals);
    nextCheck.postponeUntil(retryAt);
    return true;
  }

  /** Returns the field of each part in the request that the current attempt serves. */
  public Map<UUID, String> requestFields() {
    return switch (attempt.purpose()) {
      case TransactionPurpose.Make _, TransactionPurpose.Cancel _ ->
          CoAllocationParts.fields(parts());
      case TransactionPurpose.Modify modify -> CoAllocationParts.fields(modify.parts());
    };
  }

  /** Returns true after a lost race until it is retried or refused. */
  public boolean hasLostRace() {
    return state() == BookingPhase.UNDECIDED && attempt.isDecided();
  }

  /** Returns how often no free slot was found since the race was lost. */
  public int looksForSlot() {
    return hasLostRace() ? nextCheck.unchangedChecks() : 0;
  }

  /** Looks for a free slot once more after a lost race. */
  public void lookAgainAt(Instant at) {
    nextCheck.repeatAt(at);
  }

  public boolean isDue(Instant now) {
    return nextCheck.isDue(now);
  }

  /** Refuses it after the last attempt, and offers alternatives. */
  public void refuse(List<Schedule> alternatives) {
    if (!hasLostRace()) {
      throw new IllegalStateException(id + " is " + state() + "; its attempt was not refused");
    }
    status.refuse(slotSearch);
    offerAlternatives(alternatives);
    nextCheck.stopChecking();
  }

  /**
   * Retries it, possibly at another time, after a lost race or an attempt that was not started or
   * not answered.
   *
   * @param dueAt when the poller takes over the attempt
   */
  public void retryMake(TransactionPlan plan, Instant dueAt) {
    if (!hasLostRace() && !mayBeRepeated()) {
      throw new IllegalStateException(id + " is " + state() + "; it cannot be retried");
    }
    slotSearch =
        mayBeRepeated()
            ? slotSearch.replaceSlot(plan.schedule())
            : slotSearch.nextSlot(plan.schedule());
    attempt = attempt.retryMake(plan.request());
    status = CoAllocationStatusDetails.undecided(plan.parts());
    nextCheck.postponeUntil(dueAt);
  }

  /** Begins a cancellation; see {@link #cancelRefusal}. */
  public void cancel(TransactionRequest request, Instant now) {
    cancelRefusal(now)
        .ifPresent(refusal -> {
          throw new IllegalStateException(id + " cannot be cancelled: " + refusal);
        });
    attempt = attempt.cancel(request);
    nextCheck.postponeUntil(CoAllocationPollIntervalPolicy.callDeadline(now));
  }

  /**
   * Begins a change; see {@link #modificationRefusal}.
   *
   * @param key the Idempotency-Key; null if none
   */
  public void modify(
      TransactionPlan plan, @Nullable String key, ModificationRequest modification, Instant now) {
    modificationRefusal(now)
        .ifPresent(refusal -> {
          throw new IllegalStateException(id + " cannot be changed: " + refusal);
        });
    attempt = attempt.modify(plan);
    var summary =
        new CoAllocationParts(plan.parts()).summary()
            + ", "
            + SlotSearchState.format(plan.schedule());
    modifications =
        modifications.append(
            ModificationRecord.undecided(attempt.number(), key, modification, summary));
    nextCheck.postponeUntil(CoAllocationPollIntervalPolicy.callDeadline(now));
  }

  /** Replaces the description, which no resource manager knows. */
  public void describe(String description) {
    origin = origin.withDescription(description);
  }

  /** Offers alternatives for what was refused. */
  public void offerAlternatives(List<Schedule> alternatives) {
    switch (attempt.purpose()) {
      case TransactionPurpose.Make _ -> status.offerAlternatives(alternatives);
      case TransactionPurpose.Modify _ ->
          modifications = modifications.withAlternatives(attempt.number(), alternatives);
      case TransactionPurpose.Cancel _ -> {}
    }
  }

  /** Applies resource managers' reports on the parts; returns true if anything changed. */
  public boolean applyReports(Map<UUID, ? extends PartReport> reports, Instant now) {
    var hasChanged = status.applyReports(reports, slotSearch.relationTo(now));
    nextCheck.reschedule(hasChanged, this, now);
    return hasChanged;
  }

  /** Makes it due, unless it needs no further check; the pause after a lost race is kept. */
  public void checkNow(Instant now) {
    if (attempt.isDecided()
        && state() != BookingPhase.UNDECIDED
        && dueAt().map(at -> at.isAfter(now)).orElse(false)) {
      nextCheck.postponeUntil(now);
    }
  }

  /** Ends active parts once the end time has passed, even without a report. */
  public CoAllocation endIfOver(Instant now) {
    if (slotSearch.isOver(now)) {
      status.endActive();
    }
    return this;
  }

  /** Returns why it cannot be cancelled now; empty if it can. */
  public Optional<String> cancelRefusal(Instant now) {
    return CoAllocationOperationPolicy.cancelRefusal(this, now);
  }

  /** Returns why it cannot be changed now; empty if it can. */
  public Optional<String> modificationRefusal(Instant now) {
    return CoAllocationOperationPolicy.modificationRefusal(this, now);
  }

  public boolean isBeingModified() {
    return attempt.isModify() && !attempt.isDecided();
  }

  public boolean isBeingCancelled() {
    return attempt.isCancel() && !attempt.isDecided();
  }

  /**
   * Returns true if it got no refusal, but too few acceptors or resource managers answered. None
   * holds it, and the same request may be tried again.
   */
  public boolean mayBeRepeated() {
    return state() == BookingPhase.REFUSED && (!attempt.isStarted() || status.isUnanswered());
  }

  /**
   * Returns true if it is to be cancelled although a resource manager did not answer: the
   * cancellation is repeated until all agree or one refuses.
   */
  public boolean isCancelPending() {
    return switch (state()) {
      case COMMITTED, ACTIVE, FAILED ->
          attempt.isCancel() && attempt.isDecided() && attempt.isStarted() && status.isUnanswered();
      case UNDECIDED, ENDED, CANCELLED, REFUSED -> false;
    };
  }

  /**
   * Returns true from the order to cancel until every part's resources are free, or its resource
   * manager has no record of it.
   */
  public boolean isReleasing() {
    return isBeingCancelled()
        || isCancelPending()
        || (state() == BookingPhase.CANCELLED && !status.asParts().isSettled());
  }

  /** Returns true if it is over, also if it has failed, so that nothing can be cancelled. */
  public boolean hasEnded(Instant now) {
    return state() == BookingPhase.ENDED
        || (state() == BookingPhase.FAILED && slotSearch.isOver(now));
  }

  /** Returns true if another transaction was committed under the id that makes this booking. */
  public boolean isIdConflict() {
    return state() == BookingPhase.FAILED && attempt.isMake() && !attempt.isStarted();
  }

  /** Describes the request, for display. */
  public String summary() {
    return slotSearch.describeRequest(status.asParts().summary());
  }

  /** Describes the current attempt, for display. */
  public String attemptSummary() {
    return "transaction " + attempt.number() + ": trying " + SlotSearchState.format(schedule());
  }

  /** Returns why it is undecided, or the problem of a part. */
  public Optional<String> problem() {
    return attempt.problem().or(() -> status.asParts().problem());
  }

  /** Returns true once the clean-up of every part is verified. */
  public boolean isReleased() {
    return status.asParts().isReleased();
  }

  public UUID id() {
    return id;
  }

  /** Rises each time it is stored. */
  public long rowVersion() {
    return rowVersion;
  }

  public Person owner() {
    return origin.owner();
  }

  public String description() {
    return origin.description();
  }

  public Instant createdAt() {
    return origin.createdAt();
  }

  public Schedule schedule() {
    return slotSearch.slot();
  }

  /** Returns the requested window; empty if the time was fixed. */
  public Optional<Schedule> window() {
    return slotSearch.window();
  }

  public SlotSearchState slotSearch() {
    return slotSearch;
  }

  public BookingPhase state() {
    return status.state();
  }

  public List<CoAllocationPart> parts() {
    return status.parts();
  }

  public List<Refusal> refusals() {
    return status.refusals();
  }

  /** Returns why resource managers refused the last transaction. */
  public List<Refusal> objections() {
    return status.objections();
  }

  public List<Schedule> alternatives() {
    return status.alternatives();
  }

  public Optional<String> reason() {
    return status.reason();
  }

  public Optional<Instant> dueAt() {
    return nextCheck.dueAt();
  }

  public String digest() {
    return origin.digest();
  }

  public ModificationHistory modifications() {
    return modifications;
  }

  public Optional<ModificationRecord> lastModification() {
    return modifications.last();
  }

  public TransactionAttempt attempt() {
    return attempt;
  }
}

package org.touchpaper.bar.coallocation;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.reservation.BookingPhase;

/** The parts of a co-allocation, and the aggregate state that follows from them. */
public record CoAllocationParts(List<CoAllocationPart> all) {

  public CoAllocationParts {
    all = List.copyOf(all);
  }

  /** Sets the state of all parts. */
  CoAllocationParts withPhase(BookingPhase phase) {
    return map(part -> part.withStatus(part.status().withPhase(phase)));
  }

  /** Cancels the parts; failed ones stay failed. */
  CoAllocationParts becomeCancelled() {
    return map(part -> part.withStatus(part.status().becomeCancelled()));
  }

  /** Commits the parts, each with what its resource manager holds. */
  CoAllocationParts becomeCommitted(Map<UUID, CommitProtocolPort.HeldPart> heldParts) {
    return withPhase(BookingPhase.COMMITTED).map(part -> withHeld(part, heldParts));
  }

  private static CoAllocationPart withHeld(
      CoAllocationPart part, Map<UUID, CommitProtocolPort.HeldPart> heldParts) {
    return Optional.ofNullable(heldParts.get(part.partId()))
        .map(heldPart -> part.status().withHeld(heldPart.reference(), heldPart.path()))
        .map(part::withStatus)
        .orElse(part);
  }

  /**
   * Applies a committed change. Parts that stay keep their state, unless their amount changed or
   * their start is in the future: these become active once reported. A part that had ended before
   * its end was moved has not ended.
   */
  CoAllocationParts changedTo(
      List<CoAllocationPart> newParts,
      Map<UUID, CommitProtocolPort.HeldPart> heldParts,
      Instant now) {
    var existing =
        all.stream().collect(Collectors.toMap(CoAllocationPart::partId, Function.identity()));
    return new CoAllocationParts(
        newParts.stream()
            .map(part ->
                keepAfterChange(Optional.ofNullable(existing.get(part.partId())), part, now))
            .map(part -> withHeld(part, heldParts))
            .toList());
  }

  private static CoAllocationPart keepAfterChange(
      Optional<CoAllocationPart> existing, CoAllocationPart changed, Instant now) {
    return existing
        .map(part -> {
          var isUnchanged =
              part.withAmountOf(changed).equals(Optional.of(part))
                  && !changed.origin().startTime().isAfter(now);
          return changed.withStatus(part.status().afterChange(isUnchanged));
        })
        .orElseGet(() -> changed.withStatus(changed.status().withPhase(BookingPhase.COMMITTED)));
  }

  /**
   * Applies resource managers' reports. After the end time no part is active, whatever the reports.
   */
  CoAllocationParts withReports(
      Map<UUID, ? extends CommitProtocolPort.PartReport> reports,
      SlotSearch.TimeRelation relation,
      Instant now) {
    var updated =
        map(part ->
            Optional.<CommitProtocolPort.PartReport>ofNullable(reports.get(part.partId()))
                .map(report -> withReports(part, report, relation, now))
                .orElse(part));
    return relation == SlotSearch.TimeRelation.AFTER ? updated.endActive() : updated;
  }

  /**
   * Before the start a missing reply means nothing, nor does it after the release, when a record
   * may be dropped.
   */
  private static CoAllocationPart withReports(
      CoAllocationPart part,
      CommitProtocolPort.PartReport report,
      SlotSearch.TimeRelation relation,
      Instant now) {
    return switch (report) {
      case CommitProtocolPort.ReportedState reported -> applyReport(part, reported);
      case CommitProtocolPort.Unchanged _ -> part.withStatus(part.status().unchanged());
      case CommitProtocolPort.PartForgotten _ when isForgettingAllowed(part, relation) -> part;
      case CommitProtocolPort.PartForgotten reported
          when relation == SlotSearch.TimeRelation.AFTER ->
          part.withStatus(part.status().markForgotten(reported, now));
      case CommitProtocolPort.PartForgotten reported -> part.markForgotten(reported, now);
      case CommitProtocolPort.NoAnswer _ when part.status().released() -> part;
      case CommitProtocolPort.NoAnswer(var reason) ->
          part.withStatus(
              part.status().noAnswer(relation == SlotSearch.TimeRelation.BEFORE ? null : reason));
    };
  }

  /**
   * A released part may be forgotten, except one that has failed and that a cancellation still
   * names.
   */
  private static boolean isForgettingAllowed(
      CoAllocationPart part, SlotSearch.TimeRelation relation) {
    return part.status().released()
        && (relation == SlotSearch.TimeRelation.AFTER
            || part.status().state() != BookingPhase.FAILED);
  }

  /**
   * A cancelled or failed part stays so, unless it failed only because it was forgotten, or was
   * forgotten when it was cancelled: its resource manager, with the right database, does not know
   * of the cancellation.
   */
  private static CoAllocationPart applyReport(
      CoAllocationPart part, CommitProtocolPort.ReportedState reported) {
    var status = part.status();
    var phase =
        switch (status.state()) {
          case FAILED -> status.isFailedBecauseForgotten() ? reported.state() : BookingPhase.FAILED;
          case CANCELLED -> status.forgotten() != null ? reported.state() : BookingPhase.CANCELLED;
          case REFUSED -> BookingPhase.REFUSED;
          case UNDECIDED, COMMITTED, ACTIVE, ENDED -> reported.state();
        };
    var isReleasedClean = reported.released() && phase != BookingPhase.FAILED;
    return part.withStatus(
        status.reported(phase, isReleasedClean ? null : reported.problem(), reported.released()));
  }

  /** Ends active parts. */
  CoAllocationParts endActive() {
    return map(part ->
        part.status().state() == BookingPhase.ACTIVE
            ? part.withStatus(part.status().withPhase(BookingPhase.ENDED))
            : part);
  }

  /** Returns ACTIVE if all parts are, FAILED if one is (DESIGN "Contracts"). */
  BookingPhase aggregatePhase(boolean isOver) {
    if (anyIn(BookingPhase.FAILED)) {
      return BookingPhase.FAILED;
    }
    if (isOver || allIn(BookingPhase.ENDED)) {
      return BookingPhase.ENDED;
    }
    return allIn(BookingPhase.ACTIVE) ? BookingPhase.ACTIVE : BookingPhase.COMMITTED;
  }

  boolean isCancelled() {
    return allIn(BookingPhase.CANCELLED);
  }

  /**
   * Returns true once everything that could be cancelled is; the database may lack the
   * cancellation.
   */
  boolean isCancelledAsFarAsPossible() {
    return anyIn(BookingPhase.CANCELLED)
        && all.stream()
            .map(CoAllocationPart::status)
            .allMatch(status -> status.isCancelled() || status.hasFailed());
  }

  boolean anyIn(BookingPhase phase) {
    return all.stream().anyMatch(part -> part.status().state() == phase);
  }

  private boolean allIn(BookingPhase phase) {
    return all.stream().allMatch(part -> part.status().state() == phase);
  }

  /** Returns true once the clean-up of every part is verified. */
  boolean isReleased() {
    return all.stream().allMatch(part -> part.status().released());
  }

  /** Returns true once no report can add anything about any part. */
  boolean isSettled() {
    return all.stream()
        .map(CoAllocationPart::status)
        .allMatch(status -> status.released() || status.forgotten() != null);
  }

  /** Returns the parts that still need cancelling and whose resource manager knows them. */
  public CoAllocationParts cancellable() {
    return filterByStatus(PartStatus::isCancellable);
  }

  /** Returns true if a part failed only because it was forgotten. */
  boolean hasFailedBecauseForgotten() {
    return all.stream().anyMatch(part -> part.status().isFailedBecauseForgotten());
  }

  /** Returns true if the reason is that of a part that failed only because it was forgotten. */
  boolean hasFailedBecauseForgottenFor(Optional<String> reason) {
    return all.stream()
        .map(CoAllocationPart::status)
        .anyMatch(status ->
            status.isFailedBecauseForgotten() && status.problemDescription().equals(reason));
  }

  CoAllocationParts live() {
    return filterByStatus(PartStatus::isLive);
  }

  /** Returns true if each part is cancelled, or failed for another reason than being forgotten. */
  boolean isGone() {
    return all.stream()
        .map(CoAllocationPart::status)
        .allMatch(status ->
            status.isCancelled() || (status.hasFailed() && !status.isFailedBecauseForgotten()));
  }

  /** Describes the live parts that remain after a cancellation; empty if there are none. */
  Optional<String> describeNotCancelled() {
    var remaining = all.stream().map(part -> summary(part) + " by " + part.rm()).toList();
    return remaining.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "not cancelled with the rest, because its resource manager had no record of it, or of a"
                + " change of it, at that time: "
                + String.join("; ", remaining)
                + ". Cancel this booking again");
  }

  /** Returns true while nodes will fail unless their resource manager knows them again. */
  boolean hasForgottenComputePart() {
    return all.stream()
        .anyMatch(part -> part instanceof CoAllocationPart.Compute && part.status().isForgotten());
  }

  /** Returns the first current problem of a part. */
  Optional<String> problem() {
    return all.stream()
        .map(CoAllocationPart::status)
        .flatMap(status -> status.problemDescription().stream())
        .findFirst();
  }

  /** Returns the problem of the first failed part. */
  Optional<String> failureReason() {
    return filterByStatus(PartStatus::hasFailed).problem();
  }

  /**
   * Removes the reasons for missing replies, because a new wording of the reason is not a change.
   */
  CoAllocationParts withoutNoAnswerReasons() {
    return map(part ->
        part.status().noAnswerReason() == null
            ? part
            : part.withStatus(part.status().noAnswer("")));
  }

  /** Describes the parts, such as {@code 4 nodes of newton}. */
  String summary() {
    return String.join(", ", all.stream().map(CoAllocationParts::summary).toList());
  }

  private static String summary(CoAllocationPart part) {
    return switch (part) {
      case CoAllocationPart.Compute nodes -> nodes.nodes() + " nodes of " + nodes.resource();
      case CoAllocationPart.Lightpath path ->
          path.bandwidthMbps() + " Mbit/s " + path.source() + " to " + path.destination();
    };
  }

  private CoAllocationParts filterByStatus(Predicate<PartStatus> condition) {
    return new CoAllocationParts(
        all.stream().filter(part -> condition.test(part.status())).toList());
  }

  private CoAllocationParts map(UnaryOperator<CoAllocationPart> change) {
    return new CoAllocationParts(all.stream().map(change).toList());
  }
}

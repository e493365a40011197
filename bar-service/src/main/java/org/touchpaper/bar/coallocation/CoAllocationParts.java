package org.touchpaper.bar.coallocation;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.coallocation.CoAllocationPart.Units;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.HeldPart;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.NoAnswer;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.PartReport;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.ReportedState;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.TransactionForgotten;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.Unchanged;
import org.touchpaper.bar.coallocation.run.JobState;
import org.touchpaper.bar.coallocation.run.PartRun;
import org.touchpaper.bar.reservation.BookingPhase;

/** The parts of a co-allocation, and the aggregate state that follows from them. */
public record CoAllocationParts(List<CoAllocationPart> all) {

  public CoAllocationParts {
    all = List.copyOf(all);
  }

  /** Returns the field of each part in a request: its list and its index there. */
  public static Map<UUID, String> fields(List<CoAllocationPart> parts) {
    var countByList = new HashMap<String, Integer>();
    var fields = new HashMap<UUID, String>();
    for (var part : parts) {
      var list =
          switch (part) {
            case Compute _ -> "compute";
            case Lightpath _ -> "lightpaths";
            case Units _ -> "units";
          };
      var index = countByList.merge(list, 1, Integer::sum) - 1;
      fields.put(part.partId(), list + "[" + index + "]");
    }
    return fields;
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
  CoAllocationParts becomeCommitted(Map<UUID, HeldPart> heldParts) {
    return withPhase(BookingPhase.COMMITTED).map(part -> withHeld(part, heldParts));
  }

  private static CoAllocationPart withHeld(CoAllocationPart part, Map<UUID, HeldPart> heldParts) {
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
      List<CoAllocationPart> newParts, Map<UUID, HeldPart> heldParts, Instant now) {
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
              hasSameAmount(part, changed) && !changed.origin().startTime().isAfter(now);
          return withRunOf(part, changed.withStatus(part.status().afterChange(isUnchanged)));
        })
        .orElseGet(() -> changed.withStatus(changed.status().withPhase(BookingPhase.COMMITTED)));
  }

  /** A launch or a stop leaves the nodes as they are. */
  private static boolean hasSameAmount(CoAllocationPart part, CoAllocationPart changed) {
    if (part instanceof Compute nodes && changed instanceof Compute changedNodes) {
      return nodes.nodes() == changedNodes.nodes();
    }
    return part.withAmountOf(changed).equals(Optional.of(part));
  }

  private static CoAllocationPart withRunOf(CoAllocationPart part, CoAllocationPart changed) {
    return part instanceof Compute nodes && changed instanceof Compute changedNodes
        ? changedNodes.withRun(PartRun.committed(nodes.run(), changedNodes.run()))
        : changed;
  }

  /**
   * Applies resource managers' reports. After the end time no part is active, whatever the reports.
   */
  CoAllocationParts withReports(
      Map<UUID, ? extends PartReport> reports, SlotSearchState.TimeRelation relation) {
    var updated =
        map(part ->
            Optional.<PartReport>ofNullable(reports.get(part.partId()))
                .map(report -> withReports(part, report, relation))
                .orElse(part));
    return relation == SlotSearchState.TimeRelation.AFTER ? updated.endActive() : updated;
  }

  /**
   * Before the start a missing reply means nothing, nor does it after the release, when a record
   * may be dropped.
   */
  private static CoAllocationPart withReports(
      CoAllocationPart part, PartReport report, SlotSearchState.TimeRelation relation) {
    return switch (report) {
      case ReportedState reported -> applyReport(part, reported);
      case Unchanged _ -> part.withStatus(part.status().unchanged());
      case TransactionForgotten _ when part.status().released() -> part;
      case TransactionForgotten(var reason) -> part.withStatus(part.status().markForgotten(reason));
      case NoAnswer _ when part.status().released() -> part;
      case NoAnswer(var reason) ->
          part.withStatus(
              part.status()
                  .noAnswer(relation == SlotSearchState.TimeRelation.BEFORE ? null : reason));
    };
  }

  /** A cancelled or failed part stays so. */
  private static CoAllocationPart applyReport(CoAllocationPart part, ReportedState reported) {
    var status = part.status();
    var phase =
        switch (status.state()) {
          case FAILED, CANCELLED, REFUSED -> status.state();
          case UNDECIDED, COMMITTED, ACTIVE, ENDED -> reported.state();
        };
    var isReleasedClean = reported.released() && phase != BookingPhase.FAILED;
    var newStatus =
        status.reported(phase, isReleasedClean ? null : reported.problem(), reported.released());
    return part instanceof Compute nodes && nodes.run() != null && reported.job() != null
        ? nodes.withStatus(newStatus).withRun(nodes.run().reported(reported.job()))
        : part.withStatus(newStatus);
  }

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
        .allMatch(status -> status.released() || status.forgotten());
  }

  /** Returns true while something runs on nodes of the booking, or is to run. */
  boolean hasLiveRun() {
    return all.stream().anyMatch(part -> part instanceof Compute nodes && nodes.hasLiveRun());
  }

  /** Returns true while a resource manager has not reported that a launch was submitted. */
  boolean awaitsRun() {
    return all.stream()
        .anyMatch(part ->
            part instanceof Compute nodes
                && nodes.run() != null
                && nodes.run().state() == JobState.NEW);
  }

  /** Returns the parts that still need cancelling and whose resource manager knows them. */
  public CoAllocationParts cancellable() {
    return filterByStatus(PartStatusDetails::isCancellable);
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
    return filterByStatus(PartStatusDetails::hasFailed).problem();
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
      case Compute nodes -> nodes.nodes() + " nodes of " + nodes.resource() + summary(nodes.run());
      case Lightpath path ->
          path.bandwidthMbps() + " Mbit/s " + path.source() + " to " + path.destination();
      case Units units -> units.amount() + " " + units.unit() + " of " + units.resource();
    };
  }

  private static String summary(@Nullable PartRun run) {
    return run == null
        ? ""
        : (run.stopped() ? " with a stopped run of " : " running ") + run.spec().application();
  }

  private CoAllocationParts filterByStatus(Predicate<PartStatusDetails> condition) {
    return new CoAllocationParts(
        all.stream().filter(part -> condition.test(part.status())).toList());
  }

  private CoAllocationParts map(UnaryOperator<CoAllocationPart> change) {
    return new CoAllocationParts(all.stream().map(change).toList());
  }
}

package org.touchpaper.bar.reservation.segments;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Endpoints;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.VlanRange;
import org.touchpaper.segment.connection.state.DataPlaneState;

/**
 * The segments of a version in the order of their reservation: local campus, wide area, remote
 * campus (PoS(ESLEA)015). Each is entered with the label that its predecessor chose at the border.
 */
public final class SegmentChain {

  /** The number of attempts at a border's label before a refusal is final. */
  static final int MAX_LABEL_ATTEMPTS = 8;

  private final List<SegmentHold> all;
  private final List<SegmentHold> live;

  public SegmentChain(List<SegmentHold> all) {
    this.all = all;
    this.live =
        all.stream()
            .filter(SegmentHold::isLive)
            .sorted(Comparator.comparingInt(SegmentHold::position))
            .toList();
  }

  public List<SegmentHold> live() {
    return live;
  }

  public List<SegmentHold> inState(SegmentState state) {
    return all.stream().filter(hold -> hold.state() == state).toList();
  }

  /** Returns true if every segment holds, and no replaced hold is still to be aborted. */
  public boolean isFullyHeld() {
    return live.stream().allMatch(hold -> hold.state() == SegmentState.HELD)
        && inState(SegmentState.DROPPING).isEmpty();
  }

  public Optional<SegmentHold> live(ConnectionId segment) {
    return live.stream().filter(hold -> hold.segment().equals(segment)).findFirst();
  }

  /** Aborts planned holds, which were never requested. */
  public void abortPlanned() {
    inState(SegmentState.PLANNED).forEach(hold -> hold.setState(SegmentState.ABORTED));
  }

  /** Returns the holds whose segment was, or was not, notified of the permission. */
  public List<SegmentHold> withProvisionNotified(boolean isNotified) {
    return live.stream().filter(hold -> hold.isProvisionNotified() == isNotified).toList();
  }

  public Optional<SegmentHold> firstPlanned() {
    return live.stream().filter(hold -> hold.state() == SegmentState.PLANNED).findFirst();
  }

  /**
   * Returns the holds that exist or may exist; segments behind the first unanswered one were not
   * called.
   */
  public List<SegmentHold> possiblyHeld() {
    var holding = new ArrayList<>(inState(SegmentState.HELD));
    holding.addAll(inState(SegmentState.DROPPING));
    firstPlanned().ifPresent(holding::add);
    return holding;
  }

  /** Returns the criteria for a segment, given the labels chosen before it. */
  public Criteria criteriaFor(SegmentHold hold, Criteria criteria) {
    var relabelledLeg =
        predecessorOf(hold).flatMap(SegmentHold::chosenFar).map(hold.leg()::withNearLabelOf);
    var requestedLeg = relabelledLeg.orElse(hold.leg());
    return new Criteria(
        requestedLeg.source(),
        requestedLeg.destination(),
        criteria.bandwidthMbps(),
        criteria.schedule());
  }

  public Optional<SegmentHold> predecessorOf(SegmentHold hold) {
    return live.stream()
        .filter(candidate -> candidate.position() == hold.position() - 1)
        .findFirst();
  }

  /** Returns the labels to try at the border by which the refused segment was entered. */
  public Optional<VlanRange> alternativeLabels(SegmentHold refused, Refusal refusal) {
    var isLabelRefusal =
        refusal.code() == Refusal.Code.LABEL_BUSY
            || refusal.code() == Refusal.Code.LABEL_NOT_ALLOWED;
    var isAtFarEnd = refusal.field().startsWith(refused.leg().farField());
    if (!isLabelRefusal || isAtFarEnd || refused.attempt() >= MAX_LABEL_ATTEMPTS) {
      return Optional.empty();
    }
    return predecessorOf(refused).flatMap(this::untriedLabels);
  }

  private Optional<VlanRange> untriedLabels(SegmentHold neighbour) {
    var borderHolds = all.stream().filter(hold -> hold.position() == neighbour.position()).toList();
    var allowed =
        borderHolds.stream()
            .min(Comparator.comparingInt(SegmentHold::attempt))
            .flatMap(firstHold -> firstHold.leg().farLabels());
    return allowed.flatMap(range -> LabelCandidates.widestUntried(range, triedLabels(borderHolds)));
  }

  private static Set<Integer> triedLabels(List<SegmentHold> borderHolds) {
    return borderHolds.stream()
        .flatMap(hold -> hold.chosenFar().map(Stp::vlans).stream())
        .map(VlanRange::low)
        .collect(Collectors.toSet());
  }

  public int nextAttempt() {
    return all.stream().mapToInt(SegmentHold::attempt).max().orElse(0) + 1;
  }

  /** Returns the segments from source to destination. */
  public List<SegmentHold> inCircuitOrder() {
    var reversed = live.stream().anyMatch(SegmentHold::isReversed);
    return reversed ? live.reversed() : live;
  }

  public List<String> path() {
    return inCircuitOrder().stream().flatMap(hold -> hold.path().stream()).distinct().toList();
  }

  public ReserveResult.Held heldAnswer(Criteria criteria) {
    var ordered = inCircuitOrder();
    if (ordered.isEmpty()) {
      return new ReserveResult.Held(criteria.source(), criteria.destination(), List.of());
    }
    return new ReserveResult.Held(
        ordered.getFirst().source(), ordered.getLast().destination(), path(), endpoints());
  }

  /**
   * Returns the ends of the whole circuit. The first and the last segment know where it enters and
   * leaves; any may know an address.
   */
  public Endpoints endpoints() {
    var known = inCircuitOrder().stream().map(SegmentHold::endpoints).toList();
    if (known.isEmpty()) {
      return Endpoints.UNKNOWN;
    }
    return new Endpoints(
        known.getFirst().source().withAddress(firstAddress(known, Endpoints::source)),
        known.getLast().destination().withAddress(firstAddress(known, Endpoints::destination)),
        known.stream()
            .flatMap(ends -> Stream.ofNullable(ends.delay()))
            .reduce(Duration::plus)
            .orElse(null));
  }

  private static @Nullable String firstAddress(
      List<Endpoints> known, Function<Endpoints, Endpoints.Endpoint> end) {
    return known.stream()
        .map(end)
        .flatMap(endpoint -> Stream.ofNullable(endpoint.address()))
        .findFirst()
        .orElse(null);
  }

  /**
   * Returns the aggregate data plane state: active if all segments are, failed if one is. If they
   * differ, it is changing from its previous state.
   */
  public DataPlaneState dataPlane(DataPlaneState previous) {
    var states = live.stream().map(SegmentHold::dataPlane).collect(Collectors.toSet());
    if (states.contains(DataPlaneState.FAILED)) {
      return DataPlaneState.FAILED;
    }
    if (states.isEmpty() || states.equals(Set.of(DataPlaneState.INACTIVE))) {
      return DataPlaneState.INACTIVE;
    }
    if (states.equals(Set.of(DataPlaneState.ACTIVE))) {
      return DataPlaneState.ACTIVE;
    }
    if (states.contains(DataPlaneState.DEACTIVATING)) {
      return DataPlaneState.DEACTIVATING;
    }
    return states.contains(DataPlaneState.ACTIVATING)
        ? DataPlaneState.ACTIVATING
        : transitionalFrom(previous);
  }

  private static DataPlaneState transitionalFrom(DataPlaneState previous) {
    return switch (previous) {
      case ACTIVE, DEACTIVATING -> DataPlaneState.DEACTIVATING;
      case INACTIVE, ACTIVATING, FAILED -> DataPlaneState.ACTIVATING;
    };
  }

  @Nullable
  public String problem() {
    var problems =
        live.stream()
            .flatMap(hold -> hold.problem().map(text -> hold.peer() + ": " + text).stream())
            .toList();
    return problems.isEmpty() ? null : String.join("; ", problems);
  }

  public boolean readsClean() {
    return live.stream().allMatch(SegmentHold::readsClean);
  }
}

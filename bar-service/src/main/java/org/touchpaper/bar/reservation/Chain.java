package org.touchpaper.bar.reservation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.VlanRange;

/**
 * The segments of one revision in the order they are asked: local campus, wide area, remote campus
 * (PoS(ESLEA)015). Each is entered with the label the one before it chose at their border.
 */
final class Chain {

  /** How often a border's label may be chosen anew before the refusal stands. */
  static final int ATTEMPTS = 8;

  private final List<SegmentHold> all;
  private final List<SegmentHold> live;

  Chain(List<SegmentHold> all) {
    this.all = all;
    this.live =
        all.stream()
            .filter(SegmentHold::isLive)
            .sorted(Comparator.comparingInt(SegmentHold::position))
            .toList();
  }

  List<SegmentHold> live() {
    return live;
  }

  List<SegmentHold> in(SegmentState state) {
    return all.stream().filter(hold -> hold.state() == state).toList();
  }

  /** True if every segment holds, and none has still to let go of a label that did not do. */
  boolean isHeld() {
    return live.stream().allMatch(hold -> hold.state() == SegmentState.HELD)
        && in(SegmentState.DROPPING).isEmpty();
  }

  Optional<SegmentHold> live(ConnectionId segment) {
    return live.stream().filter(hold -> hold.segment().equals(segment)).findFirst();
  }

  /** Those that were never asked hold nothing. */
  void forgetUnasked() {
    in(SegmentState.PLANNED).forEach(hold -> hold.become(SegmentState.ABORTED));
  }

  /** Those that have heard of the permission, or those that have not. */
  List<SegmentHold> permitted(boolean yes) {
    return live.stream().filter(hold -> hold.isPermitted() == yes).toList();
  }

  Optional<SegmentHold> firstPlanned() {
    return live.stream().filter(hold -> hold.state() == SegmentState.PLANNED).findFirst();
  }

  /**
   * Those that hold something or may: a segment behind the first unanswered one was never asked.
   */
  List<SegmentHold> perhapsHolding() {
    var holding = new ArrayList<>(in(SegmentState.HELD));
    holding.addAll(in(SegmentState.DROPPING));
    firstPlanned().ifPresent(holding::add);
    return holding;
  }

  /** What a segment is asked, given what those before it chose. */
  Criteria criteriaFor(SegmentHold hold, Criteria whole) {
    var leg = before(hold).flatMap(SegmentHold::chosenFar).map(hold.leg()::entered);
    var asked = leg.orElse(hold.leg());
    return new Criteria(
        asked.source(), asked.destination(), whole.bandwidthMbps(), whole.schedule());
  }

  Optional<SegmentHold> before(SegmentHold hold) {
    return live.stream().filter(other -> other.position() == hold.position() - 1).findFirst();
  }

  /** The labels worth a try at the border that a refused segment was entered by. */
  Optional<VlanRange> otherLabels(SegmentHold refused, Refusal refusal) {
    var label =
        refusal.code() == Refusal.Code.LABEL_BUSY
            || refusal.code() == Refusal.Code.LABEL_NOT_ALLOWED;
    var atFarEnd = refusal.field().startsWith(refused.leg().farField());
    if (!label || atFarEnd || refused.attempt() >= ATTEMPTS) {
      return Optional.empty();
    }
    return before(refused).flatMap(this::untried);
  }

  private Optional<VlanRange> untried(SegmentHold neighbour) {
    var sameBorder = all.stream().filter(hold -> hold.position() == neighbour.position()).toList();
    var allowed =
        sameBorder.stream()
            .min(Comparator.comparingInt(SegmentHold::attempt))
            .flatMap(first -> first.leg().farLabels());
    return allowed.flatMap(range -> Labels.untried(range, tried(sameBorder)));
  }

  private static Set<Integer> tried(List<SegmentHold> sameBorder) {
    return sameBorder.stream()
        .flatMap(hold -> hold.chosenFar().map(Stp::vlans).stream())
        .map(VlanRange::low)
        .collect(Collectors.toSet());
  }

  int nextAttempt() {
    return all.stream().mapToInt(SegmentHold::attempt).max().orElse(0) + 1;
  }

  /** The segments as bits cross them, from source to destination. */
  List<SegmentHold> inCircuitOrder() {
    var reversed = live.stream().anyMatch(SegmentHold::isReversed);
    return reversed ? live.reversed() : live;
  }

  List<String> path() {
    return inCircuitOrder().stream().flatMap(hold -> hold.path().stream()).distinct().toList();
  }

  ReserveAnswer.Held held(Criteria whole) {
    var ordered = inCircuitOrder();
    if (ordered.isEmpty()) {
      return new ReserveAnswer.Held(whole.source(), whole.destination(), List.of());
    }
    return new ReserveAnswer.Held(
        ordered.getFirst().source(), ordered.getLast().destination(), path());
  }

  /**
   * Bits flow if they flow on every segment; one broken segment breaks the whole. What is up on
   * some and down on others is on its way from where it was.
   */
  DataPlane dataPlane(DataPlane before) {
    var states = live.stream().map(SegmentHold::dataPlane).collect(Collectors.toSet());
    if (states.contains(DataPlane.FAILED)) {
      return DataPlane.FAILED;
    }
    if (states.isEmpty() || states.equals(Set.of(DataPlane.INACTIVE))) {
      return DataPlane.INACTIVE;
    }
    if (states.equals(Set.of(DataPlane.ACTIVE))) {
      return DataPlane.ACTIVE;
    }
    if (states.contains(DataPlane.DEACTIVATING)) {
      return DataPlane.DEACTIVATING;
    }
    return states.contains(DataPlane.ACTIVATING) ? DataPlane.ACTIVATING : onTheWayFrom(before);
  }

  private static DataPlane onTheWayFrom(DataPlane before) {
    return switch (before) {
      case ACTIVE, DEACTIVATING -> DataPlane.DEACTIVATING;
      case INACTIVE, ACTIVATING, FAILED -> DataPlane.ACTIVATING;
    };
  }

  @Nullable String problem() {
    var problems =
        live.stream()
            .flatMap(hold -> hold.problem().map(text -> hold.peer() + ": " + text).stream())
            .toList();
    return problems.isEmpty() ? null : String.join("; ", problems);
  }

  boolean isClean() {
    return live.stream().allMatch(SegmentHold::isClean);
  }
}

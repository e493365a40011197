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
import org.touchpaper.segment.connection.LightpathEndsAccessDetails;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.VlanRange;
import org.touchpaper.segment.connection.state.DataPlaneState;

/**
 * The segments of a version from this broker outwards: local campus, wide area, remote campus
 * (PoS(ESLEA)015). The campuses choose the labels at their borders, side by side; a segment between
 * two others is asked once these have chosen.
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

  /** Asks every segment anew to confirm a decision to provision or release. */
  public void awaitProvisionConfirmation() {
    live.forEach(hold -> hold.setProvisionConfirmed(false));
  }

  /** Returns the holds whose segment has not confirmed that decision. */
  public List<SegmentHold> withoutProvisionConfirmation() {
    return live.stream().filter(hold -> !hold.isProvisionConfirmed()).toList();
  }

  /** Returns the planned holds whose labels are known, so that their segments can be asked. */
  public List<SegmentHold> askable() {
    return live.stream()
        .filter(hold -> hold.state() == SegmentState.PLANNED)
        .filter(hold -> hold.choosesLabels() || haveNeighboursChosen(hold))
        .toList();
  }

  private boolean haveNeighboursChosen(SegmentHold hold) {
    return Stream.of(at(hold.position() - 1), at(hold.position() + 1))
        .flatMap(Optional::stream)
        .allMatch(SegmentHold::wasHeld);
  }

  /**
   * Returns the holds that exist or may exist: whatever could be asked may hold, answered or not.
   */
  public List<SegmentHold> possiblyHeld() {
    var holding = new ArrayList<>(inState(SegmentState.HELD));
    holding.addAll(inState(SegmentState.DROPPING));
    holding.addAll(askable());
    return holding;
  }

  /** Returns the criteria for a segment, with the labels that its neighbours chose. */
  public Criteria criteriaFor(SegmentHold hold, Criteria criteria) {
    var leg = hold.leg();
    if (!hold.choosesLabels()) {
      leg = at(hold.position() - 1).map(leg::withNearLabelOf).orElse(leg);
      leg = at(hold.position() + 1).map(leg::withFarLabelOf).orElse(leg);
    }
    return new Criteria(
        leg.source(), leg.destination(), criteria.bandwidthMbps(), criteria.schedule());
  }

  private Optional<SegmentHold> at(int position) {
    return live.stream().filter(hold -> hold.position() == position).findFirst();
  }

  /**
   * A segment that is to choose again at its border, among these labels.
   *
   * @param isFarEnd true if the border is at its far end
   */
  public record LabelChoice(SegmentHold chooser, boolean isFarEnd, VlanRange labels) {}

  static boolean isAboutLabel(Refusal refusal) {
    return refusal.code() == Refusal.Code.LABEL_BUSY
        || refusal.code() == Refusal.Code.LABEL_NOT_ALLOWED;
  }

  /** Returns which labels to try next after a segment refused one; empty if none is left. */
  public Optional<LabelChoice> otherLabels(SegmentHold refused, Refusal refusal) {
    if (!isAboutLabel(refusal) || refused.attempt() >= MAX_LABEL_ATTEMPTS) {
      return Optional.empty();
    }
    if (refused.choosesLabels()) {
      return borderOf(refused)
          .filter(border -> refused.attempt() > 0 && border.wasAskedForOne())
          .flatMap(this::untried);
    }
    var isAtFarEnd = refusal.field().startsWith(refused.leg().farField());
    var entry = at(refused.position() - 1).map(campus -> new Border(campus, true));
    var exit = at(refused.position() + 1).map(campus -> new Border(campus, false));
    var named = isAtFarEnd ? exit : entry;
    return refusal.code() == Refusal.Code.LABEL_NOT_ALLOWED && entry.isPresent() && exit.isPresent()
        ? commonLabel(entry.get(), exit.get(), isAtFarEnd).or(() -> named.flatMap(this::untried))
        : named.flatMap(this::untried);
  }

  /** A border, from the side of the segment that chooses its label. */
  private record Border(SegmentHold chooser, boolean isFarEnd) {

    boolean wasAskedForOne() {
      return chooser.askedLabels(isFarEnd).filter(VlanRange::isSingle).isPresent();
    }

    Optional<VlanRange> chosen() {
      return chooser.chosenLabels(isFarEnd);
    }
  }

  private Optional<Border> borderOf(SegmentHold chooser) {
    return at(chooser.position() + 1)
        .map(_ -> new Border(chooser, true))
        .or(() -> at(chooser.position() - 1).map(_ -> new Border(chooser, false)));
  }

  /** Where frames keep their VLAN, one campus must choose what the other has chosen. */
  private Optional<LabelChoice> commonLabel(Border entry, Border exit, boolean isAtFarEnd) {
    var matchedAtEntry = exit.chosen().flatMap(label -> ifUntried(entry, label));
    var matchedAtExit = entry.chosen().flatMap(label -> ifUntried(exit, label));
    return isAtFarEnd
        ? matchedAtExit.or(() -> matchedAtEntry)
        : matchedAtEntry.or(() -> matchedAtExit);
  }

  private Optional<LabelChoice> ifUntried(Border border, VlanRange label) {
    return allowed(border)
        .filter(range -> range.contains(label.low()) && !tried(border).contains(label.low()))
        .map(_ -> new LabelChoice(border.chooser(), border.isFarEnd(), label));
  }

  private Optional<LabelChoice> untried(Border border) {
    return allowed(border)
        .flatMap(range -> UntriedVlanRangeFinder.widestUntried(range, tried(border)))
        .map(range -> new LabelChoice(border.chooser(), border.isFarEnd(), range));
  }

  private Optional<VlanRange> allowed(Border border) {
    return attemptsAt(border)
        .min(Comparator.comparingInt(SegmentHold::attempt))
        .flatMap(first -> first.askedLabels(border.isFarEnd()));
  }

  /** The labels chosen before, and those that alone were asked for. */
  private Set<Integer> tried(Border border) {
    var chosen = attemptsAt(border).flatMap(hold -> hold.chosenLabels(border.isFarEnd()).stream());
    var askedFor =
        attemptsAt(border)
            .filter(hold -> hold.attempt() > 0)
            .flatMap(hold -> hold.askedLabels(border.isFarEnd()).stream())
            .filter(VlanRange::isSingle);
    return Stream.concat(chosen, askedFor).map(VlanRange::low).collect(Collectors.toSet());
  }

  private Stream<SegmentHold> attemptsAt(Border border) {
    return all.stream().filter(hold -> hold.position() == border.chooser().position());
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
  public LightpathEndsAccessDetails endpoints() {
    var known = inCircuitOrder().stream().map(SegmentHold::endpoints).toList();
    if (known.isEmpty()) {
      return LightpathEndsAccessDetails.UNKNOWN;
    }
    return new LightpathEndsAccessDetails(
        known
            .getFirst()
            .source()
            .withAddress(firstAddress(known, LightpathEndsAccessDetails::source)),
        known
            .getLast()
            .destination()
            .withAddress(firstAddress(known, LightpathEndsAccessDetails::destination)),
        known.stream()
            .flatMap(ends -> Stream.ofNullable(ends.delay()))
            .reduce(Duration::plus)
            .orElse(null));
  }

  private static @Nullable String firstAddress(
      List<LightpathEndsAccessDetails> known,
      Function<LightpathEndsAccessDetails, LightpathEndsAccessDetails.Endpoint> end) {
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

package org.touchpaper.bar.reservation.segments;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Table;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.segments.AttributeConverters.EndpointsConverter;
import org.touchpaper.bar.reservation.segments.AttributeConverters.LinesConverter;
import org.touchpaper.bar.reservation.segments.AttributeConverters.RefusalConverter;
import org.touchpaper.bar.reservation.segments.AttributeConverters.StpConverter;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.VlanRange;
import org.touchpaper.segment.connection.state.DataPlaneState;

/**
 * A segment's hold in a version of a reservation: the requested leg and the segment's reply. Stored
 * before the first call.
 */
@Entity
@Table(name = "segment_hold")
public class SegmentHold {

  @Embeddable
  public record Key(
      @Column(name = "segment_id") UUID segmentId, @Column(name = "segment_version") int version) {}

  @EmbeddedId private Key key;

  @Column(name = "connection_id", updatable = false)
  private UUID connectionId;

  @Column(updatable = false)
  private int revision;

  @Column(updatable = false)
  private int position;

  @Column(updatable = false)
  private int attempt;

  @Column(updatable = false)
  private String peer;

  @Column(updatable = false)
  private boolean reversed;

  @Column(updatable = false)
  @Convert(converter = StpConverter.class)
  private Stp near;

  @Column(updatable = false)
  @Convert(converter = StpConverter.class)
  private Stp far;

  @Convert(converter = StpConverter.class)
  private @Nullable Stp chosenNear;

  @Convert(converter = StpConverter.class)
  private @Nullable Stp chosenFar;

  @Convert(converter = LinesConverter.class)
  private List<String> path = List.of();

  @Convert(converter = EndpointsConverter.class)
  private @Nullable LightpathEndsAccessDetails endpoints;

  @Convert(converter = RefusalConverter.class)
  private @Nullable Refusal refusal;

  @Enumerated(EnumType.STRING)
  private SegmentState state = SegmentState.PLANNED;

  /** False while the last decision to provision or release is not confirmed by the segment. */
  private boolean provisionConfirmed = true;

  @Enumerated(EnumType.STRING)
  private DataPlaneState dataPlane = DataPlaneState.INACTIVE;

  private @Nullable String problem;
  private boolean clean;
  private boolean terminated;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected SegmentHold() {}

  public SegmentHold(
      Key key, UUID connectionId, int revision, int position, int attempt, SegmentLeg leg) {
    this.key = key;
    this.connectionId = connectionId;
    this.revision = revision;
    this.position = position;
    this.attempt = attempt;
    this.peer = leg.peer();
    this.reversed = leg.reversed();
    this.near = leg.near();
    this.far = leg.far();
  }

  /** Creates the hold for the next version: same segment and labels, next segment version. */
  public SegmentHold forNextRevision(int nextRevision, int nextVersion) {
    var leg = new SegmentLeg(peer, chosenNear().orElse(near), chosenFar().orElse(far), reversed);
    var nextKey = new Key(key.segmentId(), nextVersion);
    var successor = new SegmentHold(nextKey, connectionId, nextRevision, position, attempt, leg);
    successor.copyStatusFrom(this);
    return successor;
  }

  /** Copies the provision and data plane status from another version's hold. */
  public void copyStatusFrom(SegmentHold hold) {
    provisionConfirmed = hold.provisionConfirmed;
    dataPlane = hold.dataPlane;
  }

  public void applyAnswer(ReserveResult answer) {
    if (state != SegmentState.PLANNED) {
      return;
    }
    switch (answer) {
      case ReserveResult.Held(var source, var destination, var newPath, var newEndpoints) -> {
        chosenNear = reversed ? destination : source;
        chosenFar = reversed ? source : destination;
        path = newPath;
        endpoints = newEndpoints;
        state = SegmentState.HELD;
      }
      case ReserveResult.Refused(var newRefusal) -> {
        refusal = newRefusal;
        state = SegmentState.REFUSED;
      }
    }
  }

  public void setState(SegmentState newState) {
    state = newState;
  }

  /** Marks it as aborted, or as dropped if another label replaced it. */
  public void markReleased() {
    state =
        switch (state) {
          case DROPPING, DROPPED -> SegmentState.DROPPED;
          case PLANNED, HELD, ABORTED -> SegmentState.ABORTED;
          case REFUSED, COMMITTED, FAILED -> state;
        };
  }

  public void setProvisionConfirmed(boolean isConfirmed) {
    provisionConfirmed = isConfirmed;
  }

  public void markFailed(String reason) {
    state = SegmentState.FAILED;
    problem = reason;
  }

  /** Applies a report; returns true if anything changed. */
  public boolean applyObservation(
      DataPlaneState newDataPlane, @Nullable String newProblem, boolean readsClean) {
    var hasChanged =
        newDataPlane != dataPlane || readsClean != clean || !Objects.equals(newProblem, problem);
    dataPlane = newDataPlane;
    problem = newProblem;
    clean = readsClean;
    return hasChanged;
  }

  public void markTerminated() {
    terminated = true;
  }

  /** Creates a kind of call. */
  public interface CallFactory {
    SegmentCall create(String peer, ConnectionId segment, int version);
  }

  public static List<SegmentCall> callEach(List<SegmentHold> holds, CallFactory factory) {
    return holds.stream()
        .map(hold -> factory.create(hold.peer, hold.segment(), hold.version()))
        .toList();
  }

  /** Returns true if its segment may still hold something to terminate. */
  public boolean needsTermination() {
    return switch (state) {
      case ABORTED, REFUSED, DROPPED -> false;
      case PLANNED, HELD, DROPPING, COMMITTED, FAILED -> !terminated;
    };
  }

  /** Returns true unless another label replaced it. */
  public boolean isLive() {
    return state != SegmentState.DROPPED && state != SegmentState.DROPPING;
  }

  public SegmentLeg leg() {
    return new SegmentLeg(peer, near, far, reversed);
  }

  public ConnectionId segment() {
    return new ConnectionId(key.segmentId());
  }

  public int version() {
    return key.version();
  }

  public ConnectionId connection() {
    return new ConnectionId(connectionId);
  }

  public int revision() {
    return revision;
  }

  public int position() {
    return position;
  }

  public int attempt() {
    return attempt;
  }

  public String peer() {
    return peer;
  }

  public SegmentState state() {
    return state;
  }

  public boolean isProvisionConfirmed() {
    return provisionConfirmed;
  }

  public boolean isTerminated() {
    return terminated;
  }

  public DataPlaneState dataPlane() {
    return dataPlane;
  }

  public Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /** Returns true once the segment's clean-up is verified. */
  public boolean readsClean() {
    return clean;
  }

  public Optional<Refusal> refusal() {
    return Optional.ofNullable(refusal);
  }

  /**
   * Returns true for a campus, which chooses the label at its border; false if it stands between
   * two segments that do, or behind one.
   */
  boolean choosesLabels() {
    return position % 2 == 0;
  }

  /** Returns true once it has been held, whatever became of it. */
  boolean wasHeld() {
    return chosenNear != null;
  }

  Optional<VlanRange> askedLabels(boolean isFarEnd) {
    return leg().labels(isFarEnd);
  }

  Optional<VlanRange> chosenLabels(boolean isFarEnd) {
    return (isFarEnd ? chosenFar() : chosenNear()).map(Stp::vlans);
  }

  Optional<Stp> chosenNear() {
    return Optional.ofNullable(chosenNear);
  }

  Optional<Stp> chosenFar() {
    return Optional.ofNullable(chosenFar);
  }

  public Stp source() {
    return reversed ? chosenFar().orElse(far) : chosenNear().orElse(near);
  }

  public Stp destination() {
    return reversed ? chosenNear().orElse(near) : chosenFar().orElse(far);
  }

  /** Returns elements and links from source to destination. */
  public List<String> path() {
    return path;
  }

  /** What the users at its two ends must know. */
  LightpathEndsAccessDetails endpoints() {
    return endpoints == null ? LightpathEndsAccessDetails.UNKNOWN : endpoints;
  }

  public boolean isReversed() {
    return reversed;
  }
}

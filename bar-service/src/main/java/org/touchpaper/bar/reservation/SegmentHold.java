package org.touchpaper.bar.reservation;

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
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Stp;

/**
 * One segment's share in one revision of a reservation: what it is asked to hold and what it said.
 * Written before it is asked for the first time.
 */
@Entity
@Table(name = "segment_hold")
public class SegmentHold {

  /** The segment's id as this broker chose it, and the segment's own version. */
  @Embeddable
  public record Key(
      @Column(name = "segment_id") UUID segmentId, @Column(name = "segment_version") int version) {}

  @EmbeddedId private Key key;

  @Column(name = "connection_id")
  private UUID connectionId;

  private int revision;
  private int position;
  private int attempt;
  private String peer;
  private boolean reversed;

  @Convert(converter = Columns.StpText.class)
  private Stp near;

  @Convert(converter = Columns.StpText.class)
  private Stp far;

  @Convert(converter = Columns.StpText.class)
  private @Nullable Stp chosenNear;

  @Convert(converter = Columns.StpText.class)
  private @Nullable Stp chosenFar;

  @Convert(converter = Columns.Lines.class)
  private List<String> path = List.of();

  @Convert(converter = Columns.RefusalText.class)
  private @Nullable Refusal refusal;

  @Enumerated(EnumType.STRING)
  private SegmentState state = SegmentState.PLANNED;

  private boolean permitted;

  @Enumerated(EnumType.STRING)
  private DataPlane dataPlane = DataPlane.INACTIVE;

  private @Nullable String problem;
  private boolean clean;
  private boolean terminated;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected SegmentHold() {}

  SegmentHold(Key key, UUID connectionId, int revision, int position, int attempt, Leg leg) {
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

  /** The same share for the next revision: same segment, same labels, a version of the segment. */
  SegmentHold next(int nextRevision, int nextVersion) {
    var leg = new Leg(peer, chosenNear().orElse(near), chosenFar().orElse(far), reversed);
    var nextKey = new Key(key.segmentId(), nextVersion);
    var next = new SegmentHold(nextKey, connectionId, nextRevision, position, attempt, leg);
    next.standAs(this);
    return next;
  }

  /** What its segment was told and said under another version. */
  void standAs(SegmentHold other) {
    permitted = other.permitted;
    dataPlane = other.dataPlane;
  }

  void answered(ReserveAnswer answer) {
    if (state != SegmentState.PLANNED) {
      return;
    }
    switch (answer) {
      case ReserveAnswer.Held(var source, var destination, var crossed) -> {
        chosenNear = reversed ? destination : source;
        chosenFar = reversed ? source : destination;
        path = crossed;
        state = SegmentState.HELD;
      }
      case ReserveAnswer.Refused(var why) -> {
        refusal = why;
        state = SegmentState.REFUSED;
      }
    }
  }

  void become(SegmentState next) {
    state = next;
  }

  /** It holds nothing; one that was let go for another label was replaced. */
  void letGo() {
    state =
        switch (state) {
          case DROPPING, DROPPED -> SegmentState.DROPPED;
          case PLANNED, HELD, ABORTED -> SegmentState.ABORTED;
          case REFUSED, COMMITTED, FAILED -> state;
        };
  }

  void permit(boolean yes) {
    permitted = yes;
  }

  void fail(String reason) {
    state = SegmentState.FAILED;
    problem = reason;
  }

  /** Takes what the segment reported; true if that says anything new. */
  boolean observe(DataPlane seen, @Nullable String trouble, boolean readsClean) {
    var news = seen != dataPlane || readsClean != clean || !Objects.equals(trouble, problem);
    dataPlane = seen;
    problem = trouble;
    clean = readsClean;
    return news;
  }

  void terminate() {
    terminated = true;
  }

  /** One call of a kind. */
  interface Verb {
    Call about(String peer, ConnectionId segment, int version);
  }

  /** The same call to each of them. */
  static List<Call> each(List<SegmentHold> holds, Verb verb) {
    return holds.stream().map(it -> verb.about(it.peer, it.segment(), it.version())).toList();
  }

  /** True if it may still hold or carry something that has to be ended. */
  boolean isToBeTerminated() {
    return switch (state) {
      case ABORTED, REFUSED, DROPPED -> false;
      case PLANNED, HELD, DROPPING, COMMITTED, FAILED -> !terminated;
    };
  }

  /** The broker's own state decides whether this hold still counts. */
  boolean isLive() {
    return state != SegmentState.DROPPED && state != SegmentState.DROPPING;
  }

  Leg leg() {
    return new Leg(peer, near, far, reversed);
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

  public boolean isPermitted() {
    return permitted;
  }

  public boolean isTerminated() {
    return terminated;
  }

  public DataPlane dataPlane() {
    return dataPlane;
  }

  public Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /** True once its elements read clean after the end. */
  public boolean isClean() {
    return clean;
  }

  public Optional<Refusal> refusal() {
    return Optional.ofNullable(refusal);
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

  /** Elements and links from the circuit's source side to its destination side. */
  public List<String> path() {
    return path;
  }

  public boolean isReversed() {
    return reversed;
  }
}

package org.touchpaper.bar.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.segments.AttributeConverters.HolderConverter;
import org.touchpaper.bar.reservation.segments.AttributeConverters.RefusalConverter;
import org.touchpaper.bar.reservation.segments.AttributeConverters.RequesterConverter;
import org.touchpaper.bar.reservation.segments.AttributeConverters.StpConverter;
import org.touchpaper.bar.reservation.segments.SegmentCall;
import org.touchpaper.bar.reservation.segments.SegmentChain;
import org.touchpaper.bar.reservation.segments.SegmentHold;
import org.touchpaper.bar.reservation.segments.SegmentState;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.connection.Stp;

/** A version of a reservation (NSI's criteria version): criteria, requester and state. */
@Entity
@Table(name = "revision")
public class Revision {

  @Embeddable
  public record Key(@Column(name = "connection_id") UUID connectionId, int version) {}

  @EmbeddedId private Key key;

  @Column(updatable = false)
  @Convert(converter = StpConverter.class)
  private @Nullable Stp source;

  @Column(updatable = false)
  @Convert(converter = StpConverter.class)
  private @Nullable Stp destination;

  @Column(updatable = false)
  private @Nullable Integer bandwidthMbps;

  @Column(updatable = false)
  private @Nullable Instant startTime;

  @Column(updatable = false)
  private @Nullable Instant endTime;

  @Column(updatable = false)
  @Convert(converter = HolderConverter.class)
  private @Nullable Holder holder;

  /** Null if the version was aborted before it was requested. */
  @Column(updatable = false)
  @Convert(converter = RequesterConverter.class)
  private @Nullable RequesterIdentity requester;

  @Enumerated(EnumType.STRING)
  private RevisionState state;

  @Convert(converter = RefusalConverter.class)
  private @Nullable Refusal refusal;

  @Embedded private @Nullable ChangeRequestRecord change;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected Revision() {}

  private Revision(Key key, RevisionState state, @Nullable Holder holder) {
    this.key = key;
    this.state = state;
    this.holder = holder;
  }

  static Revision check(ReserveRequest request) {
    var key = new Key(request.connection().value(), request.version());
    var revision = new Revision(key, RevisionState.CHECKING, request.holder());
    revision.requester = request.requester();
    revision.setCriteria(request.criteria());
    return revision;
  }

  static Revision aborted(ConnectionId connection, int version) {
    return new Revision(new Key(connection.value(), version), RevisionState.ABORTED, null);
  }

  private void setCriteria(@Nullable Criteria criteria) {
    if (criteria != null) {
      source = criteria.source();
      destination = criteria.destination();
      bandwidthMbps = criteria.bandwidthMbps();
      startTime = criteria.schedule().startTime();
      endTime = criteria.schedule().endTime();
    }
  }

  void recordChange(ChangeRequestRecord newChange) {
    change = newChange;
  }

  void setState(RevisionState newState) {
    state = newState;
  }

  void refuse(Refusal newRefusal) {
    refusal = newRefusal;
    state = RevisionState.ABORTING;
  }

  /** Refuses a version that no segment holds. */
  void refuseWithoutAsking(Refusal newRefusal) {
    refusal = newRefusal;
    state = RevisionState.ABORTED;
  }

  /** Commits it; returns false if it was committed before. */
  boolean commit() {
    return switch (state) {
      case COMMITTING, COMMITTED -> false;
      case CHECKING -> throw invalidTransition("version " + version() + " is not held yet");
      case ABORTING, ABORTED ->
          throw new SegmentFaultException(
              SegmentFaultException.Code.COMMIT_FAILED,
              connection(),
              "version " + version() + " of " + connection() + " is no longer held");
      case HELD -> {
        state = RevisionState.COMMITTING;
        yield true;
      }
    };
  }

  /** Aborts it; returns false if it was aborted before. */
  boolean abort() {
    return switch (state) {
      case CHECKING, HELD -> {
        state = RevisionState.ABORTING;
        yield true;
      }
      case ABORTING, ABORTED -> false;
      case COMMITTING, COMMITTED ->
          throw invalidTransition("version " + version() + " is committed and cannot be aborted");
    };
  }

  /** Advances the state to that of its segments; returns false if it is unchanged. */
  boolean updateState(SegmentChain chain) {
    var previous = state;
    state =
        switch (previous) {
          case CHECKING -> chain.isFullyHeld() ? RevisionState.HELD : previous;
          case COMMITTING ->
              chain.inState(SegmentState.HELD).isEmpty() ? RevisionState.COMMITTED : previous;
          case ABORTING -> chain.possiblyHeld().isEmpty() ? RevisionState.ABORTED : previous;
          case HELD, COMMITTED, ABORTED -> previous;
        };
    return state != previous;
  }

  /**
   * Returns the due calls, which do not depend on each other.
   *
   * @param permission the number of the decision that permits the data plane, so that a commit says
   *     so, too; 0 if it is not permitted
   */
  List<SegmentCall> dueCalls(SegmentChain chain, int permission) {
    return switch (state) {
      case CHECKING -> {
        var dropping = chain.inState(SegmentState.DROPPING);
        yield dropping.isEmpty()
            ? chain.askable().stream().map(hold -> reserveCall(chain, hold)).toList()
            : SegmentHold.callEach(dropping, SegmentCall.AbortSegment::new);
      }
      case COMMITTING ->
          chain.inState(SegmentState.HELD).stream()
              .<SegmentCall>map(hold ->
                  new SegmentCall.CommitSegment(
                      hold.peer(),
                      hold.segment(),
                      hold.version(),
                      hold.isProvisionConfirmed() ? 0 : permission))
              .toList();
      case ABORTING -> SegmentHold.callEach(chain.possiblyHeld(), SegmentCall.AbortSegment::new);
      case HELD, COMMITTED, ABORTED -> List.of();
    };
  }

  private SegmentCall reserveCall(SegmentChain chain, SegmentHold hold) {
    var criteria = criteria().map(requested -> chain.criteriaFor(hold, requested));
    return new SegmentCall.ReserveSegment(
        hold.peer(), hold.segment(), hold.version(), criteria.orElse(null));
  }

  /**
   * Returns the reply to its requester; empty while segments are still being called.
   *
   * @param fallback the criteria if this version cancels
   */
  Optional<ReserveResult> answer(SegmentChain chain, Optional<Criteria> fallback) {
    return switch (state) {
      case CHECKING -> Optional.empty();
      case HELD, COMMITTING, COMMITTED ->
          Optional.of(chain.heldAnswer(criteria().or(() -> fallback).orElseThrow()));
      case ABORTING, ABORTED ->
          Optional.of(new ReserveResult.Refused(refusal().orElseGet(this::abandonedRefusal)));
    };
  }

  Refusal abandonedRefusal() {
    return new Refusal(
        Refusal.Code.GIVEN_UP,
        connection().toString(),
        "",
        "This reservation was abandoned before it was held.",
        null);
  }

  private SegmentFaultException invalidTransition(String reason) {
    return invalidTransition(connection(), reason);
  }

  static SegmentFaultException invalidTransition(ConnectionId connection, String reason) {
    return new SegmentFaultException(
        SegmentFaultException.Code.INVALID_TRANSITION, connection, connection + ": " + reason);
  }

  private ConnectionId connection() {
    return new ConnectionId(key.connectionId());
  }

  public int version() {
    return key.version();
  }

  public RevisionState state() {
    return state;
  }

  public Optional<Holder> holder() {
    return Optional.ofNullable(holder);
  }

  public Optional<RequesterIdentity> requester() {
    return Optional.ofNullable(requester);
  }

  public Optional<Refusal> refusal() {
    return Optional.ofNullable(refusal);
  }

  /**
   * Returns the criteria; empty if this version cancels, or was aborted before it was requested.
   */
  public Optional<Criteria> criteria() {
    if (source == null
        || destination == null
        || bandwidthMbps == null
        || startTime == null
        || endTime == null) {
      return Optional.empty();
    }
    return Optional.of(
        new Criteria(source, destination, bandwidthMbps, new Schedule(startTime, endTime)));
  }

  /** Returns the change of a lightpath alone that it makes; empty if another request led to it. */
  public Optional<ChangeRequestRecord> change() {
    return Optional.ofNullable(change);
  }

  /** Returns true if it was requested, false if it was only aborted. */
  public boolean wasRequested() {
    return holder != null;
  }

  /** Returns the outcome that its segments get when they query it. */
  public Outcome outcome() {
    return switch (state) {
      case CHECKING, HELD -> Outcome.UNDECIDED;
      case COMMITTING, COMMITTED -> Outcome.COMMIT;
      case ABORTING, ABORTED -> Outcome.ABORT;
    };
  }

  /** Returns true while a segment's reply changes what is due: also a late one to an aborted. */
  boolean awaitsAnswers() {
    return state == RevisionState.CHECKING || state == RevisionState.ABORTING;
  }

  /** Returns true if it was aborted although no segment refused it, so that it may be repeated. */
  public boolean isAbandoned() {
    return state.isAbortingOrAborted() && refusal == null;
  }

  public boolean isUndecided() {
    return state == RevisionState.CHECKING || state == RevisionState.HELD;
  }
}

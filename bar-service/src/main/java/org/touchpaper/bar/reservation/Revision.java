package org.touchpaper.bar.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
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
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.connection.Stp;

/**
 * One version of a reservation (NSI's criteria version): what was asked, by whom, how far it is.
 */
@Entity
@Table(name = "revision")
public class Revision {

  /** A connection's id and a version of it. */
  @Embeddable
  public record Key(@Column(name = "connection_id") UUID connectionId, int version) {}

  @EmbeddedId private Key key;

  @Convert(converter = Columns.StpText.class)
  private @Nullable Stp source;

  @Convert(converter = Columns.StpText.class)
  private @Nullable Stp destination;

  private @Nullable Integer bandwidthMbps;
  private @Nullable Instant startTime;
  private @Nullable Instant endTime;

  @Convert(converter = Columns.HolderText.class)
  private @Nullable Holder holder;

  /** Null of what was asked by an earlier build, or given up before it was heard of. */
  @Convert(converter = Columns.RequesterText.class)
  private @Nullable Requester requester;

  @Enumerated(EnumType.STRING)
  private RevisionState state;

  @Convert(converter = Columns.RefusalText.class)
  private @Nullable Refusal refusal;

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected Revision() {}

  private Revision(Key key, RevisionState state, @Nullable Holder holder) {
    this.key = key;
    this.state = state;
    this.holder = holder;
  }

  static Revision check(Reserve request) {
    var key = new Key(request.connection().value(), request.version());
    var asked = new Revision(key, RevisionState.CHECKING, request.holder());
    asked.requester = request.requester();
    asked.ask(request.criteria());
    return asked;
  }

  /** Of a version never heard of: remembers that it was given up. */
  static Revision givenUp(ConnectionId connection, int version) {
    return new Revision(new Key(connection.value(), version), RevisionState.ABORTED, null);
  }

  private void ask(@Nullable Criteria criteria) {
    if (criteria != null) {
      source = criteria.source();
      destination = criteria.destination();
      bandwidthMbps = criteria.bandwidthMbps();
      startTime = criteria.schedule().startTime();
      endTime = criteria.schedule().endTime();
    }
  }

  void become(RevisionState next) {
    state = next;
  }

  void refuse(Refusal why) {
    refusal = why;
    state = RevisionState.ABORTING;
  }

  /** No segment was asked, so none has to let go. */
  void refuseUnasked(Refusal why) {
    refusal = why;
    state = RevisionState.ABORTED;
  }

  /** Decides for it; false if that was decided before. */
  boolean commit() {
    return switch (state) {
      case COMMITTING, COMMITTED -> false;
      case CHECKING -> throw invalid("version " + version() + " is not held yet");
      case ABORTING, ABORTED ->
          throw new Fault(
              Fault.Code.COMMIT_FAILED,
              connection(),
              "version " + version() + " of " + connection() + " is not held any more");
      case HELD -> {
        state = RevisionState.COMMITTING;
        yield true;
      }
    };
  }

  /** Decides against it; false if that was decided before. */
  boolean abort() {
    return switch (state) {
      case CHECKING, HELD -> {
        state = RevisionState.ABORTING;
        yield true;
      }
      case ABORTING, ABORTED -> false;
      case COMMITTING, COMMITTED ->
          throw invalid("version " + version() + " is committed and cannot be aborted");
    };
  }

  /** Goes on as far as its segments have come; false if that is no further. */
  boolean settle(Chain chain) {
    var before = state;
    state =
        switch (before) {
          case CHECKING -> chain.isHeld() ? RevisionState.HELD : before;
          case COMMITTING ->
              chain.in(SegmentState.HELD).isEmpty() ? RevisionState.COMMITTED : before;
          case ABORTING -> chain.perhapsHolding().isEmpty() ? RevisionState.ABORTED : before;
          case HELD, COMMITTED, ABORTED -> before;
        };
    return state != before;
  }

  /** The calls its segments are due. */
  List<Call> calls(Chain chain) {
    return switch (state) {
      case CHECKING -> {
        var dropping = chain.in(SegmentState.DROPPING);
        yield dropping.isEmpty()
            ? chain.firstPlanned().map(hold -> ask(chain, hold)).stream().toList()
            : SegmentHold.each(dropping, Call.AbortSegment::new);
      }
      case COMMITTING -> SegmentHold.each(chain.in(SegmentState.HELD), Call.CommitSegment::new);
      case ABORTING -> SegmentHold.each(chain.perhapsHolding(), Call.AbortSegment::new);
      case HELD, COMMITTED, ABORTED -> List.of();
    };
  }

  private Call ask(Chain chain, SegmentHold hold) {
    var criteria = criteria().map(whole -> chain.criteriaFor(hold, whole));
    return new Call.ReserveSegment(
        hold.peer(), hold.segment(), hold.version(), criteria.orElse(null));
  }

  /**
   * The answer to whoever asked for it; empty while segments are still being asked.
   *
   * @param standing what is asked for where this version holds a cancel
   */
  Optional<ReserveAnswer> answer(Chain chain, Optional<Criteria> standing) {
    return switch (state) {
      case CHECKING -> Optional.empty();
      case HELD, COMMITTING, COMMITTED ->
          Optional.of(chain.held(criteria().or(() -> standing).orElseThrow()));
      case ABORTING, ABORTED ->
          Optional.of(new ReserveAnswer.Refused(refusal().orElseGet(this::givenUp)));
    };
  }

  Refusal givenUp() {
    return new Refusal(
        Refusal.Code.GIVEN_UP,
        connection().toString(),
        "",
        "This reservation was given up before it was held.",
        null);
  }

  private Fault invalid(String why) {
    return invalid(connection(), why);
  }

  static Fault invalid(ConnectionId connection, String why) {
    return new Fault(Fault.Code.INVALID_TRANSITION, connection, connection + ": " + why);
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

  /** Who asked for it, and for whom. */
  Optional<Requester> requester() {
    return Optional.ofNullable(requester);
  }

  public Optional<Refusal> refusal() {
    return Optional.ofNullable(refusal);
  }

  /** What was asked; empty for a cancel, and for what was given up before it was heard of. */
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

  /** True if it was asked for, and not merely given up unheard. */
  public boolean wasAsked() {
    return holder != null;
  }

  /** What its segments are told when they ask. */
  public Outcome outcome() {
    return switch (state) {
      case CHECKING, HELD -> Outcome.UNDECIDED;
      case COMMITTING, COMMITTED -> Outcome.COMMIT;
      case ABORTING, ABORTED -> Outcome.ABORT;
    };
  }

  public boolean isOpen() {
    return state == RevisionState.CHECKING || state == RevisionState.HELD;
  }
}

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
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Refusal;
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

  static Revision check(
      ConnectionId connection, int version, @Nullable Criteria criteria, Holder holder) {
    var asked = new Revision(new Key(connection.value(), version), RevisionState.CHECKING, holder);
    asked.ask(criteria);
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

  public int version() {
    return key.version();
  }

  public RevisionState state() {
    return state;
  }

  public Optional<Holder> holder() {
    return Optional.ofNullable(holder);
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

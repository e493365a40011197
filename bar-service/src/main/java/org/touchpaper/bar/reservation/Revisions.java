package org.touchpaper.bar.reservation;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.hibernate.Hibernate;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.segments.AttributeConverters.StpConverter;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.state.ReservationState;

/** The versions of a reservation, and which of them is binding (NSI's RSM). */
@Embeddable
class Revisions {

  @OneToMany(cascade = CascadeType.ALL, fetch = FetchType.LAZY)
  @JoinColumn(name = "connection_id", insertable = false, updatable = false)
  @OrderBy("key.version")
  private List<Revision> all = new ArrayList<>();

  private int bindingVersion;

  /** The times of the binding version, else of the first; for lists and filters. */
  private @Nullable Instant startTime;

  private @Nullable Instant endTime;

  /** The ends of the same version, for filters. */
  @Convert(converter = StpConverter.class)
  @SuppressWarnings("UnusedVariable") // used in queries
  private @Nullable Stp source;

  @Convert(converter = StpConverter.class)
  @SuppressWarnings("UnusedVariable") // used in queries
  private @Nullable Stp destination;

  protected Revisions() {}

  /** Begins a version that segments are called for. */
  Revision begin(ReserveRequest request) {
    var version = request.version();
    if (find(version).isPresent()) {
      throw new IllegalStateException("version " + version + " already exists");
    }
    if (version > 1 && bindingVersion == 0) {
      throw invalidTransition(
          request, "version " + version + " cannot be a change: no version was committed");
    }
    if (version <= bindingVersion) {
      throw invalidTransition(
          request, "version " + version + " is older than the binding version " + bindingVersion);
    }
    if (isInProgress()) {
      throw invalidTransition(request, "another version is not decided yet; try again later");
    }
    return add(Revision.check(request));
  }

  /** Returns true until every segment knows what was decided about every version. */
  boolean isInProgress() {
    return all.stream().map(Revision::state).anyMatch(RevisionState::isInProgress);
  }

  private static SegmentFaultException invalidTransition(ReserveRequest request, String reason) {
    return Revision.invalidTransition(request.connection(), reason);
  }

  /** Stores a version that is refused without a call to a segment. */
  void refuse(ReserveRequest request, Refusal refusal) {
    begin(request).refuseWithoutAsking(refusal);
  }

  /** Stores a version that came after the end. */
  void refuseAfterEnd(ReserveRequest request) {
    var revision = add(Revision.check(request));
    revision.refuseWithoutAsking(revision.abandonedRefusal());
  }

  /** Stores a version as aborted before it was requested. */
  void recordAborted(ConnectionId connection, int version) {
    add(Revision.aborted(connection, version));
  }

  private Revision add(Revision revision) {
    all.add(revision);
    if (bindingVersion == 0) {
      updateListed(revision);
    }
    return revision;
  }

  /** Makes a version binding. */
  void bind(Revision revision) {
    bindingVersion = revision.version();
    updateListed(revision);
  }

  private void updateListed(Revision revision) {
    revision
        .criteria()
        .ifPresent(criteria -> {
          startTime = criteria.schedule().startTime();
          endTime = criteria.schedule().endTime();
          source = criteria.source();
          destination = criteria.destination();
        });
  }

  void abortUndecided() {
    all.stream()
        .filter(Revision::isUndecided)
        .forEach(revision -> revision.setState(RevisionState.ABORTING));
  }

  /** Marks aborting versions as aborted. */
  void confirmAborted() {
    all.stream()
        .filter(revision -> revision.state() == RevisionState.ABORTING)
        .forEach(revision -> revision.setState(RevisionState.ABORTED));
  }

  void load() {
    Hibernate.initialize(all);
  }

  Stream<Revision> stream() {
    return all.stream();
  }

  Optional<Revision> find(int version) {
    return all.stream().filter(revision -> revision.version() == version).findFirst();
  }

  Revision get(int version) {
    return find(version).orElseThrow();
  }

  /** Returns the version that awaits its holder's decision. */
  Optional<Revision> undecided() {
    return all.stream().filter(Revision::isUndecided).findFirst();
  }

  Optional<Revision> latest() {
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
  }

  /** Returns the binding version, 0 if none. */
  int bindingVersion() {
    return bindingVersion;
  }

  /** Returns the version whose segments are shown: the binding one, else the newest. */
  int displayedVersion() {
    return bindingVersion > 0
        ? bindingVersion
        : all.stream().mapToInt(Revision::version).max().orElse(0);
  }

  /** Returns the held version, 0 if none. */
  int heldVersion() {
    return all.stream()
        .filter(revision -> revision.state() == RevisionState.HELD)
        .findFirst()
        .map(Revision::version)
        .orElse(0);
  }

  /** Returns the criteria of the binding version, else of the held one. */
  Optional<Criteria> criteria() {
    if (bindingVersion > 0) {
      return lastCriteria(
          all.stream()
              .filter(r -> r.version() <= bindingVersion && r.state() != RevisionState.ABORTED));
    }
    return undecided().flatMap(Revision::criteria);
  }

  /** Returns the criteria requested last, whatever their outcome. */
  Optional<Criteria> lastRequestedCriteria() {
    return lastCriteria(all.stream());
  }

  private static Optional<Criteria> lastCriteria(Stream<Revision> revisions) {
    return revisions.flatMap(revision -> revision.criteria().stream()).reduce((_, later) -> later);
  }

  /** Returns the service that holds this reservation as a part of something larger, if any. */
  Optional<Holder.PeerService> lastPeerHolder() {
    return all.stream()
        .flatMap(revision -> revision.holder().stream())
        .filter(Holder.PeerService.class::isInstance)
        .map(Holder.PeerService.class::cast)
        .reduce((_, later) -> later);
  }

  Optional<Instant> startTime() {
    return Optional.ofNullable(startTime);
  }

  Optional<Instant> endTime() {
    return Optional.ofNullable(endTime);
  }

  boolean isOver(Instant now) {
    return endTime != null && !now.isBefore(endTime);
  }

  /** Returns NSI's reservation state, that of the latest version. */
  ReservationState state() {
    return latest()
        .map(Revision::state)
        .map(Revisions::state)
        .orElse(ReservationState.RESERVE_START);
  }

  private static ReservationState state(RevisionState latest) {
    return switch (latest) {
      case CHECKING -> ReservationState.RESERVE_CHECKING;
      case HELD -> ReservationState.RESERVE_HELD;
      case COMMITTING -> ReservationState.RESERVE_COMMITTING;
      case ABORTING -> ReservationState.RESERVE_ABORTING;
      case COMMITTED, ABORTED -> ReservationState.RESERVE_START;
    };
  }
}

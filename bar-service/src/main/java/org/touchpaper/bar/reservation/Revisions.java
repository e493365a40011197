package org.touchpaper.bar.reservation;

import jakarta.persistence.CascadeType;
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
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReservationState;
import org.touchpaper.segment.connection.Reserve;

/** The versions of a reservation, and which of them binds (NSI's RSM). */
@Embeddable
class Revisions {

  @OneToMany(cascade = CascadeType.ALL, fetch = FetchType.LAZY)
  @JoinColumn(name = "connection_id", insertable = false, updatable = false)
  @OrderBy("key.version")
  private List<Revision> all = new ArrayList<>();

  private int binding;

  /** For lists and filters: the times of the binding revision, else of the first. */
  private @Nullable Instant startTime;

  private @Nullable Instant endTime;

  protected Revisions() {}

  /** A version that its segments are now asked for. */
  Revision begin(Reserve request) {
    var version = request.version();
    if (find(version).isPresent()) {
      throw new IllegalStateException("version " + version + " is known");
    }
    if (version > 1 && binding == 0) {
      throw invalid(request, "version " + version + " changes nothing: none was ever committed");
    }
    if (version <= binding) {
      throw invalid(
          request, "version " + version + " is older than the binding version " + binding);
    }
    if (all.stream().map(Revision::state).anyMatch(RevisionState::isUnderWay)) {
      throw invalid(request, "another version is being decided; ask again when it is");
    }
    return add(Revision.check(request));
  }

  private static Fault invalid(Reserve request, String why) {
    return Revision.invalid(request.connection(), why);
  }

  /** A version that nobody need be asked for. */
  void refuse(Reserve request, Refusal refusal) {
    begin(request).refuseUnasked(refusal);
  }

  /** A version that came after the end. */
  void refuseAsGone(Reserve request) {
    var late = add(Revision.check(request));
    late.refuseUnasked(late.givenUp());
  }

  /** Remembers a version as given up before it was asked for. */
  void giveUp(ConnectionId connection, int version) {
    add(Revision.givenUp(connection, version));
  }

  private Revision add(Revision revision) {
    all.add(revision);
    if (binding == 0) {
      show(revision);
    }
    return revision;
  }

  /** From here on this version is the one that counts. */
  void bind(Revision revision) {
    binding = revision.version();
    show(revision);
  }

  private void show(Revision revision) {
    revision
        .criteria()
        .map(Criteria::schedule)
        .ifPresent(schedule -> {
          startTime = schedule.startTime();
          endTime = schedule.endTime();
        });
  }

  /** Gives up whatever is not decided yet. */
  void giveUpOpen() {
    all.stream()
        .filter(Revision::isOpen)
        .forEach(revision -> revision.become(RevisionState.ABORTING));
  }

  /** No segment holds anything any more. */
  void nothingIsHeld() {
    all.stream()
        .filter(revision -> revision.state() == RevisionState.ABORTING)
        .forEach(revision -> revision.become(RevisionState.ABORTED));
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

  /** The version that waits for its holder's word. */
  Optional<Revision> open() {
    return all.stream().filter(Revision::isOpen).findFirst();
  }

  Optional<Revision> latest() {
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
  }

  /** The version now binding, 0 if none. */
  int binding() {
    return binding;
  }

  /** The version that says which segments carry it: the binding one, else the newest. */
  int shown() {
    return binding > 0 ? binding : all.stream().mapToInt(Revision::version).max().orElse(0);
  }

  /** The version now held, 0 if none. */
  int held() {
    return all.stream()
        .filter(revision -> revision.state() == RevisionState.HELD)
        .findFirst()
        .map(Revision::version)
        .orElse(0);
  }

  /** Of the binding version, else of the one held. */
  Optional<Criteria> criteria() {
    if (binding > 0) {
      return last(
          all.stream().filter(r -> r.version() <= binding && r.state() != RevisionState.ABORTED));
    }
    return open().flatMap(Revision::criteria);
  }

  /** What was last asked for, whatever became of it. */
  Optional<Criteria> asked() {
    return last(all.stream());
  }

  private static Optional<Criteria> last(Stream<Revision> some) {
    return some.flatMap(revision -> revision.criteria().stream()).reduce((_, later) -> later);
  }

  /** The service that booked this as part of something larger, if one did. */
  Optional<Holder.Asker> asker() {
    return all.stream()
        .flatMap(revision -> revision.holder().stream())
        .filter(Holder.Asker.class::isInstance)
        .map(Holder.Asker.class::cast)
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

  /** NSI's reservation state: whatever is under way shows. */
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

package org.touchpaper.bar.reservation;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.hibernate.Hibernate;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.history.HistoryEntry;
import org.touchpaper.bar.history.PendingHistoryEntries;
import org.touchpaper.bar.reservation.pathcheck.PathCheckResult;
import org.touchpaper.bar.reservation.pathcheck.PathCheckStatus;
import org.touchpaper.bar.reservation.segments.SegmentCall;
import org.touchpaper.bar.reservation.segments.SegmentHold;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.ReservationState;

/**
 * A lightpath reserved for a requester for a period, and the segments that carry it (NSI's
 * connection, GFD.237 section 3).
 *
 * <p>NSI's state machines are its parts: the versions ({@link Revisions}) with each segment's share
 * ({@link SegmentHoldsByRevision}), {@link ReservationProvisionStatus}, {@link
 * ReservationLifecycleStatus} and {@link DataPlaneStatus}. {@link RequesterOperations} implements
 * the requester's operations, {@link SegmentCallCoordinator} the exchange with segments. It makes
 * no calls itself: {@link SegmentCallCoordinator} lists the due calls and takes their results. Each
 * operation checks its precondition, changes the state and adds a history entry ({@link
 * #drainHistory}). A decision is stored before the first call, so a broker continues after a
 * restart (DESIGN decision 3).
 */
@Entity
@Table(name = "reservation")
public class Reservation {

  private static final Pattern PART_HOLDER =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[.]\\d+");

  @Id
  @Column(name = "connection_id")
  private UUID connectionId;

  @Embedded private ReservationCreationDetails origin;
  @Embedded private Revisions revisions = new Revisions();
  @Embedded private ReservationProvisionStatus provisionStatus = new ReservationProvisionStatus();
  @Embedded private ReservationLifecycleStatus lifecycle = new ReservationLifecycleStatus();
  @Embedded private DataPlaneStatus dataPlaneStatus = new DataPlaneStatus();
  @Embedded private HolderNotificationState notificationState = new HolderNotificationState();
  @Embedded private ReservationCheckSchedule nextCheck = new ReservationCheckSchedule();
  @Embedded private PathCheckStatus pathCheck = new PathCheckStatus();

  /**
   * Hosts with their addresses on the production network, which was an alternative when it was up.
   */
  private @Nullable String production;

  /** The phase after the last step, for lists; it does not know that the end has passed. */
  @Enumerated(EnumType.STRING)
  private BookingPhase phase = BookingPhase.UNDECIDED;

  @OneToMany(cascade = CascadeType.ALL, fetch = FetchType.LAZY)
  @JoinColumn(name = "connection_id", insertable = false, updatable = false)
  @OrderBy("revision, position, attempt")
  private List<SegmentHold> holds = new ArrayList<>();

  @Version private @Nullable Long rowVersion;

  @Transient private PendingHistoryEntries history = new PendingHistoryEntries();

  @SuppressWarnings("NullAway.Init") // Hibernate fills the fields
  protected Reservation() {}

  private Reservation(ConnectionId connection, ReservationCreationDetails booking) {
    this.connectionId = connection.value();
    this.origin = booking;
  }

  /** Creates a new connection. */
  public static Reservation of(
      ConnectionId connection,
      RequesterIdentity requester,
      String description,
      String bodyDigest,
      Instant now) {
    var owner = requester.onBehalfOf().name();
    return new Reservation(
        connection, new ReservationCreationDetails(requester, owner, description, bodyDigest, now));
  }

  /** Throws unless the caller's peer made the reservation. */
  public void requireRequester(RequesterIdentity requester) {
    if (!requester.peer().equals(origin.requester().peer())) {
      throw new SegmentFaultException(
          SegmentFaultException.Code.NOT_ALLOWED,
          connection(),
          connectionId + " was not booked by " + requester.peer());
    }
  }

  public RequesterOperations operations() {
    return new RequesterOperations(connection(), segments());
  }

  /** Returns true while its holder, or a segment, is still to commit its latest version. */
  public boolean isCommitPending() {
    var state = revisions.state();
    return lifecycle.isAlive()
        && (state == ReservationState.RESERVE_HELD || state == ReservationState.RESERVE_COMMITTING);
  }

  /** Returns the reply to a reserve; empty while segments are still being called. */
  public Optional<ReserveResult> answer(int version) {
    var revision = revisions.get(version);
    return revision.answer(segmentHolds().chainOf(revision), criteria());
  }

  /** Returns true if every segment holds the version, and it is not decided. */
  public boolean isHeld(int version) {
    return revisions.find(version).filter(found -> found.state() == RevisionState.HELD).isPresent();
  }

  // --- changes of a lightpath alone -------------------------------------------------------------

  /** Returns true for a lightpath that was booked alone, false for a part of a co-allocation. */
  public boolean isAlone() {
    return firstHolder().map(Holder.ExternalRequester.class::isInstance).orElse(false);
  }

  /** Returns the co-allocation whose part it is: a transaction's id is its id, a dot, a number. */
  public Optional<UUID> coAllocation() {
    return firstHolder()
        .flatMap(holder ->
            holder instanceof Holder.Transaction(var id, _) && PART_HOLDER.matcher(id).matches()
                ? Optional.of(UUID.fromString(id.substring(0, 36)))
                : Optional.empty());
  }

  private Optional<Holder> firstHolder() {
    return findRevision(1).flatMap(Revision::holder);
  }

  /** Returns why the lightpath cannot be changed by itself now; empty if it can. */
  public Optional<String> changeRefusal(Instant now) {
    if (!isAlone()) {
      return Optional.of("it is part of a booking; change that booking instead");
    }
    return switch (phase(now)) {
      case UNDECIDED -> Optional.of("the lightpath is not decided yet; try again later");
      case COMMITTED, ACTIVE ->
          revisions.isInProgress()
              ? Optional.of(
                  "an earlier request is not decided, or not known to every segment; try again"
                      + " later")
              : Optional.empty();
      case ENDED -> Optional.of("the lightpath has ended");
      case CANCELLED -> Optional.of("the lightpath was cancelled");
      case FAILED -> Optional.of("the lightpath has failed; make a new booking");
      case REFUSED -> Optional.of("the lightpath was refused; no resources are held");
    };
  }

  /** Stores the request that led to a version. */
  public void recordChange(int version, ChangeRequestRecord change) {
    revisions.get(version).recordChange(change);
  }

  /** Finds the last version requested under a key. */
  public Optional<Revision> findChange(String key) {
    return revisions.stream()
        .filter(revision -> revision.change().filter(it -> key.equals(it.key())).isPresent())
        .reduce((_, later) -> later);
  }

  /** Returns the last version that was requested as a change of a lightpath alone. */
  public Optional<Revision> lastChange() {
    return revisions.stream()
        .filter(revision -> revision.change().isPresent())
        .reduce((_, later) -> later);
  }

  public void describe(String description, String who, Instant now) {
    if (!origin.description().equals(description)) {
      origin = origin.withDescription(description);
      history.add(now, who, "description changed");
    }
  }

  // --- calls to segments ------------------------------------------------------------------------

  public int revisionOf(SegmentCall call) {
    return segmentHolds().get(call).revision();
  }

  /** Returns the requester of the version that a call is about. */
  public RequesterIdentity requesterOf(SegmentCall call) {
    return revisions.get(revisionOf(call)).requester().orElseGet(origin::requester);
  }

  /** Returns the exchange with the segments. */
  public SegmentCallCoordinator segments() {
    return new SegmentCallCoordinator(
        revisions, segmentHolds(), provisionStatus, lifecycle, dataPlaneStatus, history);
  }

  private SegmentHoldsByRevision segmentHolds() {
    return new SegmentHoldsByRevision(connectionId, holds);
  }

  // --- notifications to the holder --------------------------------------------------------------

  /** Returns the next notification to the holder, if that is a service. */
  public Optional<Notification> pendingNotification(Instant now) {
    return notificationTarget()
        .flatMap(_ -> notificationState.pending(connection(), lifecycle, dataPlaneStatus, now));
  }

  public void markNotified(Notification notification) {
    notificationState.markNotified(notification);
  }

  /** Returns the service that holds this reservation as a part of something larger, if any. */
  public Optional<Holder.PeerService> notificationTarget() {
    return revisions.lastPeerHolder();
  }

  // --- next check -------------------------------------------------------------------------------

  /** Schedules the next check, after a step with or without progress. */
  public void reschedule(boolean hasProgressed, Instant now) {
    nextCheck.reschedule(hasProgressed, this, now);
  }

  /**
   * Schedules the next check after one that began when it was due; an earlier check planned
   * meanwhile is kept.
   */
  public void rescheduleAfterCheck(
      Optional<Instant> dueAtStart, boolean hasProgressed, Instant now) {
    nextCheck.rescheduleAfterCheck(dueAtStart, hasProgressed, this, now);
  }

  /** Returns the time of the next check; empty once nothing more can happen. */
  public Optional<Instant> dueAt() {
    return nextCheck.dueAt();
  }

  public void checkNow(Instant now) {
    nextCheck.checkNow(now);
  }

  /** Returns the version that awaits its holder's decision. */
  public Optional<Revision> undecidedRevision() {
    return revisions.undecided();
  }

  // --- queries ----------------------------------------------------------------------------------

  /**
   * Returns the outcome for a segment that queries its hold; a hold that another label replaced is
   * aborted.
   */
  public Outcome outcome(ConnectionId segment, int version) {
    return segmentHolds().find(segment, version).map(this::outcome).orElse(Outcome.ABORT);
  }

  private Outcome outcome(SegmentHold hold) {
    var decision = revisions.get(hold.revision()).outcome();
    var isAborted = lifecycle.isTerminatedOrTerminating() && decision == Outcome.UNDECIDED;
    return isAborted || !hold.isLive() ? Outcome.ABORT : decision;
  }

  public ConnectionReport.Known report(Instant now) {
    var dataPlane = dataPlaneStatus.dataPlane();
    return new ConnectionReport.Known(
        connection(),
        revisions.bindingVersion(),
        revisions.heldVersion(),
        revisions.state(),
        provisionStatus.state(),
        lifecycle.state(),
        revisions.isOver(now) && dataPlane == DataPlaneState.ACTIVE
            ? DataPlaneState.DEACTIVATING
            : dataPlane,
        revisions.criteria().orElse(null),
        path(),
        reason().or(this::problem).orElse(null),
        dataPlaneStatus.isReleased(),
        lifecycle.cut().orElse(null));
  }

  /** Returns the criteria of the binding version, else of the held one. */
  public Optional<Criteria> criteria() {
    return revisions.criteria();
  }

  /** Returns the criteria requested last, whatever their outcome. */
  public Optional<Criteria> lastRequestedCriteria() {
    return revisions.lastRequestedCriteria();
  }

  /** Returns the path of the binding version, else of the held one. */
  public List<String> path() {
    return segmentHolds().chainOf(revisions.displayedVersion()).path();
  }

  /** Returns what is known of the ends of the binding version, else of the held one. */
  public LightpathEndsAccessDetails endpoints() {
    return segmentHolds().chainOf(revisions.displayedVersion()).endpoints();
  }

  /** Returns the holds of the binding version, else of the newest, from source to destination. */
  public List<SegmentHold> inCircuitOrder() {
    return segmentHolds().chainOf(revisions.displayedVersion()).inCircuitOrder();
  }

  /**
   * Stores the phase for lists, at the end of a step. When a lightpath becomes active, its path is
   * to be checked; a lightpath that is a part of a peer's is checked by that peer.
   *
   * @param alternative returns the hosts with their addresses on the production network, if any
   */
  public void recordPhase(Instant now, Function<Criteria, Optional<String>> alternative) {
    var next = phase(now);
    var isActive = next == BookingPhase.ACTIVE;
    if (isActive && phase != BookingPhase.ACTIVE && notificationTarget().isEmpty()) {
      pathCheck.begin(now);
      production = criteria().flatMap(alternative).orElse(null);
    } else if (!isActive) {
      pathCheck.end(now);
    }
    phase = next;
  }

  /** Asks for another check of the path; false if the lightpath is not active. */
  public boolean requestPathCheck(boolean throughput, Instant now) {
    if (phase(now) != BookingPhase.ACTIVE || notificationTarget().isPresent()) {
      return false;
    }
    pathCheck.request(throughput, now);
    return true;
  }

  /** Stores the result of a check of the path, unless it is not awaited any more. */
  public void completePathCheck(PathCheckStatus.Due check, PathCheckResult result, Instant now) {
    if (pathCheck.complete(check, result)) {
      history.add(now, "path check", result.state().text() + ": " + result.message());
    }
  }

  public PathCheckStatus pathCheck() {
    return pathCheck;
  }

  /** Returns the current problem: of its data plane, else of its path. */
  public Optional<String> problem() {
    return dataPlaneStatus
        .problem()
        .map(this::withProduction)
        .or(() -> phase == BookingPhase.ACTIVE ? pathCheck.problem() : Optional.empty());
  }

  /** Returns why it ended early. */
  public Optional<String> reason() {
    return lifecycle.reason().map(text -> lifecycle.isCut() ? text : withProduction(text));
  }

  /** A run need not end with its lightpath. */
  private String withProduction(String text) {
    return switch (phase) {
      case COMMITTED, ACTIVE, FAILED ->
          production == null ? text : text + "; the run can go on over production: " + production;
      case UNDECIDED, REFUSED, CANCELLED, ENDED -> text;
    };
  }

  /** Returns the phase after the last step; it does not know that the end has passed. */
  public BookingPhase recordedPhase() {
    return phase;
  }

  public BookingPhase phase(Instant now) {
    return switch (lifecycle.state()) {
      case TERMINATING, TERMINATED ->
          bindingVersion() > 0 ? BookingPhase.CANCELLED : BookingPhase.REFUSED;
      case FAILED -> BookingPhase.FAILED;
      case PASSED_END_TIME -> BookingPhase.ENDED;
      case CREATED -> phaseWhileAlive(now);
    };
  }

  private BookingPhase phaseWhileAlive(Instant now) {
    if (bindingVersion() == 0) {
      var isRefused =
          revisions.latest().map(revision -> revision.state().isAbortingOrAborted()).orElse(false);
      return isRefused ? BookingPhase.REFUSED : BookingPhase.UNDECIDED;
    }
    if (revisions.isOver(now)) {
      return BookingPhase.ENDED;
    }
    return dataPlaneStatus.dataPlane() == DataPlaneState.ACTIVE
        ? BookingPhase.ACTIVE
        : BookingPhase.COMMITTED;
  }

  /** Returns true while it is ended early, or to be, and not every segment has freed its share. */
  public boolean isReleasing(Instant now) {
    return switch (phase(now)) {
      case UNDECIDED -> lifecycle.isCut();
      case CANCELLED, FAILED -> !dataPlaneStatus.isReleased();
      case COMMITTED, ACTIVE, ENDED, REFUSED -> false;
    };
  }

  public Optional<Revision> findRevision(int version) {
    return revisions.find(version);
  }

  /** Returns the new history entries, to be stored in the same transaction. */
  public List<HistoryEntry> drainHistory() {
    return history.drain(connectionId);
  }

  public ConnectionId connection() {
    return new ConnectionId(connectionId);
  }

  /** Rises each time it is stored. */
  public long rowVersion() {
    return rowVersion == null ? 0 : rowVersion;
  }

  public ReservationCreationDetails origin() {
    return origin;
  }

  /** Returns the version of a further request. */
  public int nextVersion() {
    return revisions.latest().map(Revision::version).orElse(0) + 1;
  }

  /** Reads all its rows, so that it can be used after the transaction. */
  public Reservation loadAll() {
    Hibernate.initialize(holds);
    revisions.load();
    return this;
  }

  /** Returns the binding version, 0 if none. */
  public int bindingVersion() {
    return revisions.bindingVersion();
  }

  public ReservationLifecycleStatus lifecycle() {
    return lifecycle;
  }

  public DataPlaneStatus dataPlaneStatus() {
    return dataPlaneStatus;
  }

  ReservationProvisionStatus provisionStatus() {
    return provisionStatus;
  }

  public Optional<Instant> startTime() {
    return revisions.startTime();
  }

  public Optional<Instant> endTime() {
    return revisions.endTime();
  }
}

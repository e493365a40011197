package org.touchpaper.segment.reservation;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.CutNotice;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.connection.state.LifecycleStateMachine;
import org.touchpaper.segment.connection.state.ProvisionState;
import org.touchpaper.segment.connection.state.ProvisionStateMachine;
import org.touchpaper.segment.connection.state.ReservationState;
import org.touchpaper.segment.connection.state.ReservationStateMachine;
import org.touchpaper.segment.element.UncertainEffect;

/**
 * A connection of this segment: NSI's three state machines, the data plane, and the binding
 * version. Each operation checks its precondition, then changes the state; {@link
 * ConnectionRepository} saves it in the transaction that locked it.
 */
public final class SegmentConnection {

  public final ConnectionId id;
  final String requesterPeer;
  public int version;
  int heldVersion;
  ReservationState reservation = ReservationState.RESERVE_START;
  ProvisionState provision = ProvisionState.RELEASED;

  /** The version that was binding at the last provision or release; 0 before the first. */
  int provisionVersion;

  LifecycleState lifecycle = LifecycleState.CREATED;
  public DataPlaneState dataPlane = DataPlaneState.INACTIVE;
  @Nullable Schedule schedule;
  @Nullable public String problem;

  /** True while items of this connection may be on an element. */
  public boolean configured;

  /** True while commands for this connection are in flight. */
  public boolean commandsInFlight;

  /** Until then, earlier commands may take effect unseen. */
  @Nullable public Instant uncertainUntil;

  /** True if such an effect may be a delete. */
  boolean deleteUncertain;

  public boolean hasBeenUp;

  /** The version that was last up; zero if the elements read clean. */
  public int lastActiveVersion;

  /** Until then {@link #lastActiveVersion} replaces the binding version on the elements. */
  @Nullable public Instant fallbackUntil;

  public int failedAttempts;
  int dueCount;

  SegmentConnection(ConnectionId id, String requesterPeer) {
    this.id = id;
    this.requesterPeer = requesterPeer;
  }

  /** True once the connection has ended, for any reason; it takes no new version. */
  boolean isEnded() {
    return lifecycle != LifecycleState.CREATED;
  }

  /** True if its requester has ended it before its end time. */
  boolean isTerminated() {
    return lifecycle == LifecycleState.TERMINATING || lifecycle == LifecycleState.TERMINATED;
  }

  boolean isCommitted() {
    return version > 0;
  }

  /** True if the circuit has to be up: committed, provisioned, and within its schedule. */
  public boolean shouldBeUp(Instant now) {
    return lifecycle == LifecycleState.CREATED
        && provision == ProvisionState.PROVISIONED
        && schedule != null
        && schedule.contains(now);
  }

  // reservation

  void hold(int requestedVersion) {
    clearFailed();
    applyReservation(ReservationStateMachine.Event.RESERVE);
    applyReservation(ReservationStateMachine.Event.HELD);
    heldVersion = requestedVersion;
  }

  void refuse() {
    clearFailed();
    applyReservation(ReservationStateMachine.Event.RESERVE);
    applyReservation(ReservationStateMachine.Event.REFUSED);
  }

  /** Makes the held version binding; a version without schedule is a cancellation. */
  void commit(@Nullable Schedule newSchedule, Instant now) {
    applyReservation(ReservationStateMachine.Event.COMMIT);
    applyReservation(ReservationStateMachine.Event.COMMITTED);
    version = heldVersion;
    heldVersion = 0;
    fallbackUntil = null;
    if (newSchedule == null) {
      terminate();
    } else {
      schedule = newSchedule;
      passEndTime(now);
    }
  }

  void lapse() {
    applyReservation(ReservationStateMachine.Event.LAPSED);
    heldVersion = 0;
  }

  void abort() {
    applyReservation(ReservationStateMachine.Event.ABORT);
    applyReservation(ReservationStateMachine.Event.ABORTED);
    heldVersion = 0;
  }

  /** Clears a failed version: a new reserve needs no abort before it. */
  void clearFailed() {
    switch (reservation) {
      case RESERVE_FAILED, RESERVE_TIMEOUT -> abort();
      case RESERVE_START, RESERVE_CHECKING, RESERVE_HELD, RESERVE_COMMITTING, RESERVE_ABORTING -> {}
    }
  }

  private void applyReservation(ReservationStateMachine.Event event) {
    reservation =
        ReservationStateMachine.next(reservation, event)
            .orElseThrow(() -> invalidTransition(event.name(), reservation.name()));
  }

  // provision

  void provision() {
    if (!isCommitted()) {
      throw invalidTransition("provision", "no version is committed");
    }
    provisionVersion = version;
    switch (provision) {
      case PROVISIONED, PROVISIONING -> {}
      case RELEASED -> grant();
      case RELEASING -> {
        provision(ProvisionStateMachine.Event.RELEASE_CONFIRMED);
        grant();
      }
    }
  }

  private void grant() {
    provision(ProvisionStateMachine.Event.PROVISION);
    provision(ProvisionStateMachine.Event.PROVISION_CONFIRMED);
  }

  void release() {
    if (!isCommitted()) {
      throw invalidTransition("release", "no version is committed");
    }
    provisionVersion = version;
    if (provision == ProvisionState.PROVISIONED) {
      provision(ProvisionStateMachine.Event.RELEASE);
      confirmIfClean();
    }
  }

  private void provision(ProvisionStateMachine.Event event) {
    provision =
        ProvisionStateMachine.next(provision, event)
            .orElseThrow(() -> invalidTransition(event.name(), provision.name()));
  }

  // lifecycle

  void terminate() {
    applyLifecycle(LifecycleStateMachine.Event.TERMINATE);
    confirmIfClean();
  }

  void forceEnd(String reason) {
    applyLifecycle(LifecycleStateMachine.Event.FORCED_END);
    problem = reason;
  }

  /**
   * Records that the end time has passed. While a version is held, its commit may still move the
   * end.
   */
  public void passEndTime(Instant now) {
    if (!isEnded() && heldVersion == 0 && schedule != null && !now.isBefore(schedule.endTime())) {
      applyLifecycle(LifecycleStateMachine.Event.END_TIME);
    }
  }

  private void applyLifecycle(LifecycleStateMachine.Event event) {
    lifecycle =
        LifecycleStateMachine.next(lifecycle, event)
            .orElseThrow(() -> invalidTransition(event.name(), lifecycle.name()));
  }

  // data plane

  /** Records that items may be on the elements from now on, and that commands are in flight. */
  public void beginCommands() {
    configured = true;
    commandsInFlight = true;
  }

  /** Records that all commands have ended, with the effect that may still come of them. */
  public void endCommands(Instant now, UncertainEffect uncertainEffect) {
    commandsInFlight = false;
    if (!isUncertain(now)) {
      uncertainUntil = null;
      deleteUncertain = false;
    }
    if (!uncertainEffect.isNone()) {
      var until = now.plus(uncertainEffect.settleTime());
      uncertainUntil =
          uncertainUntil != null && uncertainUntil.isAfter(until) ? uncertainUntil : until;
      deleteUncertain |= uncertainEffect.mayDelete();
    }
  }

  /**
   * While an effect is uncertain, nothing is set up, because readings prove nothing. Items to be
   * removed that read as ours are deleted, unless a delete is already uncertain: a late delete
   * could hit a successor in the same place.
   */
  public boolean mustWait(Instant now) {
    return isUncertain(now) && (deleteUncertain || shouldBeUp(now));
  }

  public boolean isUncertain(Instant now) {
    return uncertainUntil != null && now.isBefore(uncertainUntil);
  }

  /** Every element reads as the binding version wants. */
  public void markUp() {
    hasBeenUp = true;
    failedAttempts = 0;
    problem = null;
    markBindingActive();
  }

  /** The binding version is active, whether or not an element was edited for it. */
  public void markBindingActive() {
    lastActiveVersion = version;
    fallbackUntil = null;
  }

  /**
   * The version to apply to the elements: the binding one, or the previous one while it serves as
   * fallback.
   */
  public int targetVersion(Instant now) {
    return fallbackUntil != null && now.isBefore(fallbackUntil) ? lastActiveVersion : version;
  }

  /** The elements denied the binding version: the last active one is restored until then. */
  public void fallBackUntil(Instant until) {
    fallbackUntil = until;
  }

  /** The fallback is up. Failed attempts keep counting, since the change is still pending. */
  public void markFallbackActive(Instant until) {
    if (!EstablishedConnectionProblemFormatter.isFallback(problem)) {
      problem = fallbackProblem("set-up failed", until);
    }
  }

  /** The problem text of a fallback. */
  public String fallbackProblem(String reason, Instant until) {
    return EstablishedConnectionProblemFormatter.fallback(
        lastActiveVersion, version, until, reason);
  }

  /** Every element reads clean. */
  public void markClean() {
    configured = false;
    failedAttempts = 0;
    lastActiveVersion = 0;
    fallbackUntil = null;
    problem =
        EstablishedConnectionProblemFormatter.isFallback(problem)
            ? null
            : EstablishedConnectionProblemFormatter.endReason(problem);
    confirmIfClean();
  }

  /**
   * The data plane state of a connection with clean elements: inactive, or failed if it never came
   * up.
   */
  public DataPlaneState idleDataPlane() {
    return switch (lifecycle) {
      case FAILED -> DataPlaneState.FAILED;
      case PASSED_END_TIME ->
          provision == ProvisionState.PROVISIONED && !hasBeenUp && problem != null
              ? DataPlaneState.FAILED
              : DataPlaneState.INACTIVE;
      case TERMINATING, TERMINATED ->
          dataPlane == DataPlaneState.FAILED ? DataPlaneState.FAILED : DataPlaneState.INACTIVE;
      case CREATED -> DataPlaneState.INACTIVE;
    };
  }

  /** Sets or clears the impairment of an active circuit; true if the problem text changed. */
  public boolean updateImpairment(@Nullable String impairment) {
    var newProblem = EstablishedConnectionProblemFormatter.withImpairment(problem, impairment);
    var changed = !Objects.equals(problem, newProblem);
    problem = newProblem;
    return changed;
  }

  /** Records a failed attempt. The reason of a forced end is kept beside it. */
  public void recordFailure(String reason) {
    problem =
        lifecycle == LifecycleState.FAILED
            ? EstablishedConnectionProblemFormatter.withTakedownFailure(problem, reason)
            : reason;
    failedAttempts++;
  }

  private void confirmIfClean() {
    if (configured) {
      return;
    }
    if (provision == ProvisionState.RELEASING) {
      provision(ProvisionStateMachine.Event.RELEASE_CONFIRMED);
    }
    if (lifecycle == LifecycleState.TERMINATING) {
      applyLifecycle(LifecycleStateMachine.Event.TERMINATE_CONFIRMED);
    }
  }

  /** True if the connection is over and its elements read clean. */
  boolean isReleased(Instant now) {
    var ended = schedule != null && !now.isBefore(schedule.endTime());
    var neverReserved = version == 0 && heldVersion == 0;
    return !configured && (isEnded() || ended || neverReserved);
  }

  /**
   * The data plane state that is reported. From its end time on a circuit is never reported as
   * active; nor is it while a fallback is active, because on other segments the binding version may
   * be up, and the two need not connect.
   */
  DataPlaneState reportedDataPlane(Instant now) {
    return switch (dataPlane) {
      case ACTIVE, ACTIVATING -> {
        if (schedule != null && !now.isBefore(schedule.endTime())) {
          yield DataPlaneState.DEACTIVATING;
        }
        yield fallbackUntil == null ? dataPlane : DataPlaneState.ACTIVATING;
      }
      case INACTIVE, DEACTIVATING, FAILED -> dataPlane;
    };
  }

  ConnectionReport.Known report(
      @Nullable Criteria criteria, List<String> path, @Nullable CutNotice cut, Instant now) {
    return new ConnectionReport.Known(
        id,
        version,
        heldVersion,
        reservation,
        provision,
        lifecycle,
        reportedDataPlane(now),
        criteria,
        path,
        problem,
        isReleased(now),
        cut);
  }

  /** Only the peer that created a connection may change it. */
  void checkOwner(String peer) {
    if (!peer.equals(requesterPeer)) {
      throw new SegmentFaultException(
          SegmentFaultException.Code.NOT_ALLOWED,
          id,
          "connection %s belongs to another peer, not to %s".formatted(id, peer));
    }
  }

  SegmentFaultException invalidTransition(String verb, String reason) {
    return new SegmentFaultException(
        SegmentFaultException.Code.INVALID_TRANSITION,
        id,
        "cannot " + verb + " connection " + id + ": " + reason);
  }
}

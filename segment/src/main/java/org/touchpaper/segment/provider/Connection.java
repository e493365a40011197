package org.touchpaper.segment.provider;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.LifecycleMachine;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.ProvisionMachine;
import org.touchpaper.segment.connection.ProvisionState;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.ReservationMachine;
import org.touchpaper.segment.connection.ReservationState;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.element.Doubt;

/**
 * A connection over this segment: NSI's three machines, the data plane, and what is binding. Its
 * verbs guard, then change; {@link Connections} writes it back in the transaction that locked it.
 */
final class Connection {

  final ConnectionId id;
  final String requesterPeer;
  int version;
  int heldVersion;
  ReservationState reservation = ReservationState.RESERVE_START;
  ProvisionState provision = ProvisionState.RELEASED;
  LifecycleState lifecycle = LifecycleState.CREATED;
  DataPlane dataPlane = DataPlane.INACTIVE;
  @Nullable Schedule schedule;
  @Nullable String problem;

  /** True while something of ours may be on an element. */
  boolean configured;

  /** True while commands for it are under way. */
  boolean working;

  /** Until then what was sent may have an effect that nobody has seen. */
  @Nullable Instant settleUntil;

  /** True if that may take something away. */
  boolean deletesInDoubt;

  boolean beenUp;

  /** The version as which it was last up; zero if the elements read clean, or never held it. */
  int stoodAs;

  /** Until then {@link #stoodAs} stands in for the version that is binding. */
  @Nullable Instant changeAfter;

  int attempts;
  int dueCount;

  Connection(ConnectionId id, String requesterPeer) {
    this.id = id;
    this.requesterPeer = requesterPeer;
  }

  /** True if it was ended, by whomever, and takes no new version. */
  boolean isOver() {
    return lifecycle != LifecycleState.CREATED;
  }

  boolean isCommitted() {
    return version > 0;
  }

  /** Committed, permitted, and in its time: the circuit shall be up. */
  boolean wantsUp(Instant now) {
    return lifecycle == LifecycleState.CREATED
        && provision == ProvisionState.PROVISIONED
        && schedule != null
        && schedule.contains(now);
  }

  // reservation

  void hold(int asked) {
    clearFailed();
    reservation(ReservationMachine.Event.RESERVE);
    reservation(ReservationMachine.Event.HELD);
    heldVersion = asked;
  }

  void refuse() {
    clearFailed();
    reservation(ReservationMachine.Event.RESERVE);
    reservation(ReservationMachine.Event.REFUSED);
  }

  /** Makes the held version binding; without a schedule it is a cancel. */
  void commit(@Nullable Schedule agreed, Instant now) {
    reservation(ReservationMachine.Event.COMMIT);
    reservation(ReservationMachine.Event.COMMITTED);
    version = heldVersion;
    heldVersion = 0;
    changeAfter = null;
    if (agreed == null) {
      terminate();
    } else {
      schedule = agreed;
      passEndTime(now);
    }
  }

  void lapse() {
    reservation(ReservationMachine.Event.LAPSED);
    heldVersion = 0;
  }

  void abort() {
    reservation(ReservationMachine.Event.ABORT);
    reservation(ReservationMachine.Event.ABORTED);
    heldVersion = 0;
  }

  /** A version that failed is over; whoever asks anew need not say so first. */
  void clearFailed() {
    switch (reservation) {
      case RESERVE_FAILED, RESERVE_TIMEOUT -> abort();
      case RESERVE_START, RESERVE_CHECKING, RESERVE_HELD, RESERVE_COMMITTING, RESERVE_ABORTING -> {}
    }
  }

  private void reservation(ReservationMachine.Event event) {
    reservation =
        ReservationMachine.on(reservation, event)
            .orElseThrow(() -> invalid(event.name(), reservation.name()));
  }

  // provision

  void provision() {
    if (!isCommitted()) {
      throw invalid("provision", "no version is committed");
    }
    switch (provision) {
      case PROVISIONED, PROVISIONING -> {}
      case RELEASED -> grant();
      case RELEASING -> {
        provision(ProvisionMachine.Event.RELEASE_CONFIRMED);
        grant();
      }
    }
  }

  private void grant() {
    provision(ProvisionMachine.Event.PROVISION);
    provision(ProvisionMachine.Event.PROVISION_CONFIRMED);
  }

  void release() {
    if (!isCommitted()) {
      throw invalid("release", "no version is committed");
    }
    if (provision == ProvisionState.PROVISIONED) {
      provision(ProvisionMachine.Event.RELEASE);
      confirmIfClean();
    }
  }

  private void provision(ProvisionMachine.Event event) {
    provision =
        ProvisionMachine.on(provision, event)
            .orElseThrow(() -> invalid(event.name(), provision.name()));
  }

  // lifecycle

  void terminate() {
    lifecycle(LifecycleMachine.Event.TERMINATE);
    confirmIfClean();
  }

  void forceEnd(String reason) {
    lifecycle(LifecycleMachine.Event.FORCED_END);
    problem = reason;
  }

  /** Notes that the end has passed; while a version is held, its commit may yet move the end. */
  void passEndTime(Instant now) {
    if (!isOver() && heldVersion == 0 && schedule != null && !now.isBefore(schedule.endTime())) {
      lifecycle(LifecycleMachine.Event.END_TIME);
    }
  }

  private void lifecycle(LifecycleMachine.Event event) {
    lifecycle =
        LifecycleMachine.on(lifecycle, event)
            .orElseThrow(() -> invalid(event.name(), lifecycle.name()));
  }

  // data plane

  /** Something of ours may be on the elements from now on, and commands are under way. */
  void touch() {
    configured = true;
    working = true;
  }

  /** All commands were answered, or an effect of them, or of earlier ones, may yet come. */
  void pause(Instant now, Doubt doubt) {
    working = false;
    if (!isInDoubt(now)) {
      settleUntil = null;
      deletesInDoubt = false;
    }
    if (!doubt.isNone()) {
      var until = now.plus(doubt.settle());
      settleUntil = settleUntil != null && settleUntil.isAfter(until) ? settleUntil : until;
      deletesInDoubt |= doubt.ofDeletes();
    }
  }

  /**
   * In doubt nothing is set up, for what is read proves nothing. What shall be down and reads as
   * ours comes down all the same, unless it was told to already: a delete that comes late may take
   * what others have put in its place by then.
   */
  boolean mustWait(Instant now) {
    return isInDoubt(now) && (deletesInDoubt || wantsUp(now));
  }

  boolean isInDoubt(Instant now) {
    return settleUntil != null && now.isBefore(settleUntil);
  }

  /** Every element reads as the binding version wants. */
  void up() {
    beenUp = true;
    attempts = 0;
    problem = null;
    stands();
  }

  /** The binding version is what stands, whether or not anything was touched for it. */
  void stands() {
    stoodAs = version;
    changeAfter = null;
  }

  /**
   * The version that shall be on the elements: the binding one, unless they refused it, and the one
   * before stands in.
   */
  int versionDue(Instant now) {
    return changeAfter != null && now.isBefore(changeAfter) ? stoodAs : version;
  }

  /** The binding version was refused: the one that stood is to stand again until then. */
  void standInUntil(Instant then) {
    changeAfter = then;
  }

  /** The stand-in is up; attempts go on to be counted, for the change is still to come. */
  void standsIn(Instant until) {
    if (!ProblemWords.isStandIn(problem)) {
      problem = standingIn("it could not be set up", until);
    }
  }

  /** What is told of a stand-in. */
  String standingIn(String why, Instant until) {
    return ProblemWords.standIn(stoodAs, version, until, why);
  }

  /** Every element reads clean. */
  void clean() {
    configured = false;
    attempts = 0;
    stoodAs = 0;
    changeAfter = null;
    problem = ProblemWords.isStandIn(problem) ? null : ProblemWords.end(problem);
    confirmIfClean();
  }

  /** What a connection with clean elements is: down, or failed if it was to be up and never was. */
  DataPlane restState() {
    return switch (lifecycle) {
      case FAILED -> DataPlane.FAILED;
      case PASSED_END_TIME ->
          provision == ProvisionState.PROVISIONED && !beenUp && problem != null
              ? DataPlane.FAILED
              : DataPlane.INACTIVE;
      case TERMINATING, TERMINATED ->
          dataPlane == DataPlane.FAILED ? DataPlane.FAILED : DataPlane.INACTIVE;
      case CREATED -> DataPlane.INACTIVE;
    };
  }

  /** Notes what impairs a circuit that stands, or that nothing does; true if that is news. */
  boolean isImpaired(@Nullable String how) {
    var next = ProblemWords.impaired(problem, how);
    var news = !Objects.equals(problem, next);
    problem = next;
    return news;
  }

  /** An attempt failed; why a circuit was given up stays known beside it. */
  void fail(String reason) {
    problem = lifecycle == LifecycleState.FAILED ? ProblemWords.notDown(problem, reason) : reason;
    attempts++;
  }

  private void confirmIfClean() {
    if (configured) {
      return;
    }
    if (provision == ProvisionState.RELEASING) {
      provision(ProvisionMachine.Event.RELEASE_CONFIRMED);
    }
    if (lifecycle == LifecycleState.TERMINATING) {
      lifecycle(LifecycleMachine.Event.TERMINATE_CONFIRMED);
    }
  }

  /** Over, and the elements read clean. */
  boolean isReleased(Instant now) {
    var ended = schedule != null && !now.isBefore(schedule.endTime());
    var never = version == 0 && heldVersion == 0;
    return !configured && (isOver() || ended || never);
  }

  /**
   * From its end time on a circuit is never called active, whatever the elements still hold; nor is
   * it while an earlier version stands in, for on the other segments the binding one may be up, and
   * the two need not meet.
   */
  DataPlane shown(Instant now) {
    return switch (dataPlane) {
      case ACTIVE, ACTIVATING -> {
        if (schedule != null && !now.isBefore(schedule.endTime())) {
          yield DataPlane.DEACTIVATING;
        }
        yield changeAfter == null ? dataPlane : DataPlane.ACTIVATING;
      }
      case INACTIVE, DEACTIVATING, FAILED -> dataPlane;
    };
  }

  Report.Known report(@Nullable Criteria criteria, List<String> path, Instant now) {
    return new Report.Known(
        id,
        version,
        heldVersion,
        reservation,
        provision,
        lifecycle,
        shown(now),
        criteria,
        path,
        problem,
        isReleased(now));
  }

  /** Only the peer that made a connection changes it. */
  void checkOwner(String peer) {
    if (!peer.equals(requesterPeer)) {
      throw new Fault(Fault.Code.NOT_ALLOWED, id, id + " belongs to another peer than " + peer);
    }
  }

  Fault invalid(String verb, String why) {
    return new Fault(
        Fault.Code.INVALID_TRANSITION, id, "cannot " + verb + " connection " + id + ": " + why);
  }
}

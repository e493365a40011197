package org.touchpaper.bar.reservation;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.touchpaper.bar.reservation.segments.SegmentChain;
import org.touchpaper.bar.reservation.segments.SegmentLeg;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.CutNotice;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.SegmentFaultException;

/**
 * The operations of a reservation's requester (NSI's requester primitives, GFD.237 section 4):
 * reserve, commit, abort, provision, release, terminate; also the end time.
 */
public record RequesterOperations(ConnectionId connection, SegmentCallCoordinator coordination) {

  /**
   * Begins to check a version over the given legs; from version 2 on the existing legs are used.
   */
  public void beginCheck(ReserveRequest request, List<SegmentLeg> legs, Instant now) {
    revisions().begin(request);
    if (request.version() == 1) {
      holds().addPlanned(legs);
    } else {
      holds().carryOver(revisions().bindingVersion(), request.version());
    }
    record(now, describe(request.requester()), "requested version " + request.version());
  }

  /** Stores a version that is refused before any segment is called. */
  public void refuse(ReserveRequest request, Refusal refusal, Instant now) {
    revisions().refuse(request, refusal);
    record(now, describe(request.requester()), "refused: " + refusal.reason());
  }

  public void refuseAfterEnd(ReserveRequest request, Instant now) {
    revisions().refuseAfterEnd(request);
    record(
        now,
        describe(request.requester()),
        "requested version " + request.version() + " after the end");
  }

  /** Commits a held version, which becomes binding; every segment is notified. */
  public void commit(int version, String who, Instant now) {
    var revision =
        revisions()
            .find(version)
            .orElseThrow(() -> invalid("version " + version + " was never reserved"));
    if (revision.state() == RevisionState.HELD && lifecycle().isTerminatedOrTerminating()) {
      throw new SegmentFaultException(
          SegmentFaultException.Code.COMMIT_FAILED,
          connection,
          connection.value() + " was terminated");
    }
    if (revision.commit()) {
      holds().copyStatus(revisions().bindingVersion(), version);
      revisions().bind(revision);
      if (!revisions().isOver(now)) {
        coordination.dataPlaneStatus().clearReleased();
      }
      record(now, who, "commit of version " + version);
      coordination.updateRevision(revision, now);
      lifecycle().cut().ifPresent(cut -> coordination.fail(cut.sentence(), now));
    }
  }

  /**
   * Commits, and provisions unless that was done, or it was released, since the version is binding:
   * a repeat does not undo a later release.
   */
  public void commitAndProvision(int version, String who, Instant now) {
    commit(version, who, now);
    if (lifecycle().isAlive() // it may have been cut meanwhile
        && !coordination.provisionStatus().isDecidedFor(version)) {
      provision(who, now);
    }
  }

  /** Aborts a version; an unknown one is stored as aborted. */
  public void abort(int version, String who, Instant now) {
    var revision = revisions().find(version);
    if (revision.isEmpty()) {
      revisions().recordAborted(connection, version);
      record(now, who, "aborted version " + version + " before it was requested");
    } else if (revision.get().abort()) {
      record(now, who, "abort of version " + version);
      coordination.updateRevision(revision.get(), now);
    }
  }

  public void provision(String who, Instant now) {
    requireBinding("provision");
    if (lifecycle().isAlive()
        && coordination.provisionStatus().provision(binding(), bindingChain())) {
      record(now, who, "provision");
    }
  }

  /** Takes the data plane down; the reservation stays. */
  public void release(String who, Instant now) {
    requireBinding("release");
    if (lifecycle().isAlive()
        && coordination.provisionStatus().release(binding(), bindingChain())) {
      record(now, who, "release");
    }
  }

  private void requireBinding(String operation) {
    var bindingVersion = binding();
    if (bindingVersion == 0 || !lifecycle().acceptsProvisionChange()) {
      throw invalid(
          "cannot "
              + operation
              + ": binding version "
              + bindingVersion
              + ", lifecycle "
              + lifecycle().state());
    }
  }

  public void terminate(String who, Instant now) {
    if (lifecycle().isTerminatedOrTerminating()) {
      return;
    }
    lifecycle().terminate();
    revisions().abortUndecided();
    record(now, who, "terminate");
    coordination.updateTermination(now);
  }

  /**
   * Ends it as failed, also if another person booked it: at once, or, while its holder's decision
   * is not known here, as soon as it is committed.
   */
  public void forceEnd(String who, Instant now) {
    var cut = new CutNotice(null, who, now.truncatedTo(ChronoUnit.MICROS), "");
    if (revisions().bindingVersion() > 0) {
      lifecycle().recordCut(cut, null);
      coordination.fail(cut.sentence(), now);
    } else if (lifecycle().isAlive() && revisions().undecided().isPresent()) {
      lifecycle().recordCut(cut, null);
      record(now, who, "cut ordered, before the decision is known here");
    } else {
      throw invalid("nothing is held, so there is nothing to cut");
    }
  }

  /** Ends it at its end time, unless an undecided version may move that. */
  public void passEnd(Instant now) {
    if (lifecycle().isAlive()
        && revisions().bindingVersion() > 0
        && revisions().isOver(now)
        && revisions().undecided().isEmpty()) {
      lifecycle().passEnd();
      record(now, "clock", "end time reached");
    }
  }

  private Revisions revisions() {
    return coordination.revisions();
  }

  private int binding() {
    return revisions().bindingVersion();
  }

  private SegmentChain bindingChain() {
    return coordination.bindingChain();
  }

  private SegmentHoldsByRevision holds() {
    return coordination.holds();
  }

  private ReservationLifecycleStatus lifecycle() {
    return coordination.lifecycle();
  }

  private void record(Instant now, String who, String event) {
    coordination.history().add(now, who, event);
  }

  private static String describe(RequesterIdentity requester) {
    return requester.onBehalfOf().name() + " through " + requester.peer();
  }

  private SegmentFaultException invalid(String reason) {
    return Revision.invalidTransition(connection, reason);
  }
}

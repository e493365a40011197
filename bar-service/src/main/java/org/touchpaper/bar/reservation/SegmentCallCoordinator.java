package org.touchpaper.bar.reservation;

import static org.touchpaper.bar.history.PendingHistoryEntries.BROKER;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.history.PendingHistoryEntries;
import org.touchpaper.bar.reservation.segments.SegmentCall;
import org.touchpaper.bar.reservation.segments.SegmentCallResult;
import org.touchpaper.bar.reservation.segments.SegmentChain;
import org.touchpaper.bar.reservation.segments.SegmentHold;
import org.touchpaper.bar.reservation.segments.SegmentState;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.CutNotice;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.state.DataPlaneState;

/**
 * Coordinates the segments of a reservation: decides which calls are due, and applies replies and
 * notifications. Decisions are passed on, version by version, until every segment has answered.
 */
public record SegmentCallCoordinator(
    Revisions revisions,
    SegmentHoldsByRevision holds,
    ReservationProvisionStatus provisionStatus,
    ReservationLifecycleStatus lifecycle,
    DataPlaneStatus dataPlaneStatus,
    PendingHistoryEntries history) {

  /**
   * Returns the due calls, which can be made side by side. A commit also permits the circuit, if it
   * is to be. A committed segment receives a release even while another segment does not answer.
   */
  public List<SegmentCall> dueCalls() {
    if (lifecycle.endsEarly()) {
      return holds.dueTerminations();
    }
    var calls =
        new ArrayList<>(
            revisions.stream()
                .flatMap(revision ->
                    revision
                        .dueCalls(holds.chainOf(revision), provisionStatus.unconfirmedPermission())
                        .stream())
                .toList());
    if (lifecycle.acceptsProvisionChange()) {
      calls.addAll(provisionStatus.dueCalls(bindingChain()));
    }
    return calls;
  }

  SegmentChain bindingChain() {
    return holds.chainOf(revisions.bindingVersion());
  }

  /** Applies the result of a call; a result that is not awaited has no effect. */
  public void applyResult(SegmentCall call, SegmentCallResult result, Instant now) {
    var hold = holds.get(call);
    var revision = revisions.get(hold.revision());
    switch (result) {
      case SegmentCallResult.Reserved(var reserveAnswer) ->
          onReserved(revision, hold, reserveAnswer, now);
      case SegmentCallResult.Done() -> onDone(call, hold);
      case SegmentCallResult.Impossible(var faultCode, var reason) ->
          onRejected(call, hold, faultCode, reason, now);
    }
    updateRevision(revision, now);
    provisionStatus.confirmIfComplete(bindingChain());
    updateTermination(now);
  }

  private void onReserved(Revision revision, SegmentHold hold, ReserveResult answer, Instant now) {
    if (!revision.awaitsAnswers() || hold.state() != SegmentState.PLANNED) {
      return;
    }
    hold.applyAnswer(answer);
    if (revision.state() != RevisionState.CHECKING) { // refused beside it: a hold is aborted
      return;
    }
    switch (answer) {
      case ReserveResult.Held _ -> history.add(now, hold.peer(), "holds its segment");
      case ReserveResult.Refused(var refusal) -> {
        history.add(now, hold.peer(), "refused: " + refusal.reason());
        holds
            .requestOtherLabel(hold, refusal)
            .ifPresentOrElse(
                labelChange -> history.add(now, labelChange.peer(), labelChange.toString()),
                () -> revision.refuse(refusal));
      }
    }
  }

  private void onDone(SegmentCall call, SegmentHold hold) {
    switch (call) {
      case SegmentCall.ReserveSegment _ -> {}
      case SegmentCall.CommitSegment commit -> {
        hold.setState(SegmentState.COMMITTED);
        if (commit.provisions()) {
          provisionStatus.onAnswer(bindingChain(), hold.segment(), commit.decision());
        }
      }
      case SegmentCall.AbortSegment _ -> hold.markReleased();
      case SegmentCall.ProvisionSegment(_, var segment, _, var decision) ->
          provisionStatus.onAnswer(bindingChain(), segment, decision);
      case SegmentCall.ReleaseSegment(_, var segment, _, var decision) ->
          provisionStatus.onAnswer(bindingChain(), segment, decision);
      case SegmentCall.TerminateSegment _ -> hold.markTerminated();
    }
  }

  private void onRejected(
      SegmentCall call,
      SegmentHold hold,
      SegmentFaultException.Code code,
      String reason,
      Instant now) {
    switch (call) {
      case SegmentCall.ReserveSegment _ -> {}
      case SegmentCall.AbortSegment _ -> hold.markReleased();
      case SegmentCall.TerminateSegment _ -> onTerminateRejected(hold, code, reason, now);
      case SegmentCall.CommitSegment _,
          SegmentCall.ProvisionSegment _,
          SegmentCall.ReleaseSegment _ -> {
        hold.markFailed(reason);
        if (code == SegmentFaultException.Code.CUT) { // its notice is on the way
          lifecycle.recordCut(
              new CutNotice(
                  null,
                  "the security office at " + hold.peer(),
                  now.truncatedTo(ChronoUnit.MICROS),
                  reason),
              hold.peer());
        }
        fail(hold.peer() + ": " + reason, now);
      }
    }
  }

  /**
   * A connection that its segment does not know has ended. One that it will not terminate is
   * retried, and the problem shown.
   */
  private void onTerminateRejected(
      SegmentHold hold, SegmentFaultException.Code code, String reason, Instant now) {
    if (code == SegmentFaultException.Code.UNKNOWN_CONNECTION) {
      hold.markTerminated();
    } else {
      applyObservation(hold.segment(), hold.dataPlane(), reason, hold.readsClean(), now);
    }
  }

  /** Fails the reservation; the segments are then terminated. */
  void fail(String reason, Instant now) {
    if (lifecycle.isAlive()) {
      lifecycle.fail(reason);
      history.add(now, BROKER, "failed: " + reason);
    }
  }

  /** Updates a version's state. */
  void updateRevision(Revision revision, Instant now) {
    var chain = holds.chainOf(revision);
    if (!revision.updateState(chain)) {
      return;
    }
    var version = "version " + revision.version();
    switch (revision.state()) {
      case HELD -> history.add(now, BROKER, "every segment holds " + version);
      case COMMITTED -> {
        history.add(now, BROKER, "every segment committed " + version);
        cancelIfEmpty(revision, now);
      }
      case ABORTED -> {
        chain.abortPlanned();
        history.add(now, BROKER, version + " is no longer held by any segment");
      }
      case CHECKING, COMMITTING, ABORTING -> {}
    }
  }

  private void cancelIfEmpty(Revision revision, Instant now) {
    if (revision.criteria().isEmpty() && lifecycle.isAlive() && !revisions.isOver(now)) {
      lifecycle.terminate();
      lifecycle.confirmTerminated();
      history.add(now, BROKER, "cancelled");
    }
  }

  /** Confirms the termination once every segment has ended its share. */
  void updateTermination(Instant now) {
    if (lifecycle.isTerminating() && holds.dueTerminations().isEmpty()) {
      lifecycle.confirmTerminated();
      revisions.confirmAborted();
      history.add(now, BROKER, "terminated");
    }
  }

  /** Applies a segment's data plane status; returns true if the aggregate changed. */
  public boolean applyObservation(
      ConnectionId segment,
      DataPlaneState dataPlane,
      @Nullable String problem,
      boolean readsClean,
      Instant now) {
    var hold = bindingChain().live(segment);
    if (hold.isEmpty() || !hold.get().applyObservation(dataPlane, problem, readsClean)) {
      return false;
    }
    var changes =
        dataPlaneStatus.update(bindingChain(), revisions.isOver(now) || !lifecycle.isAlive());
    changes.forEach(change -> history.add(now, BROKER, change));
    return !changes.isEmpty();
  }

  /** Applies a data plane notification, which does not include the clean-up status. */
  public boolean applyDataPlaneChange(
      ConnectionId segment, DataPlaneState dataPlane, @Nullable String problem, Instant now) {
    return applyObservation(segment, dataPlane, problem, false, now);
  }

  public boolean applyAlarm(ConnectionId segment, String problem, Instant now) {
    return bindingChain()
        .live(segment)
        .map(hold -> applyObservation(segment, hold.dataPlane(), problem, hold.readsClean(), now))
        .orElse(false);
  }

  /**
   * The reservation fails, and the other segments are terminated. A cut of a segment that only
   * holds takes effect with the commit.
   */
  public void applyForcedEnd(
      ConnectionId segment, String reason, @Nullable CutNotice cut, Instant now) {
    var binding = bindingChain().live(segment);
    var hold = binding.or(() -> findUndecidedHold(segment));
    if (cut != null
        && hold.isPresent()
        && lifecycle.recordCut(cut, hold.get().peer())
        && (binding.isEmpty() || !lifecycle.isAlive())) { // else the failure below says it
      history.add(now, BROKER, cut.sentence());
    }
    if (binding.isPresent()) {
      fail(reason, now);
    }
  }

  private Optional<SegmentHold> findUndecidedHold(ConnectionId segment) {
    return revisions.undecided().flatMap(revision -> holds.chainOf(revision).live(segment));
  }
}

package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.RepeatedCalls.faults;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.connection.state.ProvisionState;

/**
 * Provision and release, and the start and end times that the segment observes (DESIGN decision 4).
 */
interface ProvisionContract extends SegmentContractSupport {

  @Test
  default void cannotProvisionAHeldVersion() {
    reserveHeld(connectionId(), 1, nextHour());
    faults(
        SegmentFaultException.Code.INVALID_TRANSITION,
        () -> underTest().segment().provision(command(connectionId(), 1)));
  }

  @Test
  default void comesUpAtItsStartAndIsReleasedAfterItsEnd() {
    reserveAndCommit(connectionId(), nextHour());
    provision(connectionId());
    assertThat(known(connectionId()))
        .returns(ProvisionState.PROVISIONED, ConnectionReport.Known::provision)
        .returns(DataPlaneState.INACTIVE, ConnectionReport.Known::dataPlane);

    underTest().advance(HOUR);
    eventually(connectionId(), known -> known.dataPlane() == DataPlaneState.ACTIVE);
    assertThat(known(connectionId()).released()).isFalse();

    underTest().advance(HOUR);
    assertThat(known(connectionId()).dataPlane()).isNotEqualTo(DataPlaneState.ACTIVE);
    eventually(
        connectionId(),
        known ->
            known.dataPlane() == DataPlaneState.INACTIVE
                && known.released()
                && known.lifecycle() == LifecycleState.PASSED_END_TIME);
    awaitNotified(connectionId(), DataPlaneState.ACTIVE, DataPlaneState.INACTIVE);
  }

  @Test
  default void isCommittedAndProvisionedInOneStep() {
    reserveHeld(connectionId(), 1, nextHour());
    underTest().segment().commitAndProvision(command(connectionId(), 1));
    underTest().segment().commitAndProvision(command(connectionId(), 1));
    assertThat(known(connectionId()))
        .returns(1, ConnectionReport.Known::version)
        .returns(ProvisionState.PROVISIONED, ConnectionReport.Known::provision);

    underTest().advance(HOUR);
    eventually(connectionId(), known -> known.dataPlane() == DataPlaneState.ACTIVE);
  }

  /** The holder answers a query with its decision before it sends the decision. */
  @Test
  default void isProvisionedInOneStepAlsoIfItsHoldIsResolved() {
    reserveHeld(connectionId(), 1, nextHour());
    underTest().holder().decide(connectionId(), Outcome.COMMIT);
    underTest().advance(Duration.ofMinutes(1));
    eventually(connectionId(), known -> known.version() == 1);
    underTest().segment().commitAndProvision(command(connectionId(), 1));
    assertThat(known(connectionId()).provision()).isEqualTo(ProvisionState.PROVISIONED);
  }

  @Test
  default void aRepeatInOneStepDoesNotUndoALaterRelease() {
    reserveHeld(connectionId(), 1, nextHour());
    underTest().segment().commitAndProvision(command(connectionId(), 1));
    release(connectionId());
    underTest().segment().commitAndProvision(command(connectionId(), 1));
    assertThat(known(connectionId()).provision()).isEqualTo(ProvisionState.RELEASED);
    provision(connectionId());
    assertThat(known(connectionId()).provision()).isEqualTo(ProvisionState.PROVISIONED);
  }

  @Test
  default void isNotProvisionedIfItCannotBeCommitted() {
    reserveHeld(connectionId(), 1, nextHour());
    abort(connectionId(), 1);
    faults(
        SegmentFaultException.Code.COMMIT_FAILED,
        () -> underTest().segment().commitAndProvision(command(connectionId(), 1)));
    assertThat(known(connectionId()).provision()).isEqualTo(ProvisionState.RELEASED);
  }

  @Test
  default void doesNotComeUpUnlessProvisioned() {
    reserveAndCommit(connectionId(), nextHour());
    underTest().advance(HOUR);
    provision(connectionId());
    eventually(connectionId(), known -> known.dataPlane() == DataPlaneState.ACTIVE);
  }

  @Test
  default void doesNotComeUpWhileUndecided() {
    reserveHeld(connectionId(), 1, nextHour());
    underTest().advance(HOUR);
    underTest().holder().decide(connectionId(), Outcome.COMMIT);
    underTest().advance(Duration.ofMinutes(1));
    eventually(connectionId(), known -> known.version() == 1);
    assertThat(known(connectionId()).dataPlane()).isEqualTo(DataPlaneState.INACTIVE);
    provision(connectionId());
    eventually(connectionId(), known -> known.dataPlane() == DataPlaneState.ACTIVE);
  }

  @Test
  default void aReleasedCircuitComesDownAndMayComeUpAgain() {
    bringUp(connectionId());
    release(connectionId());
    eventually(
        connectionId(),
        known ->
            known.dataPlane() == DataPlaneState.INACTIVE
                && known.provision() == ProvisionState.RELEASED);
    assertThat(known(connectionId()).released()).isFalse();
    provision(connectionId());
    eventually(connectionId(), known -> known.dataPlane() == DataPlaneState.ACTIVE);
  }

  @Test
  default void anUnreachableHolderIsNotifiedLater() {
    underTest().holder().reachable(false);
    bringUp(connectionId());
    underTest().holder().reachable(true);
    advanceUntil(() -> notifiedDataPlanes(connectionId()).contains(DataPlaneState.ACTIVE));
  }

  @Test
  default void aStartMissedWhileTheServiceWasDownIsMadeUp() {
    reserveAndCommit(connectionId(), nextHour());
    provision(connectionId());
    underTest().advance(HOUR);
    underTest().restart();
    eventually(connectionId(), known -> known.dataPlane() == DataPlaneState.ACTIVE);
  }

  @Test
  default void anActiveCircuitSurvivesARestartAndComesDownAtItsEnd() {
    bringUp(connectionId());
    underTest().restart();
    assertThat(known(connectionId()).dataPlane()).isEqualTo(DataPlaneState.ACTIVE);
    underTest().advance(HOUR);
    eventually(connectionId(), ConnectionReport.Known::released);
  }
}

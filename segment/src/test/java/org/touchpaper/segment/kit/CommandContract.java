package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.RepeatedCalls.faults;
import static org.touchpaper.segment.kit.RepeatedCalls.manyTimes;

import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.connection.state.ProvisionState;
import org.touchpaper.segment.connection.state.ReservationState;

/** The rules for every command: commit, abort, provision, release, terminate. */
interface CommandContract extends SegmentContractSupport {

  @Test
  default void cannotCommitAnUnknownVersion() {
    faults(
        SegmentFaultException.Code.UNKNOWN_CONNECTION,
        () -> underTest().segment().commit(command(connectionId(), 1)));
    faults(
        SegmentFaultException.Code.UNKNOWN_CONNECTION,
        () -> underTest().segment().provision(command(connectionId(), 1)));
    faults(
        SegmentFaultException.Code.UNKNOWN_CONNECTION,
        () -> underTest().segment().release(command(connectionId(), 1)));
    assertThat(underTest().segment().query(underTest().requester(), connectionId()))
        .isEqualTo(new ConnectionReport.Unknown(connectionId()));
  }

  @Test
  default void anotherPeerCannotChangeAConnection() {
    reserveHeld(connectionId(), 1, nextHour());
    var otherRequester =
        new RequesterIdentity("another-peer", underTest().requester().onBehalfOf(), "x");
    faults(
        SegmentFaultException.Code.NOT_ALLOWED,
        () ->
            underTest()
                .segment()
                .commit(new ConnectionVersionRequest(otherRequester, connectionId(), 1)));
    faults(
        SegmentFaultException.Code.NOT_ALLOWED,
        () ->
            underTest()
                .segment()
                .abort(new ConnectionVersionRequest(otherRequester, connectionId(), 1)));
    faults(
        SegmentFaultException.Code.NOT_ALLOWED,
        () ->
            underTest()
                .segment()
                .terminate(new ConnectionVersionRequest(otherRequester, connectionId(), 1)));
    assertThat(known(connectionId()).reservation()).isEqualTo(ReservationState.RESERVE_HELD);
  }

  @Test
  default void concurrentRepeatsOfACommandActOnce() {
    reserveHeld(connectionId(), 1, hourFromNow());
    manyTimes(() -> underTest().segment().commit(command(connectionId(), 1)));
    assertThat(known(connectionId()).version()).isEqualTo(1);
    manyTimes(() -> underTest().segment().provision(command(connectionId(), 1)));
    eventually(connectionId(), known -> known.dataPlane() == DataPlaneState.ACTIVE);
    manyTimes(() -> underTest().segment().release(command(connectionId(), 1)));
    eventually(connectionId(), known -> known.provision() == ProvisionState.RELEASED);
    manyTimes(() -> underTest().segment().terminate(command(connectionId(), 1)));
    eventually(connectionId(), known -> known.lifecycle() == LifecycleState.TERMINATED);
  }

  @Test
  default void commandsAfterTheEndChangeNothing() {
    bringUp(connectionId());
    underTest().advance(HOUR);
    eventually(
        connectionId(),
        known -> known.released() && known.lifecycle() == LifecycleState.PASSED_END_TIME);
    var after = known(connectionId());
    commit(connectionId(), 1);
    provision(connectionId());
    faults(
        SegmentFaultException.Code.INVALID_TRANSITION,
        () -> underTest().segment().abort(command(connectionId(), 1)));
    assertThat(known(connectionId())).isEqualTo(after);
  }
}

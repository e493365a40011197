package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.RepeatedCalls.faults;

import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;

/** Termination at any point of a connection's life. */
interface TerminateContract extends SegmentContractSupport {

  @Test
  default void aReserveThatArrivesAfterItsTerminateIsRefused() {
    terminate(connectionId());
    assertThat(reserveRefused(reserve(connectionId(), 1, nextHour())).code())
        .isEqualTo(Refusal.Code.GIVEN_UP);
    reserveHeld(otherConnectionId(), 1, nextHour());
  }

  @Test
  default void terminatingReleasesAHeldVersion() {
    reserveHeld(connectionId(), 1, nextHour());
    terminate(connectionId());
    reserveHeld(otherConnectionId(), 1, nextHour());
    faults(
        SegmentFaultException.Code.COMMIT_FAILED,
        () -> underTest().segment().commit(command(connectionId(), 1)));
  }

  /** A late copy of the request must not make a caller believe that the time is its own again. */
  @Test
  default void aReserveThatIsRepeatedAfterItsTerminateIsRefused() {
    var request = reserve(connectionId(), 1, nextHour());
    assertThat(underTest().segment().reserve(request)).isInstanceOf(ReserveResult.Held.class);
    commit(connectionId(), 1);
    terminate(connectionId());
    assertThat(reserveRefused(request).code()).isEqualTo(Refusal.Code.GIVEN_UP);
    reserveHeld(otherConnectionId(), 1, nextHour());
  }

  @Test
  default void terminatingBeforeTheStartFreesTheTime() {
    reserveAndCommit(connectionId(), nextHour());
    provision(connectionId());
    terminate(connectionId());
    eventually(
        connectionId(),
        known -> known.lifecycle() == LifecycleState.TERMINATED && known.released());
    reserveHeld(otherConnectionId(), 1, nextHour());
  }

  @Test
  default void terminatingAnActiveCircuitTakesItDown() {
    bringUp(connectionId());
    terminate(connectionId());
    eventually(
        connectionId(),
        known ->
            known.dataPlane() == DataPlaneState.INACTIVE
                && known.lifecycle() == LifecycleState.TERMINATED
                && known.released());
    awaitNotified(connectionId(), DataPlaneState.ACTIVE, DataPlaneState.INACTIVE);
    reserveHeld(otherConnectionId(), 1, hourFromNow());
  }
}

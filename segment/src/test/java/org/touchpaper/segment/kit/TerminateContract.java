package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.Repeatedly.faults;

import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Refusal;

/** The end of a connection at any point of its life. */
interface TerminateContract extends SegmentTalk {

  @Test
  default void aReserveThatComesAfterItsTerminateIsRefused() {
    terminate(one());
    assertThat(refused(reserve(one(), 1, nextHour())).code()).isEqualTo(Refusal.Code.GIVEN_UP);
    held(other(), 1, nextHour());
  }

  @Test
  default void terminatingWhatIsHeldLetsGoOfIt() {
    held(one(), 1, nextHour());
    terminate(one());
    held(other(), 1, nextHour());
    faults(Fault.Code.COMMIT_FAILED, () -> it().segment().commit(order(one(), 1)));
  }

  @Test
  default void terminatingBeforeTheStartFreesTheTime() {
    committed(one(), nextHour());
    provision(one());
    terminate(one());
    eventually(one(), known -> known.lifecycle() == LifecycleState.TERMINATED && known.released());
    held(other(), 1, nextHour());
  }

  @Test
  default void terminatingWhatIsUpTakesItDown() {
    up(one());
    terminate(one());
    eventually(
        one(),
        known ->
            known.dataPlane() == DataPlane.INACTIVE
                && known.lifecycle() == LifecycleState.TERMINATED
                && known.released());
    hears(one(), DataPlane.ACTIVE, DataPlane.INACTIVE);
    held(other(), 1, hourFromNow());
  }
}

package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.Repeatedly.faults;
import static org.touchpaper.segment.kit.Repeatedly.manyTimes;

import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.ProvisionState;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.ReservationState;

/** What is true of every order about a connection: commit, abort, provision, release, terminate. */
interface OrderContract extends SegmentTalk {

  @Test
  default void cannotCommitWhatItNeverHeardOf() {
    faults(Fault.Code.UNKNOWN_CONNECTION, () -> it().segment().commit(order(one(), 1)));
    faults(Fault.Code.UNKNOWN_CONNECTION, () -> it().segment().provision(order(one(), 1)));
    faults(Fault.Code.UNKNOWN_CONNECTION, () -> it().segment().release(order(one(), 1)));
    assertThat(it().segment().query(it().requester(), one())).isEqualTo(new Report.Unknown(one()));
  }

  @Test
  default void nobodyElseChangesAConnection() {
    held(one(), 1, nextHour());
    var stranger = new Requester("stranger", it().requester().onBehalfOf(), "x");
    faults(Fault.Code.NOT_ALLOWED, () -> it().segment().commit(new Order(stranger, one(), 1)));
    faults(Fault.Code.NOT_ALLOWED, () -> it().segment().abort(new Order(stranger, one(), 1)));
    faults(Fault.Code.NOT_ALLOWED, () -> it().segment().terminate(new Order(stranger, one(), 1)));
    assertThat(known(one()).reservation()).isEqualTo(ReservationState.RESERVE_HELD);
  }

  @Test
  default void everyOrderManyTimesAtOnceIsCarriedOutOnce() {
    held(one(), 1, hourFromNow());
    manyTimes(() -> it().segment().commit(order(one(), 1)));
    assertThat(known(one()).version()).isEqualTo(1);
    manyTimes(() -> it().segment().provision(order(one(), 1)));
    eventually(one(), known -> known.dataPlane() == DataPlane.ACTIVE);
    manyTimes(() -> it().segment().release(order(one(), 1)));
    eventually(one(), known -> known.provision() == ProvisionState.RELEASED);
    manyTimes(() -> it().segment().terminate(order(one(), 1)));
    eventually(one(), known -> known.lifecycle() == LifecycleState.TERMINATED);
  }

  @Test
  default void ordersThatComeAfterTheEndChangeNothing() {
    up(one());
    it().advance(HOUR);
    eventually(
        one(), known -> known.released() && known.lifecycle() == LifecycleState.PASSED_END_TIME);
    var after = known(one());
    commit(one(), 1);
    provision(one());
    faults(Fault.Code.INVALID_TRANSITION, () -> it().segment().abort(order(one(), 1)));
    assertThat(known(one())).isEqualTo(after);
  }
}

package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.touchpaper.segment.kit.RepeatedCalls.twice;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;

/**
 * A second version of a connection: longer, at another time, or without criteria (a cancellation).
 */
interface ModifyContract extends SegmentContractSupport {

  @Test
  default void aModifyMayUseTheConnectionsOwnCapacity() {
    var schedule = nextHour();
    reserveAndCommit(connectionId(), schedule);
    reserveHeld(
        connectionId(), 2, new Schedule(schedule.startTime(), schedule.endTime().plus(HOUR)));
    assertThat(known(connectionId()))
        .returns(1, ConnectionReport.Known::version)
        .returns(2, ConnectionReport.Known::heldVersion);
    commit(connectionId(), 2);
    assertThat(known(connectionId()).version()).isEqualTo(2);
    reserveRefused(
        reserve(
            otherConnectionId(),
            1,
            new Schedule(schedule.endTime(), schedule.endTime().plus(HOUR))));
  }

  @Test
  default void anAbortedModifyLeavesTheConnectionUnchanged() {
    var schedule = nextHour();
    reserveAndCommit(connectionId(), schedule);
    reserveHeld(
        connectionId(), 2, new Schedule(schedule.startTime(), schedule.endTime().plus(HOUR)));
    abort(connectionId(), 2);
    assertThat(known(connectionId()).version()).isEqualTo(1);
    reserveHeld(
        otherConnectionId(), 1, new Schedule(schedule.endTime(), schedule.endTime().plus(HOUR)));
  }

  /** With a new version number, whether the previous one was refused or aborted. */
  @Test
  default void afterAFailedModifyAnotherIsPossible() {
    var schedule = nextHour();
    var later = new Schedule(schedule.endTime(), schedule.endTime().plus(HOUR));
    reserveAndCommit(connectionId(), schedule);
    reserveHeld(otherConnectionId(), 1, later);
    reserveRefused(reserve(connectionId(), 2, later));
    var muchLater = new Schedule(later.endTime(), later.endTime().plus(HOUR));
    reserveHeld(connectionId(), 3, muchLater);
    abort(connectionId(), 3);
    reserveHeld(connectionId(), 4, muchLater);
    commit(connectionId(), 4);
    assertThat(known(connectionId()).version()).isEqualTo(4);
    reserveHeld(SegmentContractSupport.newConnectionId(), 1, schedule);
    reserveRefused(reserve(SegmentContractSupport.newConnectionId(), 1, muchLater));
  }

  @Test
  default void whileAModifyIsHeldBothVersionsAreBooked() {
    var schedule = nextHour();
    reserveAndCommit(connectionId(), schedule);
    var later = new Schedule(schedule.endTime(), schedule.endTime().plus(HOUR));
    reserveHeld(connectionId(), 2, later);
    reserveRefused(reserve(otherConnectionId(), 1, schedule));
    commit(connectionId(), 2);
    reserveHeld(SegmentContractSupport.newConnectionId(), 1, schedule);
  }

  @Test
  default void anActiveCircuitIsModifiedInPlace() {
    bringUp(connectionId());
    var now = Objects.requireNonNull(known(connectionId()).criteria());
    var longer = new Schedule(now.schedule().startTime(), now.schedule().endTime().plus(HOUR));
    reserveHeld(connectionId(), 2, longer);
    assertThat(known(connectionId()).dataPlane()).isEqualTo(DataPlaneState.ACTIVE);
    commit(connectionId(), 2);
    underTest().advance(HOUR);
    eventually(
        connectionId(),
        known -> known.version() == 2 && known.dataPlane() == DataPlaneState.ACTIVE);
    underTest().advance(HOUR);
    eventually(connectionId(), ConnectionReport.Known::released);
    awaitNotified(connectionId(), DataPlaneState.ACTIVE, DataPlaneState.INACTIVE);
    assertThat(notifiedDataPlanes(connectionId()))
        .doesNotContainSubsequence(DataPlaneState.ACTIVE, DataPlaneState.ACTIVATING);
  }

  /** Released capacity can be booked by others, although no element is edited. */
  @Test
  default void timeFreedByShorteningAnActiveCircuitCanBeBooked() {
    bringUp(connectionId());
    var now = Objects.requireNonNull(known(connectionId()).criteria()).schedule();
    var half = now.startTime().plus(HOUR.dividedBy(2));
    reserveHeld(connectionId(), 2, new Schedule(now.startTime(), half));
    commit(connectionId(), 2);
    var rest = new Schedule(half, now.endTime());
    await()
        .atMost(TIMEOUT)
        .until(() ->
            underTest()
                    .segment()
                    .reserve(reserve(SegmentContractSupport.newConnectionId(), 1, rest))
                instanceof ReserveResult.Held);
    assertThat(known(connectionId()).dataPlane()).isEqualTo(DataPlaneState.ACTIVE);
  }

  /** If the decision comes late, the active circuit comes down, and up again at its new start. */
  @Test
  default void anActiveCircuitMovedToLaterComesDownUntilItsNewStart() {
    bringUp(connectionId());
    var now = Objects.requireNonNull(known(connectionId()).criteria()).schedule();
    reserveHeld(connectionId(), 2, new Schedule(now.endTime(), now.endTime().plus(HOUR)));
    assertThat(known(connectionId()).dataPlane()).isEqualTo(DataPlaneState.ACTIVE);
    commit(connectionId(), 2);
    assertThat(known(connectionId()).version()).isEqualTo(2);
    advanceUntil(() -> known(connectionId()).dataPlane() == DataPlaneState.INACTIVE);
    underTest().advance(HOUR);
    advanceUntil(() -> known(connectionId()).dataPlane() == DataPlaneState.ACTIVE);
    underTest().advance(HOUR);
    eventually(connectionId(), ConnectionReport.Known::released);
  }

  @Test
  default void aVersionWithoutCriteriaCancels() {
    reserveAndCommit(connectionId(), nextHour());
    var cancel =
        new ReserveRequest(
            underTest().requester(), connectionId(), 2, null, underTest().heldBy(connectionId()));
    assertThat(twice(() -> underTest().segment().reserve(cancel)))
        .isInstanceOf(ReserveResult.Held.class);
    reserveRefused(reserve(otherConnectionId(), 1, nextHour()));
    commit(connectionId(), 2);
    eventually(
        connectionId(),
        known -> known.lifecycle() == LifecycleState.TERMINATED && known.released());
    reserveHeld(SegmentContractSupport.newConnectionId(), 1, nextHour());
  }
}

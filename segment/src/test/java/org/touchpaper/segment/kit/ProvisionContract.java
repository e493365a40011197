package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.Repeatedly.faults;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.ProvisionState;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;

/**
 * Permission to come up, given and withdrawn, and the clock the segment owns (DESIGN decision 4).
 */
interface ProvisionContract extends SegmentTalk {

  @Test
  default void cannotProvisionWhatIsOnlyHeld() {
    held(one(), 1, nextHour());
    faults(Fault.Code.INVALID_TRANSITION, () -> it().segment().provision(order(one(), 1)));
  }

  @Test
  default void comesUpAtItsStartAndIsClearAfterItsEnd() {
    committed(one(), nextHour());
    provision(one());
    assertThat(known(one()))
        .returns(ProvisionState.PROVISIONED, Report.Known::provision)
        .returns(DataPlane.INACTIVE, Report.Known::dataPlane);

    it().advance(HOUR);
    eventually(one(), known -> known.dataPlane() == DataPlane.ACTIVE);
    assertThat(known(one()).released()).isFalse();

    it().advance(HOUR);
    assertThat(known(one()).dataPlane()).isNotEqualTo(DataPlane.ACTIVE);
    eventually(
        one(),
        known ->
            known.dataPlane() == DataPlane.INACTIVE
                && known.released()
                && known.lifecycle() == LifecycleState.PASSED_END_TIME);
    hears(one(), DataPlane.ACTIVE, DataPlane.INACTIVE);
  }

  @Test
  default void withoutPermissionNothingComesUp() {
    committed(one(), nextHour());
    it().advance(HOUR);
    provision(one());
    eventually(one(), known -> known.dataPlane() == DataPlane.ACTIVE);
  }

  @Test
  default void whileUndecidedNothingComesUp() {
    held(one(), 1, nextHour());
    it().advance(HOUR);
    it().holder().decide(one(), Outcome.COMMIT);
    it().advance(Duration.ofMinutes(1));
    eventually(one(), known -> known.version() == 1);
    assertThat(known(one()).dataPlane()).isEqualTo(DataPlane.INACTIVE);
    provision(one());
    eventually(one(), known -> known.dataPlane() == DataPlane.ACTIVE);
  }

  @Test
  default void aReleasedCircuitComesDownAndMayComeUpAgain() {
    up(one());
    release(one());
    eventually(
        one(),
        known ->
            known.dataPlane() == DataPlane.INACTIVE
                && known.provision() == ProvisionState.RELEASED);
    assertThat(known(one()).released()).isFalse();
    provision(one());
    eventually(one(), known -> known.dataPlane() == DataPlane.ACTIVE);
  }

  @Test
  default void aHolderOutOfReachIsToldLater() {
    it().holder().reachable(false);
    up(one());
    it().holder().reachable(true);
    turnUntil(() -> dataPlanesHeard(one()).contains(DataPlane.ACTIVE));
  }

  @Test
  default void aStartThatFellDueWhileTheServiceWasDownIsMadeUpFor() {
    committed(one(), nextHour());
    provision(one());
    it().advance(HOUR);
    it().restart();
    eventually(one(), known -> known.dataPlane() == DataPlane.ACTIVE);
  }

  @Test
  default void whatIsUpStaysUpThroughARestartAndComesDownAtItsEnd() {
    up(one());
    it().restart();
    assertThat(known(one()).dataPlane()).isEqualTo(DataPlane.ACTIVE);
    it().advance(HOUR);
    eventually(one(), Report.Known::released);
  }
}

package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.touchpaper.segment.kit.Repeatedly.twice;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;

/** A second version of a connection: longer, elsewhere in time, or empty, which cancels. */
interface ModifyContract extends SegmentTalk {

  @Test
  default void aModifyMayUseWhatTheConnectionItselfHas() {
    var schedule = nextHour();
    committed(one(), schedule);
    held(one(), 2, new Schedule(schedule.startTime(), schedule.endTime().plus(HOUR)));
    assertThat(known(one()))
        .returns(1, Report.Known::version)
        .returns(2, Report.Known::heldVersion);
    commit(one(), 2);
    assertThat(known(one()).version()).isEqualTo(2);
    refused(reserve(other(), 1, new Schedule(schedule.endTime(), schedule.endTime().plus(HOUR))));
  }

  @Test
  default void anAbortedModifyLeavesTheConnectionAsItWas() {
    var schedule = nextHour();
    committed(one(), schedule);
    held(one(), 2, new Schedule(schedule.startTime(), schedule.endTime().plus(HOUR)));
    abort(one(), 2);
    assertThat(known(one()).version()).isEqualTo(1);
    held(other(), 1, new Schedule(schedule.endTime(), schedule.endTime().plus(HOUR)));
  }

  /** Under a version of its own, whether the one before was refused or given up. */
  @Test
  default void whatCouldNotBeModifiedCanBeModifiedOtherwise() {
    var schedule = nextHour();
    var later = new Schedule(schedule.endTime(), schedule.endTime().plus(HOUR));
    committed(one(), schedule);
    held(other(), 1, later);
    refused(reserve(one(), 2, later));
    var muchLater = new Schedule(later.endTime(), later.endTime().plus(HOUR));
    held(one(), 3, muchLater);
    abort(one(), 3);
    held(one(), 4, muchLater);
    commit(one(), 4);
    assertThat(known(one()).version()).isEqualTo(4);
    held(SegmentTalk.connection(), 1, schedule);
    refused(reserve(SegmentTalk.connection(), 1, muchLater));
  }

  @Test
  default void whileAModifyIsHeldBothVersionsCount() {
    var schedule = nextHour();
    committed(one(), schedule);
    var later = new Schedule(schedule.endTime(), schedule.endTime().plus(HOUR));
    held(one(), 2, later);
    refused(reserve(other(), 1, schedule));
    commit(one(), 2);
    held(SegmentTalk.connection(), 1, schedule);
  }

  @Test
  default void aCircuitThatIsUpIsModifiedWhereItStands() {
    up(one());
    var now = Objects.requireNonNull(known(one()).criteria());
    var longer = new Schedule(now.schedule().startTime(), now.schedule().endTime().plus(HOUR));
    held(one(), 2, longer);
    assertThat(known(one()).dataPlane()).isEqualTo(DataPlane.ACTIVE);
    commit(one(), 2);
    it().advance(HOUR);
    eventually(one(), known -> known.version() == 2 && known.dataPlane() == DataPlane.ACTIVE);
    it().advance(HOUR);
    eventually(one(), Report.Known::released);
    hears(one(), DataPlane.ACTIVE, DataPlane.INACTIVE);
    assertThat(dataPlanesHeard(one()))
        .doesNotContainSubsequence(DataPlane.ACTIVE, DataPlane.ACTIVATING);
  }

  /** What it has no use for any more is another's, though nothing is done on an element. */
  @Test
  default void theRestOfWhatIsShortenedWhileItIsUpIsFree() {
    up(one());
    var now = Objects.requireNonNull(known(one()).criteria()).schedule();
    var half = now.startTime().plus(HOUR.dividedBy(2));
    held(one(), 2, new Schedule(now.startTime(), half));
    commit(one(), 2);
    var rest = new Schedule(half, now.endTime());
    await()
        .atMost(PATIENCE)
        .until(() ->
            it().segment().reserve(reserve(SegmentTalk.connection(), 1, rest))
                instanceof ReserveAnswer.Held);
    assertThat(known(one()).dataPlane()).isEqualTo(DataPlane.ACTIVE);
  }

  /** The decision came late: what is up comes down, and up again at its new start. */
  @Test
  default void whatIsMovedAwayWhileItIsUpComesDownUntilItsNewStart() {
    up(one());
    var now = Objects.requireNonNull(known(one()).criteria()).schedule();
    held(one(), 2, new Schedule(now.endTime(), now.endTime().plus(HOUR)));
    assertThat(known(one()).dataPlane()).isEqualTo(DataPlane.ACTIVE);
    commit(one(), 2);
    assertThat(known(one()).version()).isEqualTo(2);
    turnUntil(() -> known(one()).dataPlane() == DataPlane.INACTIVE);
    it().advance(HOUR);
    turnUntil(() -> known(one()).dataPlane() == DataPlane.ACTIVE);
    it().advance(HOUR);
    eventually(one(), Report.Known::released);
  }

  @Test
  default void anEmptyVersionCancels() {
    committed(one(), nextHour());
    var cancel = new Reserve(it().requester(), one(), 2, null, it().heldBy(one()));
    assertThat(twice(() -> it().segment().reserve(cancel))).isInstanceOf(ReserveAnswer.Held.class);
    refused(reserve(other(), 1, nextHour()));
    commit(one(), 2);
    eventually(one(), known -> known.lifecycle() == LifecycleState.TERMINATED && known.released());
    held(SegmentTalk.connection(), 1, nextHour());
  }
}

package org.touchpaper.bar.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;

/** What its segments say of a reservation that is decided. */
class CourseTest extends LightpathStory {

  @Test
  void whatASegmentRefusesToEndIsAskedForAgainAndShown() {
    asked();
    holds();
    holds();
    it.commit(1, "ada", NOW);
    allDone();
    it.terminate("ada", NOW);
    var first = it.next().getFirst();
    it.on(first, new Answer.Impossible(Fault.Code.NOT_ALLOWED, "NOT_ALLOWED: not yours"), NOW);
    assertThat(it.next()).contains(first);
    assertThat(it.circuit().problem())
        .hasValueSatisfying(why -> assertThat(why).contains("not yours"));
    it.on(first, new Answer.Impossible(Fault.Code.UNKNOWN_CONNECTION, "gone"), NOW);
    assertThat(it.next()).doesNotContain(first);
  }

  @Test
  void isActiveWhenEverySegmentIsAndTellsItsHolderOnce() {
    booked();
    var now = HOUR.startTime();
    var segments = it.inCircuitOrder().stream().map(SegmentHold::segment).toList();
    assertThat(it.hear(segments.getFirst(), DataPlane.ACTIVE, null, now)).isTrue();
    assertThat(it.phase(now)).isEqualTo(Phase.COMMITTED);
    assertThat(it.hear(segments.getLast(), DataPlane.ACTIVE, null, now)).isTrue();
    assertThat(it.hear(segments.getLast(), DataPlane.ACTIVE, null, now)).isFalse();
    assertThat(it.phase(now)).isEqualTo(Phase.ACTIVE);
    var news = it.untold(now).orElseThrow();
    assertThat(news).isInstanceOf(Notification.DataPlaneChanged.class);
    it.told(news);
    assertThat(it.untold(now)).isEmpty();
  }

  @Test
  void whatIsUpOnOneSegmentOnlyIsOnItsWayFromWhereItWas() {
    booked();
    var now = HOUR.startTime();
    var first = it.inCircuitOrder().getFirst().segment();
    var last = it.inCircuitOrder().getLast().segment();
    it.hear(first, DataPlane.ACTIVE, null, now);
    assertThat(it.circuit().dataPlane()).isEqualTo(DataPlane.ACTIVATING);
    it.hear(last, DataPlane.ACTIVE, null, now);
    it.hear(first, DataPlane.INACTIVE, null, now);
    assertThat(it.circuit().dataPlane()).isEqualTo(DataPlane.DEACTIVATING);
    assertThat(it.hear(first, DataPlane.INACTIVE, null, now)).as("again").isFalse();
    it.hear(last, DataPlane.INACTIVE, null, now);
    assertThat(it.circuit().dataPlane()).isEqualTo(DataPlane.INACTIVE);
    it.hear(first, DataPlane.ACTIVE, null, HOUR.endTime());
    assertThat(it.circuit().dataPlane()).as("over").isEqualTo(DataPlane.DEACTIVATING);
  }

  @Test
  void anImpairedSegmentLeavesItActiveAndItsProblemSaysSo() {
    booked();
    var now = HOUR.startTime();
    it.inCircuitOrder().forEach(share -> it.hear(share.segment(), DataPlane.ACTIVE, null, now));
    var last = it.inCircuitOrder().getLast();

    assertThat(it.alarm(last.segment(), "impaired: LOS on 1-A-1-1 of LONDON", now)).isTrue();
    assertThat(it.phase(now)).isEqualTo(Phase.ACTIVE);
    assertThat(it.circuit().problem())
        .contains(last.peer() + ": impaired: LOS on 1-A-1-1 of LONDON");

    assertThat(it.hear(last.segment(), DataPlane.ACTIVE, null, now)).isTrue();
    assertThat(it.circuit().problem()).isEmpty();
  }

  @Test
  void fromItsEndOnItIsNeverActive() {
    booked();
    it.inCircuitOrder()
        .forEach(share -> it.hear(share.segment(), DataPlane.ACTIVE, null, HOUR.startTime()));
    assertThat(it.phase(HOUR.endTime())).isEqualTo(Phase.ENDED);
    assertThat(it.report(HOUR.endTime()).dataPlane()).isEqualTo(DataPlane.DEACTIVATING);
  }

  @Test
  void aSegmentInDoubtIsToldWhatWasDecided() {
    asked();
    var first = only();
    assertThat(it.outcome(first.segment(), 1)).isEqualTo(Outcome.UNDECIDED);
    assertThat(it.outcome(new ConnectionId(UUID.randomUUID()), 1)).isEqualTo(Outcome.ABORT);
    holds();
    holds();
    it.commit(1, "ada", NOW);
    assertThat(it.outcome(first.segment(), 1)).isEqualTo(Outcome.COMMIT);
  }

  @Test
  void whatWasPlannedDuringALookIsNotForgotten() {
    booked();
    it.plan(true, NOW);
    var seen = it.dueAt();
    it.lookAt(NOW); // a segment notified us while we were looking
    it.planAfter(seen, false, NOW);
    assertThat(it.dueAt()).contains(NOW);
    it.planAfter(it.dueAt(), false, NOW);
    assertThat(it.dueAt()).contains(HOUR.startTime());
  }

  @Test
  void oneSegmentThatCannotCommitFailsTheWholeAndTheRestIsGivenBack() {
    asked();
    holds();
    holds();
    it.commit(1, "ada", NOW);
    it.on(
        it.next().getFirst(),
        new Answer.Impossible(Fault.Code.COMMIT_FAILED, "COMMIT_FAILED: lapsed"),
        NOW);
    assertThat(it.lifecycle().state()).isEqualTo(LifecycleState.FAILED);
    assertThat(it.lifecycle().reason()).contains("lnsap: COMMIT_FAILED: lapsed");
    assertThat(it.next()).hasSize(2).allMatch(Call.TerminateSegment.class::isInstance);
    allDone();
    assertThat(it.next()).isEmpty();
    assertThat(it.untold(NOW)).get().isInstanceOf(Notification.ForcedEnd.class);
  }
}

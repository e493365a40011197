package org.touchpaper.bar.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.reservation.segments.SegmentCall;
import org.touchpaper.bar.reservation.segments.SegmentCallResult;
import org.touchpaper.bar.reservation.segments.SegmentHold;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.CutNotice;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;

/** Segments' replies and notifications to a decided reservation. */
class SegmentCallCoordinatorTest extends ReservationFixture {

  @Test
  void aRejectedTerminationIsRetriedAndShown() {
    beginCheck();
    answerHeld();
    answerHeld();
    reservation.operations().commit(1, "ada", NOW);
    confirmAll();
    reservation.operations().terminate("ada", NOW);
    var first = reservation.segments().dueCalls().getFirst();
    reservation
        .segments()
        .applyResult(
            first,
            new SegmentCallResult.Impossible(
                SegmentFaultException.Code.NOT_ALLOWED, "NOT_ALLOWED: not yours"),
            NOW);
    assertThat(reservation.segments().dueCalls()).contains(first);
    assertThat(reservation.dataPlaneStatus().problem())
        .hasValueSatisfying(why -> assertThat(why).contains("not yours"));
    reservation
        .segments()
        .applyResult(
            first,
            new SegmentCallResult.Impossible(
                SegmentFaultException.Code.UNKNOWN_CONNECTION, "unknown connection"),
            NOW);
    assertThat(reservation.segments().dueCalls()).doesNotContain(first);
  }

  @Test
  void isActiveWhenEverySegmentIsAndNotifiesItsHolderOnce() {
    bookAndProvision();
    var now = SCHEDULE.startTime();
    var segments = reservation.inCircuitOrder().stream().map(SegmentHold::segment).toList();
    assertThat(
            reservation
                .segments()
                .applyDataPlaneChange(segments.getFirst(), DataPlaneState.ACTIVE, null, now))
        .isTrue();
    assertThat(reservation.phase(now)).isEqualTo(BookingPhase.COMMITTED);
    assertThat(
            reservation
                .segments()
                .applyDataPlaneChange(segments.getLast(), DataPlaneState.ACTIVE, null, now))
        .isTrue();
    assertThat(
            reservation
                .segments()
                .applyDataPlaneChange(segments.getLast(), DataPlaneState.ACTIVE, null, now))
        .isFalse();
    assertThat(reservation.phase(now)).isEqualTo(BookingPhase.ACTIVE);
    var notification = reservation.pendingNotification(now).orElseThrow();
    assertThat(notification).isInstanceOf(Notification.DataPlaneChanged.class);
    reservation.markNotified(notification);
    assertThat(reservation.pendingNotification(now)).isEmpty();
  }

  @Test
  void differingSegmentsAreInTransitionFromThePreviousState() {
    bookAndProvision();
    var now = SCHEDULE.startTime();
    var first = reservation.inCircuitOrder().getFirst().segment();
    var last = reservation.inCircuitOrder().getLast().segment();
    reservation.segments().applyDataPlaneChange(first, DataPlaneState.ACTIVE, null, now);
    assertThat(reservation.dataPlaneStatus().dataPlane()).isEqualTo(DataPlaneState.ACTIVATING);
    reservation.segments().applyDataPlaneChange(last, DataPlaneState.ACTIVE, null, now);
    reservation.segments().applyDataPlaneChange(first, DataPlaneState.INACTIVE, null, now);
    assertThat(reservation.dataPlaneStatus().dataPlane()).isEqualTo(DataPlaneState.DEACTIVATING);
    assertThat(
            reservation.segments().applyDataPlaneChange(first, DataPlaneState.INACTIVE, null, now))
        .as("again")
        .isFalse();
    reservation.segments().applyDataPlaneChange(last, DataPlaneState.INACTIVE, null, now);
    assertThat(reservation.dataPlaneStatus().dataPlane()).isEqualTo(DataPlaneState.INACTIVE);
    reservation
        .segments()
        .applyDataPlaneChange(first, DataPlaneState.ACTIVE, null, SCHEDULE.endTime());
    assertThat(reservation.dataPlaneStatus().dataPlane())
        .as("over")
        .isEqualTo(DataPlaneState.DEACTIVATING);
  }

  @Test
  void anImpairedSegmentLeavesItActiveWithAProblem() {
    bookAndProvision();
    var now = SCHEDULE.startTime();
    reservation
        .inCircuitOrder()
        .forEach(share ->
            reservation
                .segments()
                .applyDataPlaneChange(share.segment(), DataPlaneState.ACTIVE, null, now));
    var last = reservation.inCircuitOrder().getLast();

    assertThat(
            reservation
                .segments()
                .applyAlarm(last.segment(), "impaired: LOS on 1-A-1-1 of LONDON", now))
        .isTrue();
    assertThat(reservation.phase(now)).isEqualTo(BookingPhase.ACTIVE);
    assertThat(reservation.dataPlaneStatus().problem())
        .contains(last.peer() + ": impaired: LOS on 1-A-1-1 of LONDON");

    assertThat(
            reservation
                .segments()
                .applyDataPlaneChange(last.segment(), DataPlaneState.ACTIVE, null, now))
        .isTrue();
    assertThat(reservation.dataPlaneStatus().problem()).isEmpty();
  }

  @Test
  void afterItsEndItIsNeverActive() {
    bookAndProvision();
    reservation
        .inCircuitOrder()
        .forEach(share ->
            reservation
                .segments()
                .applyDataPlaneChange(
                    share.segment(), DataPlaneState.ACTIVE, null, SCHEDULE.startTime()));
    assertThat(reservation.phase(SCHEDULE.endTime())).isEqualTo(BookingPhase.ENDED);
    assertThat(reservation.report(SCHEDULE.endTime()).dataPlane())
        .isEqualTo(DataPlaneState.DEACTIVATING);
  }

  @Test
  void anUndecidedSegmentGetsTheDecision() {
    beginCheck();
    var first = onlyDueCall();
    assertThat(reservation.outcome(first.segment(), 1)).isEqualTo(Outcome.UNDECIDED);
    assertThat(reservation.outcome(new ConnectionId(UUID.randomUUID()), 1))
        .isEqualTo(Outcome.ABORT);
    answerHeld();
    answerHeld();
    reservation.operations().commit(1, "ada", NOW);
    assertThat(reservation.outcome(first.segment(), 1)).isEqualTo(Outcome.COMMIT);
  }

  @Test
  void aCheckPlannedDuringACheckIsKept() {
    bookAndProvision();
    reservation.reschedule(true, NOW);
    var dueAtStart = reservation.dueAt();
    reservation.checkNow(NOW); // a segment's notification during the check
    reservation.rescheduleAfterCheck(dueAtStart, false, NOW);
    assertThat(reservation.dueAt()).contains(NOW);
    reservation.rescheduleAfterCheck(reservation.dueAt(), false, NOW);
    assertThat(reservation.dueAt()).contains(SCHEDULE.startTime());
  }

  @Test
  void aSegmentThatCannotCommitFailsTheReservationAndTheRestIsTerminated() {
    beginCheck();
    answerHeld();
    answerHeld();
    reservation.operations().commit(1, "ada", NOW);
    reservation
        .segments()
        .applyResult(
            reservation.segments().dueCalls().getFirst(),
            new SegmentCallResult.Impossible(
                SegmentFaultException.Code.COMMIT_FAILED, "COMMIT_FAILED: lapsed"),
            NOW);
    assertThat(reservation.lifecycle().state()).isEqualTo(LifecycleState.FAILED);
    assertThat(reservation.lifecycle().reason()).contains("lnsap: COMMIT_FAILED: lapsed");
    assertThat(reservation.segments().dueCalls())
        .hasSize(2)
        .allMatch(SegmentCall.TerminateSegment.class::isInstance);
    confirmAll();
    assertThat(reservation.segments().dueCalls()).isEmpty();
    assertThat(reservation.pendingNotification(NOW))
        .get()
        .isInstanceOf(Notification.ForcedEnd.class);
  }

  /** A segment's officer cut what it held, and this broker learns of it with the commit. */
  @Test
  void aSegmentThatIsCutFailsTheReservationAsCut() {
    beginCheck();
    answerHeld();
    answerHeld();
    reservation.operations().commit(1, "ada", NOW);
    reservation
        .segments()
        .applyResult(
            reservation.segments().dueCalls().getFirst(),
            new SegmentCallResult.Impossible(
                SegmentFaultException.Code.CUT, "CUT: vis.ucl was cut: port scan"),
            NOW);
    assertThat(reservation.lifecycle().isCut()).isTrue();
    assertThat(reservation.lifecycle().cut().orElseThrow().by())
        .isEqualTo("the security office at lnsap");
    reservation.markNotified(reservation.pendingNotification(NOW).orElseThrow());
    assertThat(reservation.pendingNotification(NOW)).isEmpty();

    var notice = new CutNotice(UUID.randomUUID(), "the security office of UCL", NOW, "port scan");
    var others = reservation.inCircuitOrder().getLast().segment();
    reservation.segments().applyForcedEnd(others, "cut", notice, NOW);
    assertThat(reservation.lifecycle().cut().orElseThrow().id()).as("not lnsap's").isNull();
    var segment = reservation.inCircuitOrder().getFirst().segment();
    for (var time = 1; time <= 2; time++) {
      reservation.segments().applyForcedEnd(segment, notice.sentence(), notice, NOW);
      assertThat(reservation.lifecycle().cut()).contains(notice);
      assertThat(reservation.lifecycle().reason()).contains(notice.sentence());
    }
    var end = reservation.pendingNotification(NOW).orElseThrow();
    assertThat(end)
        .isInstanceOfSatisfying(
            Notification.ForcedEnd.class, it -> assertThat(it.cut()).isEqualTo(notice));
    reservation.markNotified(end);
    assertThat(reservation.pendingNotification(NOW)).isEmpty();
  }

  @Test
  void aCutOfASegmentIsAStateThatTheHolderLearns() {
    beginCheck();
    answerHeld();
    answerHeld();
    var cut = new CutNotice(UUID.randomUUID(), "the security office of UCL", NOW, "port scan");
    var segment = reservation.inCircuitOrder().getFirst().segment();
    for (var time = 1; time <= 2; time++) {
      reservation.segments().applyForcedEnd(segment, cut.sentence(), cut, NOW);
    }
    assertThat(reservation.phase(NOW)).as("not committed yet").isEqualTo(BookingPhase.UNDECIDED);
    reservation.operations().commit(1, "ada", NOW);
    assertThat(reservation.lifecycle().state()).isEqualTo(LifecycleState.FAILED);
    assertThat(reservation.lifecycle().cut()).contains(cut);
    assertThat(reservation.lifecycle().reason())
        .contains("cut by the security office of UCL: port scan");
    assertThat(reservation.report(NOW).cut()).isEqualTo(cut);
    assertThat(reservation.pendingNotification(NOW))
        .get()
        .isInstanceOfSatisfying(
            Notification.ForcedEnd.class, end -> assertThat(end.cut()).isEqualTo(cut));
  }
}

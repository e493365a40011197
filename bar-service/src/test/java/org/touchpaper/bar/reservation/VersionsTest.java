package org.touchpaper.bar.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.reservation.segments.SegmentCallResult;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;

/** Later versions of a reservation: prolonging, cancelling, aborted, in time or late. */
class VersionsTest extends ReservationFixture {

  /** A version that is undecided at the old end may still move it. */
  @Test
  void prolongingAfterTheEndRevivesTheReservation() {
    bookAndProvision();
    var longer = new Schedule(SCHEDULE.startTime(), SCHEDULE.endTime().plus(Duration.ofHours(1)));
    reservation.operations().beginCheck(request(2, longer), List.of(), NOW);
    answerHeld();
    answerHeld();
    var late = SCHEDULE.endTime().plusSeconds(5);
    reportAll(DataPlaneState.INACTIVE, true, late);
    reservation.operations().passEnd(late);
    assertThat(reservation.lifecycle().state()).isEqualTo(LifecycleState.CREATED);
    assertThat(reservation.phase(late)).isEqualTo(BookingPhase.ENDED);
    reservation.reschedule(true, late);
    assertThat(reservation.dueAt()).as("its holder is still queried").isPresent();
    reservation.operations().commit(2, "ada", late);
    confirmAll();
    assertThat(reservation.phase(late)).isEqualTo(BookingPhase.COMMITTED);
    assertThat(reservation.report(late).released()).isFalse();
    reservation.reschedule(true, late);
    assertThat(reservation.dueAt()).as("it is monitored").isPresent();
    reportAll(DataPlaneState.ACTIVE, false, late);
    assertThat(reservation.phase(late)).isEqualTo(BookingPhase.ACTIVE);
    reportAll(DataPlaneState.INACTIVE, true, longer.endTime());
    reservation.operations().passEnd(longer.endTime());
    assertThat(reservation.lifecycle().state()).isEqualTo(LifecycleState.PASSED_END_TIME);
    assertThat(reservation.report(longer.endTime()).released()).isTrue();
  }

  /** The state at the time of the request does not determine the state after it. */
  @Test
  void aProlongedReservationIsActiveOnceAllSegmentsReportIt() {
    bookAndProvision();
    reportAll(DataPlaneState.ACTIVE, false, SCHEDULE.startTime());
    var longer = new Schedule(SCHEDULE.startTime(), SCHEDULE.endTime().plus(Duration.ofHours(1)));
    reservation.operations().beginCheck(request(2, longer), List.of(), SCHEDULE.startTime());
    answerHeld();
    answerHeld();
    var late = SCHEDULE.endTime().plusSeconds(5);
    reportAll(DataPlaneState.INACTIVE, true, late);
    reservation.operations().commit(2, "ada", late);
    confirmAll();
    var first = reservation.inCircuitOrder().getFirst();
    reservation
        .segments()
        .applyObservation(first.segment(), DataPlaneState.ACTIVE, null, false, late);
    assertThat(reservation.phase(late)).isEqualTo(BookingPhase.COMMITTED);
    reportAll(DataPlaneState.ACTIVE, false, late);
    assertThat(reservation.phase(late)).isEqualTo(BookingPhase.ACTIVE);
  }

  @Test
  void anAbortedProlongationLeavesItEnded() {
    bookAndProvision();
    var longer = new Schedule(SCHEDULE.startTime(), SCHEDULE.endTime().plus(Duration.ofHours(1)));
    reservation.operations().beginCheck(request(2, longer), List.of(), NOW);
    answerHeld();
    answerHeld();
    reservation.operations().passEnd(SCHEDULE.endTime());
    reservation.operations().abort(2, "ada", SCHEDULE.endTime());
    confirmAll();
    reservation.operations().passEnd(SCHEDULE.endTime());
    assertThat(reservation.lifecycle().state()).isEqualTo(LifecycleState.PASSED_END_TIME);
  }

  /** Nothing is left to cancel. */
  @Test
  void cancellingAfterTheEndLeavesItEnded() {
    bookAndProvision();
    reservation.operations().beginCheck(request(2, null), List.of(), NOW);
    answerHeldAsBefore();
    answerHeldAsBefore();
    reservation.operations().commit(2, "ada", SCHEDULE.endTime());
    for (var call : reservation.segments().dueCalls()) {
      reservation.segments().applyResult(call, new SegmentCallResult.Done(), SCHEDULE.endTime());
    }
    reservation.operations().passEnd(SCHEDULE.endTime());
    assertThat(reservation.phase(SCHEDULE.endTime())).isEqualTo(BookingPhase.ENDED);
  }

  /** A version's requester may differ from the first one. */
  @Test
  void segmentsAreCalledOnBehalfOfTheVersionsRequester() {
    bookAndProvision();
    var admin =
        new RequesterIdentity(
            "rm-network",
            new RequesterIdentity.Person("root", "ucl", List.of(), "admin"),
            "thread");
    reservation
        .operations()
        .beginCheck(new ReserveRequest(admin, id, 2, null, holder), List.of(), NOW);
    assertThat(reservation.requesterOf(onlyDueCall())).isEqualTo(admin);
    assertThat(reservation.origin().requester()).isEqualTo(REQUESTER);
  }

  @Test
  void aCancelEndsIt() {
    bookAndProvision();
    reservation.operations().beginCheck(request(2, null), List.of(), NOW);
    answerHeldAsBefore();
    answerHeldAsBefore();
    reservation.operations().commit(2, "ada", NOW);
    confirmAll();
    assertThat(reservation.phase(NOW)).isEqualTo(BookingPhase.CANCELLED);
  }

  @Test
  void aVersionAbortedBeforeItsRequestIsStored() {
    reservation.operations().abort(1, "ada", NOW);
    reservation.operations().abort(1, "ada", NOW);
    assertThat(reservation.answer(1)).get().isInstanceOf(ReserveResult.Refused.class);
    assertThat(reservation.drainHistory()).hasSize(1);
    assertThat(reservation.drainHistory()).isEmpty();
  }
}

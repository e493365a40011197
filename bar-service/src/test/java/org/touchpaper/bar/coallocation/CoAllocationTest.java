package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.bar.coallocation.TestBooking.ABORT;
import static org.touchpaper.bar.coallocation.TestBooking.COMMIT;
import static org.touchpaper.bar.coallocation.TestBooking.COMPUTE_ID;
import static org.touchpaper.bar.coallocation.TestBooking.CREATED_AT;
import static org.touchpaper.bar.coallocation.TestBooking.END;
import static org.touchpaper.bar.coallocation.TestBooking.LIGHTPATH_ID;
import static org.touchpaper.bar.coallocation.TestBooking.NOT_STARTED;
import static org.touchpaper.bar.coallocation.TestBooking.REFUSALS;
import static org.touchpaper.bar.coallocation.TestBooking.START;
import static org.touchpaper.bar.coallocation.TestBooking.UNDECIDED;
import static org.touchpaper.bar.coallocation.TestBooking.plan;
import static org.touchpaper.bar.coallocation.TestBooking.reported;
import static org.touchpaper.bar.coallocation.TestBooking.request;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.run.JobState;
import org.touchpaper.bar.coallocation.run.JobStatus;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.segment.connection.Schedule;

/**
 * A booking applies the acceptors' decisions; it is made, changed and cancelled by successive
 * transactions.
 */
class CoAllocationTest {

  private final CoAllocation booking = TestBooking.undecided();

  @Test
  void itStartsUndecidedAndIsCheckedAfterItsCallsDeadline() {
    assertThat(booking.state()).isEqualTo(BookingPhase.UNDECIDED);
    assertThat(booking.dueAt()).contains(CREATED_AT.plusSeconds(10));
    assertThat(booking.cancelRefusal(CREATED_AT)).isPresent();
    assertThat(booking.summary()).isEqualTo("300 Mbit/s a to b, 4 nodes of newton");
  }

  @ParameterizedTest
  @CsvSource({
    "COMMIT, COMMITTED",
    "ABORT, REFUSED",
    "NOT_STARTED, REFUSED",
    "UNDECIDED, UNDECIDED"
  })
  void theResultOfItsMakeSetsItsState(String answer, BookingPhase then) {
    assertThat(booking.applyResult(resultNamed(answer), CREATED_AT))
        .isEqualTo(then != BookingPhase.UNDECIDED);
    assertThat(booking.state()).isEqualTo(then);
    assertThat(booking.parts()).allMatch(part -> part.status().state() == then);
  }

  private static CommitProtocolPort.TransactionResult resultNamed(String name) {
    return switch (name) {
      case "COMMIT" -> COMMIT;
      case "ABORT" -> ABORT;
      case "NOT_STARTED" -> NOT_STARTED;
      case "UNDECIDED" -> UNDECIDED;
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** A committed booking that is being cancelled. */
  @ParameterizedTest
  @CsvSource({
    "COMMIT, CANCELLED",
    "ABORT, COMMITTED",
    "NOT_STARTED, COMMITTED",
    "UNDECIDED, COMMITTED"
  })
  void theResultOfItsCancelSetsItsState(String answer, BookingPhase then) {
    booking.applyResult(COMMIT, CREATED_AT);
    booking.cancel(request(2), CREATED_AT);
    assertThat(booking.isBeingCancelled()).isTrue();
    booking.applyResult(resultNamed(answer), CREATED_AT);
    assertThat(booking.state()).isEqualTo(then);
    assertThat(booking.reason()).isEmpty();
    assertThat(booking.refusals()).isEmpty();
    assertThat(booking.isBeingCancelled()).isEqualTo(answer.equals("UNDECIDED"));
    assertThat(booking.parts()).allMatch(part -> part.origin().transactionNo() == 1);
  }

  /** An earlier request may have begun it at an acceptor that is now unreachable. */
  @Test
  void aTransactionRequestedTwiceIsNotBelievedNotStarted() {
    booking.countBegin();
    booking.applyResult(UNDECIDED, CREATED_AT);
    booking.countBegin();
    assertThat(booking.problem()).isEmpty();
    booking.applyResult(
        new CommitProtocolPort.TransactionResult.Undecided(List.of("a1 answered 421: epoch 3")),
        CREATED_AT);
    assertThat(booking.problem().orElseThrow()).contains("not decided", "a1 answered 421: epoch 3");
    booking.applyResult(UNDECIDED, CREATED_AT);
    assertThat(booking.problem()).as("no objections are left").isEmpty();
    var refused =
        new CommitProtocolPort.TransactionResult.NotStarted(
            List.of("a1 answered 421: epoch 3", "a2 is unreachable"));
    assertThat(booking.applyResult(refused, CREATED_AT)).isFalse();
    assertThat(booking.state()).isEqualTo(BookingPhase.UNDECIDED);
    assertThat(booking.problem().orElseThrow())
        .contains("a1 answered 421: epoch 3; a2 is unreachable");
    assertThat(booking.dueAt()).isPresent();
    booking.applyResult(COMMIT, CREATED_AT);
    assertThat(booking.state()).isEqualTo(BookingPhase.COMMITTED);
    assertThat(booking.problem()).isEmpty();
  }

  /** Acceptors may be unavailable with thousands pending, so polling backs off. */
  @Test
  void outcomeQueriesBackOff() {
    var last = Duration.ZERO;
    for (var now = CREATED_AT;
        now.isBefore(CREATED_AT.plusSeconds(7200));
        now = booking.dueAt().orElseThrow()) {
      booking.applyResult(UNDECIDED, now);
      var pause = Duration.between(now, booking.dueAt().orElseThrow());
      assertThat(pause).isBetween(Duration.ofSeconds(2), Duration.ofMinutes(1));
      assertThat(pause).isGreaterThanOrEqualTo(last);
      last = pause;
    }
    assertThat(last).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void aDecisionIsAppliedOnce() {
    booking.applyResult(COMMIT, CREATED_AT);
    assertThat(booking.applyResult(ABORT, CREATED_AT)).isFalse();
    assertThat(booking.state()).isEqualTo(BookingPhase.COMMITTED);
    assertThat(booking.parts().get(1).status().reference()).isEqualTo("newton001");
  }

  @Test
  void onlyABookingThatDidNotStartIsRetried() {
    assertThatThrownBy(() -> booking.retryMake(plan(2), CREATED_AT))
        .isInstanceOf(IllegalStateException.class);
    booking.applyResult(NOT_STARTED, CREATED_AT);
    assertThat(booking.mayBeRepeated()).isTrue();
    assertThat(booking.reason()).isPresent();
    booking.retryMake(plan(2), CREATED_AT);
    assertThat(booking.state()).isEqualTo(BookingPhase.UNDECIDED);
    assertThat(booking.parts()).allMatch(part -> part.origin().transactionNo() == 2);
    assertThat(booking.isBeingCancelled()).isFalse();
    booking.applyResult(COMMIT, CREATED_AT);
    assertThatThrownBy(() -> booking.retryMake(plan(3), CREATED_AT))
        .isInstanceOf(IllegalStateException.class);
  }

  /** With brokers and acceptors configured differently every booking ends so. */
  @Test
  void theAcceptorsObjectionsReachTheCaller() {
    var objection = "acceptor-1 is an acceptor from epoch 2 on";
    booking.applyResult(
        new CommitProtocolPort.TransactionResult.NotStarted(
            List.of(objection, "acceptor-2 likewise")),
        CREATED_AT);
    assertThat(booking.mayBeRepeated()).isTrue();
    assertThat(booking.reason().orElse(""))
        .contains(
            "nothing was sent to the resource managers: " + objection + "; acceptor-2 likewise");
  }

  /** Only an attempt that was sent and refused counts against its slot. */
  @Test
  void aLostRaceIsRetriedAfterAPauseAndKeepsTheTriedSlots() {
    booking.applyResult(NOT_STARTED, CREATED_AT);
    booking.retryMake(plan(2), CREATED_AT);
    assertThat(booking.loseRace(REFUSALS, CREATED_AT.plusSeconds(1))).isTrue();
    assertThat(booking.state()).isEqualTo(BookingPhase.UNDECIDED);
    assertThat(booking.hasLostRace()).isTrue();
    assertThat(booking.isDue(CREATED_AT)).isFalse();
    assertThat(booking.isDue(CREATED_AT.plusSeconds(1))).isTrue();
    assertThat(booking.cancelRefusal(CREATED_AT)).isPresent();
    assertThat(booking.loseRace(REFUSALS, CREATED_AT)).isFalse();
    booking.retryMake(plan(3), CREATED_AT);
    assertThat(booking.hasLostRace()).isFalse();
    assertThat(booking.refusals()).isEmpty();
    assertThat(booking.slotSearch().allTriedSlots()).hasSize(2);
    booking.applyResult(COMMIT, CREATED_AT);
    assertThat(booking.parts()).allMatch(part -> part.origin().transactionNo() == 3);
  }

  @Test
  void theLastLostRaceGivesTheRefusalReason() {
    assertThatThrownBy(() -> booking.refuse(List.of())).isInstanceOf(IllegalStateException.class);
    booking.loseRace(REFUSALS, CREATED_AT);
    assertThat(booking.refusals()).isEmpty();
    booking.refuse(List.of(new Schedule(END, END.plusSeconds(3600))));
    assertThat(booking.state()).isEqualTo(BookingPhase.REFUSED);
    assertThat(booking.reason()).contains("busy");
    assertThat(booking.refusals()).isEqualTo(REFUSALS);
    assertThat(booking.alternatives()).hasSize(1);
    assertThat(booking.dueAt()).isEmpty();
    assertThatThrownBy(() -> booking.retryMake(plan(2), CREATED_AT))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void transactionNumbersIncreaseByOneAfterEachDecision() {
    assertThatThrownBy(() -> booking.cancel(request(2), CREATED_AT))
        .isInstanceOf(IllegalStateException.class);
    booking.applyResult(COMMIT, CREATED_AT);
    assertThatThrownBy(() -> booking.cancel(request(3), CREATED_AT))
        .isInstanceOf(IllegalArgumentException.class);
    booking.cancel(request(2), CREATED_AT);
    assertThatThrownBy(() -> booking.cancel(request(3), CREATED_AT))
        .isInstanceOf(IllegalStateException.class);
    booking.applyResult(NOT_STARTED, CREATED_AT);
    booking.cancel(request(3), CREATED_AT);
    booking.applyResult(COMMIT, CREATED_AT);
    assertThat(booking.state()).isEqualTo(BookingPhase.CANCELLED);
    assertThatThrownBy(() -> booking.cancel(request(4), CREATED_AT))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @EnumSource(BookingPhase.class)
  void afterItsEndNothingCanBeCancelled(BookingPhase state) {
    bringTo(state);
    assertThat(booking.state()).isEqualTo(state);
    assertThat(booking.cancelRefusal(END)).isPresent();
    var before = booking.cancelRefusal(START);
    var held = EnumSet.of(BookingPhase.COMMITTED, BookingPhase.ACTIVE, BookingPhase.FAILED);
    assertThat(before.isEmpty()).isEqualTo(held.contains(state));
  }

  /** An officer ended the lightpath, so that the nodes are of no use. */
  @Test
  void theRestOfAFailedBookingCanBeCancelled() {
    booking.applyResult(COMMIT, CREATED_AT);
    booking.applyReports(
        Map.of(
            LIGHTPATH_ID,
            new CommitProtocolPort.ReportedState(BookingPhase.FAILED, "cut by officer", true),
            COMPUTE_ID,
            reported(BookingPhase.ACTIVE, null)),
        START);
    booking.cancel(request(2), START);
    booking.applyResult(COMMIT, START);
    assertThat(booking.state()).isEqualTo(BookingPhase.CANCELLED);
    assertThat(booking.reason()).contains("cut by officer");
    assertThat(booking.parts())
        .extracting(part -> part.status().state())
        .containsExactly(BookingPhase.FAILED, BookingPhase.CANCELLED);
  }

  @Test
  void aFailedAndReleasedBookingNeedsNoCancel() {
    booking.applyResult(COMMIT, CREATED_AT);
    var releasedReport = new CommitProtocolPort.ReportedState(BookingPhase.FAILED, "removed", true);
    booking.applyReports(Map.of(LIGHTPATH_ID, releasedReport, COMPUTE_ID, releasedReport), START);
    assertThat(booking.cancelRefusal(START))
        .contains("the booking has failed and all of its resources are released");
  }

  /** Its nodes may be free shortly before its resource manager sees the end of its run. */
  @Test
  void aReleasedBookingIsCheckedUntilItsRunHasEnded() {
    var withRun = TestBooking.undecided(TestBooking.planWithRun());
    withRun.applyResult(COMMIT, CREATED_AT);
    withRun.cancel(request(2), START);
    withRun.applyResult(COMMIT, START);
    var lightpath = new CommitProtocolPort.ReportedState(BookingPhase.CANCELLED, null, true);
    withRun.applyReports(
        Map.of(LIGHTPATH_ID, lightpath, COMPUTE_ID, cancelledWithRun(JobState.ACTIVE)), START);
    assertThat(withRun.isReleased()).isTrue();
    assertThat(withRun.dueAt()).isPresent();
    withRun.applyReports(Map.of(COMPUTE_ID, cancelledWithRun(JobState.CANCELED)), START);
    assertThat(withRun.dueAt()).isEmpty();
  }

  private static CommitProtocolPort.ReportedState cancelledWithRun(JobState state) {
    var nodes = List.of("newton001");
    var job = new JobStatus(state, 1, "17", nodes, null, null, START, null, null, List.of());
    return new CommitProtocolPort.ReportedState(BookingPhase.CANCELLED, null, true, job);
  }

  private void bringTo(BookingPhase to) {
    switch (to) {
      case UNDECIDED -> {}
      case REFUSED -> booking.applyResult(ABORT, CREATED_AT);
      case COMMITTED -> booking.applyResult(COMMIT, CREATED_AT);
      case CANCELLED -> {
        booking.applyResult(COMMIT, CREATED_AT);
        booking.cancel(request(2), CREATED_AT);
        booking.applyResult(COMMIT, CREATED_AT);
      }
      case ACTIVE, ENDED, FAILED -> {
        booking.applyResult(COMMIT, CREATED_AT);
        booking.applyReports(
            Map.of(LIGHTPATH_ID, reported(to, null), COMPUTE_ID, reported(to, null)), START);
      }
    }
  }
}

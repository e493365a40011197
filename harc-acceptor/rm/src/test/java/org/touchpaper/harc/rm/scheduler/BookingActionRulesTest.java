package org.touchpaper.harc.rm.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.harc.rm.scheduler.BookingActionRules.CurrentBooking;
import org.touchpaper.segment.connection.Refusal;

/** The rules for names and times, whatever is booked. */
class BookingActionRulesTest {
  private static final BookingAction CANCEL = new BookingAction.Cancel("run");
  private static final BookingAction MODIFY =
      new BookingAction.Modify("run", TestRequests.minutes(0, 90), null);

  private final BookingActionRules rulesAtNine =
      new BookingActionRules("newton", Refusal.Code.NODES_BUSY, TestRequests.NINE_O_CLOCK);
  private final BookingActionRules rulesBefore =
      new BookingActionRules(
          "newton", Refusal.Code.NODES_BUSY, TestRequests.NINE_O_CLOCK.minusSeconds(1));

  @ParameterizedTest
  @EnumSource(
      value = ActionStatusDetails.State.class,
      names = {"COMMITTED", "ACTIVE"})
  void aCommittedBookingCanBeChangedUnlessAChangeIsHeld(ActionStatusDetails.State state) {
    assertThat(rulesAtNine.refusalForChange(MODIFY, new CurrentBooking(state, null))).isEmpty();
    assertThat(rulesAtNine.refusalForChange(CANCEL, new CurrentBooking(state, "t.2")))
        .contains(
            new Refusal(
                Refusal.Code.NODES_BUSY,
                "newton",
                "Ident",
                "transaction t.2 holds a change of the booking; retry later",
                null));
  }

  @ParameterizedTest
  @EnumSource(
      value = ActionStatusDetails.State.class,
      names = {"COMMITTED", "ACTIVE"},
      mode = EnumSource.Mode.EXCLUDE)
  void anUndecidedOrEndedBookingCannotBeChanged(ActionStatusDetails.State state) {
    var refusal =
        rulesAtNine.refusalForChange(CANCEL, new CurrentBooking(state, "t.2")).orElseThrow();
    assertThat(refusal.code()).isEqualTo(Refusal.Code.GIVEN_UP);
    assertThat(refusal.reason()).isEqualTo("cannot cancel the booking: it is " + state);
  }

  @ParameterizedTest
  @EnumSource(ActionStatusDetails.State.class)
  void aFailedOrCancelledBookingHasNothingToCancel(ActionStatusDetails.State state) {
    var over = List.of(ActionStatusDetails.State.CANCELLED, ActionStatusDetails.State.FAILED);
    assertThat(new CurrentBooking(state, "t.2").hasNothingToCancel())
        .isEqualTo(over.contains(state));
    assertThat(new CurrentBooking(state, null).hasNothingToCancel())
        .isEqualTo(over.contains(state) || state == ActionStatusDetails.State.ENDED);
  }

  @Test
  void aBookingThatHasStartedKeepsItsStart() {
    var hour = TestRequests.minutes(0, 60);
    assertThat(rulesAtNine.refusalForMove(hour, TestRequests.minutes(0, 90))).isEmpty();
    assertThat(rulesAtNine.refusalForMove(hour, TestRequests.minutes(1, 60)).orElseThrow().reason())
        .isEqualTo(
            "the start time of a booking that has started cannot change: 2026-12-01T21:00:00Z");
    assertThat(rulesBefore.refusalForMove(hour, TestRequests.minutes(1, 60))).isEmpty();
  }

  /** Half open: what ends now has ended. */
  @Test
  void nothingIsBookedIntoThePast() {
    assertThat(rulesBefore.refusalForSchedule(TestRequests.minutes(-60, 0))).isEmpty();
    assertThat(rulesAtNine.refusalForSchedule(TestRequests.minutes(-60, 0)).orElseThrow().field())
        .isEqualTo("EndTime");
  }

  @Test
  void aModificationWaitsForThePreviousOneUnlessThatHasAProblem() {
    assertThatThrownBy(() -> rulesAtNine.refusalWhileModifying(null))
        .isInstanceOf(SchedulerUnreachableException.class);
    assertThat(rulesAtNine.refusalWhileModifying("the disk is full").reason())
        .isEqualTo("newton is still applying the previous modification: the disk is full");
  }
}

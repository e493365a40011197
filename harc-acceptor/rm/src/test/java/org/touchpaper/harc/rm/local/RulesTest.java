package org.touchpaper.harc.rm.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.harc.rm.local.Rules.Standing;
import org.touchpaper.segment.connection.Refusal;

/** What may be done to a booking, whatever is booked. */
class RulesTest {
  private static final Action CANCEL = new Action.Cancel("run");
  private static final Action MODIFY = new Action.Modify("run", Ask.minutes(0, 90), null);

  private final Rules atNine = new Rules("newton", Refusal.Code.NODES_BUSY, Ask.NINE);
  private final Rules before =
      new Rules("newton", Refusal.Code.NODES_BUSY, Ask.NINE.minusSeconds(1));

  @ParameterizedTest
  @EnumSource(
      value = Part.State.class,
      names = {"COMMITTED", "ACTIVE"})
  void whatIsDecidedIsChangedUnlessSomebodyIsAboutTo(Part.State state) {
    assertThat(atNine.against(MODIFY, new Standing(state, null))).isEmpty();
    assertThat(atNine.against(CANCEL, new Standing(state, "t.2")))
        .contains(
            new Refusal(
                Refusal.Code.NODES_BUSY,
                "newton",
                "Ident",
                "transaction t.2 is about to change it",
                null));
  }

  @ParameterizedTest
  @EnumSource(
      value = Part.State.class,
      names = {"COMMITTED", "ACTIVE"},
      mode = EnumSource.Mode.EXCLUDE)
  void whatIsUndecidedOrOverIsNotChanged(Part.State state) {
    var refusal = atNine.against(CANCEL, new Standing(state, "t.2")).orElseThrow();
    assertThat(refusal.code()).isEqualTo(Refusal.Code.GIVEN_UP);
    assertThat(refusal.reason()).isEqualTo("there is nothing to cancel: it is " + state);
  }

  @ParameterizedTest
  @EnumSource(Part.State.class)
  void ofWhatFailedOrIsOverNothingIsLeftToCancel(Part.State state) {
    var over = List.of(Part.State.CANCELLED, Part.State.FAILED);
    assertThat(new Standing(state, "t.2").isGone()).isEqualTo(over.contains(state));
    assertThat(new Standing(state, null).isGone())
        .isEqualTo(over.contains(state) || state == Part.State.ENDED);
  }

  @Test
  void whatHasBegunKeepsItsStart() {
    var hour = Ask.minutes(0, 60);
    assertThat(atNine.against(hour, Ask.minutes(0, 90))).isEmpty();
    assertThat(atNine.against(hour, Ask.minutes(1, 60)).orElseThrow().reason())
        .isEqualTo("it began at 2026-12-01T21:00:00Z, and that stays");
    assertThat(before.against(hour, Ask.minutes(1, 60))).isEmpty();
  }

  /** Half open: what ends now has ended. */
  @Test
  void nothingIsBookedIntoThePast() {
    assertThat(before.against(Ask.minutes(-60, 0))).isEmpty();
    assertThat(atNine.against(Ask.minutes(-60, 0)).orElseThrow().field()).isEqualTo("EndTime");
  }

  @Test
  void whatIsStillBeingToldIsWaitedForUnlessThatGoesWrong() {
    assertThatThrownBy(() -> atNine.stillTold(null)).isInstanceOf(SchedulerUnreachable.class);
    assertThat(atNine.stillTold("the disk is full").reason())
        .isEqualTo("newton is still told of its last modification: the disk is full");
  }
}

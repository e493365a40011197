package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.bar.coallocation.OneBooking.COMMIT;
import static org.touchpaper.bar.coallocation.OneBooking.END;
import static org.touchpaper.bar.coallocation.OneBooking.GONE;
import static org.touchpaper.bar.coallocation.OneBooking.LATER;
import static org.touchpaper.bar.coallocation.OneBooking.MADE;
import static org.touchpaper.bar.coallocation.OneBooking.NODES;
import static org.touchpaper.bar.coallocation.OneBooking.PATH;
import static org.touchpaper.bar.coallocation.OneBooking.START;
import static org.touchpaper.bar.coallocation.OneBooking.heard;
import static org.touchpaper.bar.coallocation.OneBooking.nodes;
import static org.touchpaper.bar.coallocation.OneBooking.request;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.bar.reservation.Phase;

/** What a resource manager has agreed to, and knows nothing of: its database was put back. */
class DisownedTest {

  private final CoAllocation booking = OneBooking.undecided();

  @BeforeEach
  void itIsBooked() {
    booking.learn(COMMIT, MADE);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMMITTED", "ACTIVE"})
  void nodesThatNobodyKeepsHaveFailed(Phase state) {
    booking.hear(Map.of(NODES, heard(state, "slow")), START);
    var before = booking.state();
    assertThat(booking.hear(Map.of(NODES, GONE), START)).isTrue();
    booking.hear(Map.of(NODES, GONE), START.plusSeconds(59));
    assertThat(booking.state()).as("it may be a slip").isEqualTo(before);
    assertThat(booking.problem()).contains(GONE.why());
    assertThat(booking.hear(Map.of(NODES, GONE), LATER)).isTrue();
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
    assertThat(booking.reason()).contains(GONE.why());
    assertThat(nodes(booking).trouble()).contains(GONE.why());
    assertThat(nodes(booking).released()).as("that is not known").isFalse();
    assertThat(booking.hear(Map.of(NODES, GONE), LATER)).as("twice").isFalse();
    assertThat(booking.cancelRefusal(START)).as("the lightpath is left").isEmpty();
  }

  /** Others may have them before: nobody is to find out only at the start. */
  @Test
  void thatIsSaidWithinAMinute() {
    booking.hear(Map.of(NODES, GONE), MADE);
    assertThat(booking.problem()).contains(GONE.why());
    assertThat(booking.dueAt()).contains(MADE.plusSeconds(60));
    booking.hear(Map.of(NODES, GONE), MADE.plusSeconds(60));
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
  }

  /** Ten thousand bookings may wait for somebody to put the right database back. */
  @Test
  void beforeTheStartWhatFailedIsAskedAboutMoreAndMoreSeldom() {
    booking.hear(Map.of(NODES, GONE), MADE);
    var at = MADE.plusSeconds(60);
    booking.hear(Map.of(NODES, GONE), at);
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
    assertThat(booking.dueAt()).contains(at.plusSeconds(60));
    var looks = 0;
    while (at.isBefore(START)) {
      at = booking.dueAt().orElseThrow();
      booking.hear(Map.of(NODES, GONE), at);
      looks++;
    }
    assertThat(looks).isBetween(5, 15);
    assertThat(at).as("and at the start").isEqualTo(START);
    booking.hear(Map.of(NODES, GONE), START);
    assertThat(booking.dueAt().orElseThrow()).isBefore(START.plusSeconds(16));
  }

  @ParameterizedTest
  @EnumSource(names = {"COMMITTED", "ACTIVE"})
  void aLightpathIsAsItsSegmentsHaveIt(Phase state) {
    booking.hear(Map.of(PATH, heard(state, null), NODES, heard(Phase.ACTIVE, null)), START);
    var before = booking.state();
    assertThat(booking.hear(Map.of(PATH, GONE), START)).isTrue();
    assertThat(booking.state()).isEqualTo(before);
    assertThat(booking.problem()).contains(GONE.why());
    booking.hear(Map.of(PATH, heard(state, null)), START.plusSeconds(1));
    assertThat(booking.problem()).isEmpty();
  }

  /** It was over, or no more, whoever knows of it; and why it failed stays why. */
  @ParameterizedTest
  @EnumSource(names = {"FAILED", "CANCELLED", "ENDED"})
  void whatWasNoMoreIsWhatItWas(Phase state) {
    booking.hear(Map.of(NODES, new Harc.Heard(state, "DENY", false)), START);
    booking.hear(Map.of(NODES, GONE), START);
    assertThat(nodes(booking).state()).isEqualTo(state);
    assertThat(nodes(booking).trouble()).contains("DENY");
  }

  /** Long after the end it is forgotten by right. */
  @Test
  void afterItsEndNothingFailsOfItAndNobodyIsAskedForEver() {
    booking.hear(Map.of(PATH, new Harc.Heard(Phase.ENDED, null, true), NODES, GONE), END);
    assertThat(booking.state()).isEqualTo(Phase.ENDED);
    assertThat(booking.parts()).noneMatch(part -> part.standing().state() == Phase.FAILED);
    assertThat(booking.dueAt()).isPresent();
    booking.hear(Map.of(NODES, GONE), END.plus(Duration.ofHours(2)));
    assertThat(booking.dueAt()).isEmpty();
    assertThat(booking.isReleased()).isFalse();
  }

  @Test
  void whatNobodyKnowsOfNeedsNoCancelling() {
    booking.hear(Map.of(PATH, new Harc.Heard(Phase.FAILED, "cut", true), NODES, GONE), START);
    booking.hear(Map.of(NODES, GONE), LATER);
    assertThat(booking.cancelRefusal(START)).as("rm-network agrees to that").isEmpty();
    booking.hear(Map.of(PATH, GONE), START);
    assertThat(booking.cancelRefusal(START))
        .contains("it has failed, and nobody knows of it who could cancel it");
  }

  /** Such as with the right database again. */
  @Test
  void whatIsKnownAgainIsAsItIsSaidToBeAndIsCancelledAsAnyOther() {
    booking.hear(Map.of(PATH, heard(Phase.ACTIVE, null), NODES, GONE), START);
    booking.hear(Map.of(NODES, GONE), LATER);
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
    var texts = new Texts.PartsText();
    var text = texts.convertToDatabaseColumn(booking.parts());
    assertThat(texts.convertToEntityAttribute(text)).isEqualTo(booking.parts());
    booking.hear(Map.of(NODES, heard(Phase.ACTIVE, null)), LATER.plusSeconds(1));
    assertThat(booking.state()).isEqualTo(Phase.ACTIVE);
    assertThat(booking.reason()).isEmpty();
    assertThat(booking.problem()).isEmpty();
    assertThat(new Parts(booking.parts()).toCancel().all()).hasSize(2);
    booking.cancel(request(2), LATER.plusSeconds(2));
    booking.learn(COMMIT, LATER.plusSeconds(2));
    assertThat(booking.state()).isEqualTo(Phase.CANCELLED);
  }

  @Test
  void whyAnotherPartFailedIsToldThoughThatIsTroubleNoMore() {
    booking.hear(Map.of(PATH, heard(Phase.FAILED, "cut"), NODES, GONE), START);
    booking.hear(Map.of(PATH, heard(Phase.FAILED, null), NODES, GONE), LATER);
    assertThat(nodes(booking).state()).isEqualTo(Phase.FAILED);
    booking.hear(Map.of(NODES, heard(Phase.ACTIVE, null)), LATER.plusSeconds(1));
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
    assertThat(booking.reason()).contains("cut");
  }

  @Test
  void whatIsKnownAgainIsNotWhyTheRestFailed() {
    booking.hear(Map.of(NODES, GONE), START);
    booking.hear(Map.of(NODES, GONE), LATER);
    assertThat(booking.reason()).contains(GONE.why());
    booking.hear(Map.of(PATH, heard(Phase.FAILED, "cut")), LATER);
    booking.hear(Map.of(NODES, heard(Phase.ACTIVE, null)), LATER.plusSeconds(1));
    assertThat(booking.reason()).contains("cut");
  }

  /** A cancel that was refused is not why it failed. */
  @Test
  void whatIsNotCancelledFailedForWhatItHadFailedOf() {
    booking.hear(Map.of(PATH, heard(Phase.FAILED, "cut")), START);
    booking.cancel(request(2), START);
    booking.learn(OneBooking.ABORT, START);
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
    assertThat(booking.reason()).contains("cut");
    assertThat(booking.refusals()).isEmpty();
    assertThat(booking.objections()).isEqualTo(OneBooking.WHY);
  }

  /** The copy is from before a change: it holds what was made first. */
  @Test
  void whatIsKnownAsItWasMadeIsCancelledWithTheRest() {
    var unchanged = new Harc.Disowned(GONE.why(), true);
    booking.hear(Map.of(PATH, GONE, NODES, unchanged), START);
    booking.hear(Map.of(PATH, GONE, NODES, unchanged), LATER);
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
    assertThat(new Parts(booking.parts()).toCancel().all()).hasSize(2);
    assertThat(booking.cancelRefusal(LATER)).isEmpty();
  }

  @Test
  void whoIsAwayAfterwardsHasNotBeenHeardToKnowIt() {
    booking.hear(Map.of(NODES, GONE), START);
    booking.hear(Map.of(NODES, new Harc.Silent("it does not answer")), START);
    assertThat(nodes(booking).trouble()).contains(GONE.why());
  }

  /** It is not said for a minute by who says it twice within an hour. */
  @Test
  void whatWasNotSaidMeanwhileHasNotLasted() {
    booking.hear(Map.of(NODES, GONE), START);
    booking.hear(Map.of(NODES, new Harc.Silent("it does not answer")), START.plusSeconds(2));
    booking.hear(Map.of(NODES, GONE), LATER);
    assertThat(nodes(booking).state()).isEqualTo(Phase.COMMITTED);
    booking.hear(Map.of(NODES, GONE), LATER.plusSeconds(59));
    assertThat(nodes(booking).state()).isEqualTo(Phase.COMMITTED);
    booking.hear(Map.of(NODES, GONE), LATER.plusSeconds(60));
    assertThat(nodes(booking).state()).isEqualTo(Phase.FAILED);
    booking.hear(Map.of(NODES, new Harc.Silent("it does not answer")), LATER.plusSeconds(61));
    booking.hear(Map.of(NODES, heard(Phase.ACTIVE, null)), LATER.plusSeconds(62));
    assertThat(nodes(booking).state())
        .as("as if it had been heard all the time")
        .isEqualTo(Phase.ACTIVE);
  }
}

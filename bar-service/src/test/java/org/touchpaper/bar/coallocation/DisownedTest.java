package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.bar.coallocation.OneBooking.COMMIT;
import static org.touchpaper.bar.coallocation.OneBooking.END;
import static org.touchpaper.bar.coallocation.OneBooking.MADE;
import static org.touchpaper.bar.coallocation.OneBooking.NODES;
import static org.touchpaper.bar.coallocation.OneBooking.PATH;
import static org.touchpaper.bar.coallocation.OneBooking.START;
import static org.touchpaper.bar.coallocation.OneBooking.heard;
import static org.touchpaper.bar.coallocation.OneBooking.request;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.bar.reservation.Phase;

/** What a resource manager has agreed to, and knows nothing of: its database was put back. */
class DisownedTest {

  private static final Harc.Disowned GONE = new Harc.Disowned("rm-newton knows nothing of it");

  private static final Instant LATER = START.plusSeconds(60);

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
    assertThat(nodes().trouble()).contains(GONE.why());
    assertThat(nodes().released()).as("that is not known").isFalse();
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
    assertThat(nodes().state()).isEqualTo(state);
    assertThat(nodes().trouble()).contains("DENY");
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
    assertThat(nodes().state()).isEqualTo(Phase.FAILED);
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

  @Test
  void whatIsDisownedStaysCancelledAndIsAskedAboutUntilItsEnd() {
    theRestIsCancelled();
    var gone = new Harc.Heard(Phase.CANCELLED, null, true);
    assertThat(booking.hear(Map.of(PATH, gone, NODES, GONE), LATER)).isTrue();
    assertThat(booking.hear(Map.of(PATH, gone, NODES, GONE), LATER.plusSeconds(1))).isFalse();
    assertThat(booking.state()).isEqualTo(Phase.CANCELLED);
    assertThat(nodes().state()).isEqualTo(Phase.FAILED);
    assertThat(booking.dueAt()).isPresent();
    booking.hear(Map.of(PATH, gone, NODES, GONE), END.plus(Duration.ofHours(2)));
    assertThat(booking.dueAt()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMMITTED", "ACTIVE", "ENDED", "CANCELLED", "FAILED"})
  void whatWasNotCancelledWithTheRestIsLeftToBeCancelledIfItGoesOn(Phase state) {
    theRestIsCancelled();
    var isLeft = state == Phase.COMMITTED || state == Phase.ACTIVE;
    assertThat(booking.hear(Map.of(NODES, heard(state, null)), LATER)).isTrue();
    assertThat(nodes().state()).isEqualTo(state);
    assertThat(booking.state()).isEqualTo(isLeft ? Phase.FAILED : Phase.CANCELLED);
    assertThat(booking.cancelRefusal(LATER).isEmpty()).isEqualTo(isLeft);
    assertThat(booking.hear(Map.of(NODES, heard(state, null)), END.minusSeconds(1))).isFalse();
  }

  /** What was cancelled never goes on again, however often its nodes come and go. */
  @Test
  void whatWasNotCancelledIsLeftToBeCancelledEachTimeItIsKnownAgain() {
    theRestIsCancelled();
    booking.hear(Map.of(NODES, heard(Phase.ACTIVE, null)), LATER);
    booking.hear(Map.of(NODES, GONE), LATER.plusSeconds(1));
    booking.hear(Map.of(NODES, GONE), LATER.plusSeconds(61));
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
    assertThat(booking.hear(Map.of(NODES, heard(Phase.ACTIVE, null)), LATER.plusSeconds(62)))
        .isTrue();
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
    assertThat(booking.reason().orElseThrow()).contains("Cancel this booking once more");
    booking.cancel(request(3), LATER.plusSeconds(63));
    booking.learn(COMMIT, LATER.plusSeconds(63));
    assertThat(booking.state()).isEqualTo(Phase.CANCELLED);
  }

  @Test
  void whatComesBackOneAfterTheOtherIsLeftToBeCancelledToo() {
    var more = UUID.randomUUID();
    var draft = OneBooking.draft(1);
    var parts = new ArrayList<>(draft.parts());
    var by = OneBooking.booked(1);
    parts.add(new Part.Compute(more, "rm-hooke", "hooke", 2, by, Standing.UNDECIDED));
    var three =
        OneBooking.undecided(new Draft(draft.schedule(), List.copyOf(parts), draft.request()));
    three.learn(COMMIT, MADE);
    three.hear(Map.of(NODES, GONE, more, GONE), START);
    three.hear(Map.of(NODES, GONE, more, GONE), LATER);
    three.cancel(request(2), LATER);
    three.learn(COMMIT, LATER);
    three.hear(Map.of(NODES, heard(Phase.ACTIVE, null), more, GONE), LATER);
    assertThat(three.state()).isEqualTo(Phase.FAILED);
    assertThat(three.reason().orElseThrow()).contains("4 nodes of newton by rm-newton");
    three.hear(Map.of(more, heard(Phase.ACTIVE, null)), LATER.plusSeconds(1));
    assertThat(three.state()).as("the lightpath is cancelled").isEqualTo(Phase.FAILED);
    assertThat(three.reason().orElseThrow())
        .contains("4 nodes of newton by rm-newton; 2 nodes of hooke by rm-hooke");
  }

  /** Nothing of it was called cancelled, for all of it had failed. */
  @Test
  void whatIsLeftIsToldThoughTheRestHadFailed() {
    booking.hear(Map.of(PATH, heard(Phase.FAILED, "cut"), NODES, GONE), START);
    theRestIsCancelled();
    booking.hear(Map.of(NODES, heard(Phase.ACTIVE, null)), LATER);
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
    assertThat(booking.reason().orElseThrow()).contains("Cancel this booking once more");
  }

  /**
   * The second cancel may be known to all but our books: they were put back, or it was on its way.
   */
  @Test
  void whatIsLeftAndThenHeardToBeCancelledIsCancelled() {
    theRestIsCancelled();
    booking.hear(Map.of(NODES, heard(Phase.ACTIVE, null)), LATER);
    booking.hear(Map.of(NODES, heard(Phase.CANCELLED, null)), LATER.plusSeconds(1));
    assertThat(booking.state()).isEqualTo(Phase.CANCELLED);
    assertThat(booking.reason()).isEmpty();
  }

  /** Our books were put back from before the cancel. */
  @Test
  void whatSomebodyElseCancelledGoesOnNeverAgain() {
    booking.hear(Map.of(NODES, GONE), START);
    booking.hear(Map.of(NODES, GONE), LATER);
    booking.hear(Map.of(PATH, heard(Phase.CANCELLED, null), NODES, GONE), LATER);
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
    booking.hear(Map.of(NODES, heard(Phase.ACTIVE, null)), LATER);
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
    assertThat(booking.reason().orElseThrow()).contains("Cancel this booking once more");
  }

  /** It knew of them again when it agreed, and may hear a little later what was decided. */
  @Test
  void whoAgreedIsNotTakenAtItsWordBeforeItHeardOfTheDecision() {
    booking.hear(Map.of(PATH, GONE, NODES, GONE), START);
    booking.cancel(request(2), START);
    booking.learn(COMMIT, START);
    var notYet = heard(Phase.ACTIVE, null);
    booking.hear(Map.of(PATH, notYet, NODES, notYet), START);
    assertThat(booking.state()).isEqualTo(Phase.CANCELLED);
  }

  @Test
  void whyAPartHadFailedIsToldOnceTheRestIsCancelledAtLast() {
    booking.hear(Map.of(PATH, heard(Phase.FAILED, "cut")), START);
    theRestIsCancelled();
    booking.hear(Map.of(PATH, heard(Phase.FAILED, "cut"), NODES, heard(Phase.ACTIVE, null)), LATER);
    booking.cancel(request(3), LATER);
    booking.learn(COMMIT, LATER);
    assertThat(booking.state()).isEqualTo(Phase.CANCELLED);
    assertThat(booking.reason()).contains("cut");
  }

  /** Who is away and has nothing of it left keeps nobody from cancelling the rest. */
  @Test
  void whatIsReleasedIsCancelledOnce() {
    theRestIsCancelled();
    booking.hear(Map.of(PATH, new Harc.Heard(Phase.CANCELLED, null, true)), LATER);
    booking.hear(Map.of(NODES, heard(Phase.ACTIVE, null)), LATER);
    assertThat(new Parts(booking.parts()).toCancel().all())
        .extracting(Part::ident)
        .containsExactly(NODES);
    booking.hear(Map.of(NODES, GONE), LATER);
    booking.hear(Map.of(NODES, GONE), LATER.plusSeconds(60));
    assertThat(booking.cancelRefusal(LATER))
        .contains("it has failed, and nobody knows of it who could cancel it");
  }

  /** The right database has the change, and not the cancel. */
  @Test
  void whatWasCancelledAsItWasBeforeAChangeIsLeftIfTheChangedGoesOn() {
    var unchanged = new Harc.Disowned(GONE.why(), true);
    booking.hear(Map.of(NODES, unchanged), START);
    booking.hear(Map.of(NODES, unchanged), LATER);
    booking.cancel(request(2), LATER);
    booking.learn(COMMIT, LATER);
    assertThat(nodes().state()).as("rm-newton agreed").isEqualTo(Phase.CANCELLED);
    booking.hear(Map.of(NODES, unchanged), LATER);
    assertThat(booking.state()).isEqualTo(Phase.CANCELLED);
    booking.hear(Map.of(NODES, heard(Phase.ACTIVE, null)), LATER.plusSeconds(1));
    assertThat(nodes().state()).isEqualTo(Phase.ACTIVE);
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
    booking.cancel(request(3), LATER.plusSeconds(2));
    booking.learn(COMMIT, LATER.plusSeconds(2));
    assertThat(nodes().state()).isEqualTo(Phase.CANCELLED);
    assertThat(booking.state()).isEqualTo(Phase.CANCELLED);
  }

  /** Another cancel asks nobody about it, and settles nothing of it. */
  @Test
  void whatMayBeLeftMayBeSoAfterTheRestWasCancelledOnceMore() {
    booking.hear(Map.of(PATH, GONE, NODES, GONE), START);
    booking.hear(Map.of(PATH, GONE, NODES, GONE), LATER);
    booking.cancel(request(2), LATER);
    booking.learn(COMMIT, LATER);
    booking.hear(Map.of(PATH, GONE, NODES, heard(Phase.ACTIVE, null)), LATER);
    booking.cancel(request(3), LATER);
    booking.learn(COMMIT, LATER);
    assertThat(booking.state()).isEqualTo(Phase.CANCELLED);
    booking.hear(Map.of(PATH, heard(Phase.ACTIVE, null)), LATER);
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
    assertThat(booking.reason().orElseThrow()).contains("300 Mbit/s a to b by rm-network");
  }

  /** Nothing could be done about it. */
  @Test
  void whatIsKnownAgainAfterTheEndWasCancelled() {
    theRestIsCancelled();
    booking.hear(Map.of(NODES, heard(Phase.COMMITTED, null)), END);
    assertThat(booking.state()).isEqualTo(Phase.CANCELLED);
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
    assertThat(nodes().trouble()).contains(GONE.why());
  }

  /** It is not said for a minute by who says it twice within an hour. */
  @Test
  void whatWasNotSaidMeanwhileHasNotLasted() {
    booking.hear(Map.of(NODES, GONE), START);
    booking.hear(Map.of(NODES, new Harc.Silent("it does not answer")), START.plusSeconds(2));
    booking.hear(Map.of(NODES, GONE), LATER);
    assertThat(nodes().state()).isEqualTo(Phase.COMMITTED);
    booking.hear(Map.of(NODES, GONE), LATER.plusSeconds(59));
    assertThat(nodes().state()).isEqualTo(Phase.COMMITTED);
    booking.hear(Map.of(NODES, GONE), LATER.plusSeconds(60));
    assertThat(nodes().state()).isEqualTo(Phase.FAILED);
    booking.hear(Map.of(NODES, new Harc.Silent("it does not answer")), LATER.plusSeconds(61));
    booking.hear(Map.of(NODES, heard(Phase.ACTIVE, null)), LATER.plusSeconds(62));
    assertThat(nodes().state()).as("as if it had been heard all the time").isEqualTo(Phase.ACTIVE);
  }

  /** Its nodes have failed, and nobody could be asked to cancel them. */
  private void theRestIsCancelled() {
    booking.hear(Map.of(NODES, GONE), START);
    booking.hear(Map.of(NODES, GONE), LATER);
    booking.cancel(request(2), LATER);
    booking.learn(COMMIT, LATER);
  }

  private Standing nodes() {
    return booking.parts().getLast().standing();
  }
}

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.bar.reservation.Phase;

/**
 * What was cancelled without who knew nothing of it: whatever of it is known again later goes on,
 * and is left to be cancelled once more.
 */
class KnownAgainTest {

  private final CoAllocation booking = OneBooking.undecided();

  @BeforeEach
  void itIsBooked() {
    booking.learn(COMMIT, MADE);
  }

  @Test
  void whatIsDisownedStaysCancelledAndIsAskedAboutUntilItsEnd() {
    theRestIsCancelled();
    var gone = new Harc.Heard(Phase.CANCELLED, null, true);
    assertThat(booking.hear(Map.of(PATH, gone, NODES, GONE), LATER)).isTrue();
    assertThat(booking.hear(Map.of(PATH, gone, NODES, GONE), LATER.plusSeconds(1))).isFalse();
    assertThat(booking.state()).isEqualTo(Phase.CANCELLED);
    assertThat(nodes(booking).state()).isEqualTo(Phase.FAILED);
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
    assertThat(nodes(booking).state()).isEqualTo(state);
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
    assertThat(nodes(booking).state()).as("rm-newton agreed").isEqualTo(Phase.CANCELLED);
    booking.hear(Map.of(NODES, unchanged), LATER);
    assertThat(booking.state()).isEqualTo(Phase.CANCELLED);
    booking.hear(Map.of(NODES, heard(Phase.ACTIVE, null)), LATER.plusSeconds(1));
    assertThat(nodes(booking).state()).isEqualTo(Phase.ACTIVE);
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
    booking.cancel(request(3), LATER.plusSeconds(2));
    booking.learn(COMMIT, LATER.plusSeconds(2));
    assertThat(nodes(booking).state()).isEqualTo(Phase.CANCELLED);
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

  /** Its nodes have failed, and nobody could be asked to cancel them. */
  private void theRestIsCancelled() {
    booking.hear(Map.of(NODES, GONE), START);
    booking.hear(Map.of(NODES, GONE), LATER);
    booking.cancel(request(2), LATER);
    booking.learn(COMMIT, LATER);
  }
}

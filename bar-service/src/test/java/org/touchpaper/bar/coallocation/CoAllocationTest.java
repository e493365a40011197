package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.bar.coallocation.OneBooking.ABORT;
import static org.touchpaper.bar.coallocation.OneBooking.COMMIT;
import static org.touchpaper.bar.coallocation.OneBooking.END;
import static org.touchpaper.bar.coallocation.OneBooking.MADE;
import static org.touchpaper.bar.coallocation.OneBooking.NODES;
import static org.touchpaper.bar.coallocation.OneBooking.NOT_STARTED;
import static org.touchpaper.bar.coallocation.OneBooking.PATH;
import static org.touchpaper.bar.coallocation.OneBooking.START;
import static org.touchpaper.bar.coallocation.OneBooking.UNDECIDED;
import static org.touchpaper.bar.coallocation.OneBooking.WHY;
import static org.touchpaper.bar.coallocation.OneBooking.draft;
import static org.touchpaper.bar.coallocation.OneBooking.heard;
import static org.touchpaper.bar.coallocation.OneBooking.request;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.segment.connection.Schedule;

/** A booking learns what the acceptors decide, and is made, changed or given up one by one. */
class CoAllocationTest {

  private final CoAllocation booking = OneBooking.undecided();

  @Test
  void itBeginsUndecidedAndIsLookedAtOnceItsCallHasGivenUp() {
    assertThat(booking.state()).isEqualTo(Phase.UNDECIDED);
    assertThat(booking.dueAt()).contains(MADE.plusSeconds(10));
    assertThat(booking.cancelRefusal(MADE)).isPresent();
    assertThat(booking.words()).isEqualTo("300 Mbit/s a to b, 4 nodes of newton");
  }

  @ParameterizedTest
  @CsvSource({
    "COMMIT, COMMITTED",
    "ABORT, REFUSED",
    "NOT_STARTED, REFUSED",
    "UNDECIDED, UNDECIDED"
  })
  void whatTheAcceptorsSayOfItsMakingIsWhatItIs(String answer, Phase then) {
    assertThat(booking.learn(answer(answer), MADE)).isEqualTo(then != Phase.UNDECIDED);
    assertThat(booking.state()).isEqualTo(then);
    assertThat(booking.parts()).allMatch(part -> part.standing().state() == then);
  }

  private static Harc.Answer answer(String name) {
    return switch (name) {
      case "COMMIT" -> COMMIT;
      case "ABORT" -> ABORT;
      case "NOT_STARTED" -> NOT_STARTED;
      case "UNDECIDED" -> UNDECIDED;
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** As of a booking that was made, and then told to be cancelled. */
  @ParameterizedTest
  @CsvSource({
    "COMMIT, CANCELLED",
    "ABORT, COMMITTED",
    "NOT_STARTED, COMMITTED",
    "UNDECIDED, COMMITTED"
  })
  void whatTheAcceptorsSayOfItsCancellingIsWhatBecomesOfIt(String answer, Phase then) {
    booking.learn(COMMIT, MADE);
    booking.cancel(request(2), MADE);
    assertThat(booking.isBeingCancelled()).isTrue();
    booking.learn(answer(answer), MADE);
    assertThat(booking.state()).isEqualTo(then);
    assertThat(booking.reason()).isEmpty();
    assertThat(booking.refusals()).isEmpty();
    assertThat(booking.isBeingCancelled()).isEqualTo(answer.equals("UNDECIDED"));
    assertThat(booking.parts()).allMatch(part -> part.booked().by() == 1);
  }

  /** What was asked for before may have begun, though nobody can be reached who knows. */
  @Test
  void whatWasAskedForTwiceIsNotTakenForNotStarted() {
    booking.ask();
    booking.learn(UNDECIDED, MADE);
    booking.ask();
    assertThat(booking.problem()).isEmpty();
    booking.learn(new Harc.Answer.Undecided(List.of("a1 answered 421: epoch 3")), MADE);
    assertThat(booking.problem().orElseThrow()).contains("not decided", "a1 answered 421: epoch 3");
    booking.learn(UNDECIDED, MADE);
    assertThat(booking.problem()).as("nobody has anything against it any more").isEmpty();
    var refused = new Harc.Answer.NotStarted(List.of("a1 answered 421: epoch 3", "a2 is away"));
    assertThat(booking.learn(refused, MADE)).isFalse();
    assertThat(booking.state()).isEqualTo(Phase.UNDECIDED);
    assertThat(booking.problem().orElseThrow()).contains("a1 answered 421: epoch 3; a2 is away");
    assertThat(booking.dueAt()).isPresent();
    booking.learn(COMMIT, MADE);
    assertThat(booking.state()).isEqualTo(Phase.COMMITTED);
    assertThat(booking.problem()).isEmpty();
  }

  /** Acceptors that are away may be away with thousands: nobody asks every 2 s for ever. */
  @Test
  void whatNobodyDecidesIsAskedAboutMoreAndMoreSeldom() {
    var last = Duration.ZERO;
    for (var now = MADE;
        now.isBefore(MADE.plusSeconds(7200));
        now = booking.dueAt().orElseThrow()) {
      booking.learn(UNDECIDED, now);
      var pause = Duration.between(now, booking.dueAt().orElseThrow());
      assertThat(pause).isBetween(Duration.ofSeconds(2), Duration.ofMinutes(1));
      assertThat(pause).isGreaterThanOrEqualTo(last);
      last = pause;
    }
    assertThat(last).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void aDecisionIsLearntOnce() {
    booking.learn(COMMIT, MADE);
    assertThat(booking.learn(ABORT, MADE)).isFalse();
    assertThat(booking.state()).isEqualTo(Phase.COMMITTED);
    assertThat(booking.parts().get(1).standing().reference()).isEqualTo("newton001");
  }

  @Test
  void whatWasNotStartedIsMadeAgainAndOnlyThat() {
    assertThatThrownBy(() -> booking.makeAgain(draft(2), MADE))
        .isInstanceOf(IllegalStateException.class);
    booking.learn(NOT_STARTED, MADE);
    assertThat(booking.isNotStarted()).isTrue();
    assertThat(booking.reason()).isPresent();
    booking.makeAgain(draft(2), MADE);
    assertThat(booking.state()).isEqualTo(Phase.UNDECIDED);
    assertThat(booking.parts()).allMatch(part -> part.booked().by() == 2);
    assertThat(booking.isBeingCancelled()).isFalse();
    booking.learn(COMMIT, MADE);
    assertThatThrownBy(() -> booking.makeAgain(draft(3), MADE))
        .isInstanceOf(IllegalStateException.class);
  }

  /** Where the brokers and acceptors are configured apart, every booking ends so. */
  @Test
  void whyNobodyTookItUpReachesTheCaller() {
    var objection = "acceptor-1 is an acceptor from epoch 2 on";
    booking.learn(new Harc.Answer.NotStarted(List.of(objection, "acceptor-2 likewise")), MADE);
    assertThat(booking.isNotStarted()).isTrue();
    assertThat(booking.reason().orElse(""))
        .contains("nothing was sent: " + objection + "; acceptor-2 likewise");
  }

  /** Only a try that was sent and refused says something about its time. */
  @Test
  void whatLostARaceMayBeTriedAgainAfterAPauseAndKnowsWhenItWas() {
    booking.learn(NOT_STARTED, MADE);
    booking.makeAgain(draft(2), MADE);
    assertThat(booking.lose(WHY, MADE.plusSeconds(1))).isTrue();
    assertThat(booking.state()).isEqualTo(Phase.UNDECIDED);
    assertThat(booking.isLost()).isTrue();
    assertThat(booking.isDue(MADE)).isFalse();
    assertThat(booking.isDue(MADE.plusSeconds(1))).isTrue();
    assertThat(booking.cancelRefusal(MADE)).isPresent();
    assertThat(booking.lose(WHY, MADE)).isFalse();
    booking.makeAgain(draft(3), MADE);
    assertThat(booking.isLost()).isFalse();
    assertThat(booking.refusals()).isEmpty();
    assertThat(booking.placement().triedWithTheLast()).hasSize(2);
    booking.learn(COMMIT, MADE);
    assertThat(booking.parts()).allMatch(part -> part.booked().by() == 3);
  }

  @Test
  void whatLostItsLastRaceIsRefusedForThatReason() {
    assertThatThrownBy(() -> booking.refuse(List.of())).isInstanceOf(IllegalStateException.class);
    booking.lose(WHY, MADE);
    assertThat(booking.refusals()).isEmpty();
    booking.refuse(List.of(new Schedule(END, END.plusSeconds(3600))));
    assertThat(booking.state()).isEqualTo(Phase.REFUSED);
    assertThat(booking.reason()).contains("busy");
    assertThat(booking.refusals()).isEqualTo(WHY);
    assertThat(booking.alternatives()).hasSize(1);
    assertThat(booking.dueAt()).isEmpty();
    assertThatThrownBy(() -> booking.makeAgain(draft(2), MADE))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theNextTransactionFollowsADecidedOneByOne() {
    assertThatThrownBy(() -> booking.cancel(request(2), MADE))
        .isInstanceOf(IllegalStateException.class);
    booking.learn(COMMIT, MADE);
    assertThatThrownBy(() -> booking.cancel(request(3), MADE))
        .isInstanceOf(IllegalArgumentException.class);
    booking.cancel(request(2), MADE);
    assertThatThrownBy(() -> booking.cancel(request(3), MADE))
        .isInstanceOf(IllegalStateException.class);
    booking.learn(NOT_STARTED, MADE);
    booking.cancel(request(3), MADE);
    booking.learn(COMMIT, MADE);
    assertThat(booking.state()).isEqualTo(Phase.CANCELLED);
    assertThatThrownBy(() -> booking.cancel(request(4), MADE))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @EnumSource(Phase.class)
  void afterItsEndNothingCanBeCancelled(Phase state) {
    bring(state);
    assertThat(booking.state()).isEqualTo(state);
    assertThat(booking.cancelRefusal(END)).isPresent();
    var before = booking.cancelRefusal(START);
    var held = EnumSet.of(Phase.COMMITTED, Phase.ACTIVE, Phase.FAILED);
    assertThat(before.isEmpty()).isEqualTo(held.contains(state));
  }

  /** An officer cut the path: the nodes are no use any more. */
  @Test
  void whatIsLeftOfAFailedOneCanBeGivenUp() {
    booking.learn(COMMIT, MADE);
    booking.hear(
        Map.of(
            PATH,
            new Harc.Heard(Phase.FAILED, "cut by officer", true),
            NODES,
            heard(Phase.ACTIVE, null)),
        START);
    booking.cancel(request(2), START);
    booking.learn(COMMIT, START);
    assertThat(booking.state()).isEqualTo(Phase.CANCELLED);
    assertThat(booking.reason()).contains("cut by officer");
    assertThat(booking.parts())
        .extracting(part -> part.standing().state())
        .containsExactly(Phase.FAILED, Phase.CANCELLED);
  }

  @Test
  void whatFailedAndIsGoneNeedsNoCancelling() {
    booking.learn(COMMIT, MADE);
    var gone = new Harc.Heard(Phase.FAILED, "taken away", true);
    booking.hear(Map.of(PATH, gone, NODES, gone), START);
    assertThat(booking.cancelRefusal(START)).contains("it has failed, and nothing of it is left");
  }

  private void bring(Phase to) {
    switch (to) {
      case UNDECIDED -> {}
      case REFUSED -> booking.learn(ABORT, MADE);
      case COMMITTED -> booking.learn(COMMIT, MADE);
      case CANCELLED -> {
        booking.learn(COMMIT, MADE);
        booking.cancel(request(2), MADE);
        booking.learn(COMMIT, MADE);
      }
      case ACTIVE, ENDED, FAILED -> {
        booking.learn(COMMIT, MADE);
        booking.hear(Map.of(PATH, heard(to, null), NODES, heard(to, null)), START);
      }
    }
  }
}

package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.ActionXml;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/** A booking learns what the acceptors decide and hears how its parts stand, and nothing else. */
class CoAllocationTest {

  private static final UUID ID = UUID.fromString("019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10");
  private static final UUID PATH = UUID.randomUUID();
  private static final UUID NODES = UUID.randomUUID();
  private static final Instant MADE = Instant.parse("2026-12-01T20:00:00Z");
  private static final Instant START = MADE.plusSeconds(3600);
  private static final Instant END = START.plusSeconds(3600);

  private static final Harc.Answer COMMIT =
      new Harc.Answer.Commit(Map.of(NODES, new Harc.Held("newton001", List.of("newton001"))));
  private static final Harc.Answer UNDECIDED = new Harc.Answer.Undecided();
  private static final Harc.Answer NOT_STARTED = new Harc.Answer.NotStarted();
  private static final List<Refusal> WHY =
      List.of(new Refusal(Refusal.Code.NODES_BUSY, "newton", "nodes", "busy", null));
  private static final Harc.Answer ABORT = new Harc.Answer.Abort(WHY);

  private final CoAllocation booking =
      new CoAllocation(
          ID,
          new Asked(
              new Person("anne", "ucl", List.of(), "scientist"), "a run", MADE, "k-1", "digest"),
          new When.Fixed(START, END).stretch(MADE),
          draft(1));

  private static Draft draft(int number) {
    return new Draft(
        new Schedule(START, END),
        List.of(
            new Part.Lightpath(
                PATH, "rm-network", "a", "b", 300, booked(number), Part.Standing.UNDECIDED),
            new Part.Compute(
                NODES, "rm-newton", "newton", 4, booked(number), Part.Standing.UNDECIDED)),
        request(number));
  }

  private static Part.Booked booked(int number) {
    return new Part.Booked(number, START);
  }

  private static Request request(int number) {
    var action = new Action.Cancel(NODES.toString());
    return Request.of(
        new TransactionId(ID + "." + number),
        List.of("a1", "a2", "a3"),
        1,
        MADE.plusSeconds(8),
        new Caller("anne", "ucl", List.of(), "scientist", ID.toString()),
        List.of(ActionXml.write("rm-newton", List.of(action))));
  }

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
    assertThat(booking.learn(NOT_STARTED, MADE)).isFalse();
    assertThat(booking.state()).isEqualTo(Phase.UNDECIDED);
    assertThat(booking.dueAt()).isPresent();
    booking.learn(COMMIT, MADE);
    assertThat(booking.state()).isEqualTo(Phase.COMMITTED);
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

  /** What the two parts say, when, and what the whole is then. */
  @ParameterizedTest
  @CsvSource({
    "COMMITTED, COMMITTED, before, COMMITTED",
    "ACTIVE,    COMMITTED, before, COMMITTED",
    "ACTIVE,    ACTIVE,    before, ACTIVE",
    "COMMITTED, ACTIVE,    during, COMMITTED",
    "ACTIVE,    ACTIVE,    during, ACTIVE",
    "FAILED,    ACTIVE,    during, FAILED",
    "ENDED,     ENDED,     during, ENDED",
    "ACTIVE,    ACTIVE,    after,  ENDED",
    "COMMITTED, ENDED,     after,  ENDED",
    "ENDED,     FAILED,    after,  FAILED",
    "ENDED,     ENDED,     after,  ENDED",
  })
  void theWholeFollowsFromItsParts(Phase path, Phase nodes, String when, Phase whole) {
    booking.learn(COMMIT, MADE);
    var now =
        switch (when) {
          case "before" -> START.minusSeconds(5);
          case "during" -> START.plusSeconds(5);
          default -> END;
        };
    booking.hear(Map.of(PATH, heard(path, null), NODES, heard(nodes, null)), now);
    assertThat(booking.state()).isEqualTo(whole);
    assertThat(booking.parts()).noneMatch(part -> !now.isBefore(END) && isActive(part));
  }

  private static boolean isActive(Part part) {
    return part.standing().state() == Phase.ACTIVE;
  }

  private static Harc.Heard heard(Phase state, @Nullable String problem) {
    return new Harc.Heard(state, problem, state == Phase.ENDED);
  }

  @Test
  void troubleIsToldWhileItLastsAndWhyItFailedForEver() {
    booking.learn(COMMIT, MADE);
    booking.hear(Map.of(PATH, heard(Phase.COMMITTED, "DENY: SROF")), START);
    assertThat(booking.problem()).contains("DENY: SROF");
    assertThat(booking.reason()).isEmpty();
    booking.hear(Map.of(PATH, heard(Phase.ACTIVE, null), NODES, heard(Phase.ACTIVE, null)), START);
    assertThat(booking.problem()).isEmpty();
    booking.hear(Map.of(PATH, heard(Phase.FAILED, "cut by officer")), START.plusSeconds(9));
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
    assertThat(booking.reason()).contains("cut by officer");
    assertThat(booking.hear(Map.of(PATH, heard(Phase.ACTIVE, null)), START.plusSeconds(10)))
        .as("trouble is over, the part stays failed")
        .isTrue();
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
  }

  @Test
  void nothingHeardIsNoNews() {
    booking.learn(COMMIT, MADE);
    assertThat(booking.hear(Map.of(), START)).isFalse();
    assertThat(booking.hear(Map.of(UUID.randomUUID(), heard(Phase.FAILED, "?")), START)).isFalse();
  }

  /** Nobody says any more what went wrong once it is over and clean. */
  @Test
  void troubleIsForgottenWhenItsPartReadsClean() {
    booking.learn(COMMIT, MADE);
    booking.hear(Map.of(PATH, heard(Phase.COMMITTED, "EDGE-UCL cannot be read")), START);
    assertThat(booking.problem()).contains("EDGE-UCL cannot be read");
    var clean = new Harc.Heard(Phase.ENDED, "EDGE-UCL cannot be read", true);
    booking.hear(Map.of(PATH, clean), END);
    assertThat(booking.problem()).isEmpty();
  }

  @Test
  void afterItsEndNoPartIsActiveThoughNobodyIsHeard() {
    booking.learn(COMMIT, MADE);
    booking.hear(Map.of(PATH, heard(Phase.ACTIVE, null), NODES, heard(Phase.ACTIVE, null)), START);
    booking.hear(Map.of(), END);
    assertThat(booking.state()).isEqualTo(Phase.ENDED);
    assertThat(booking.parts()).noneMatch(CoAllocationTest::isActive);
  }

  @ParameterizedTest
  @EnumSource(names = {"ACTIVE", "FAILED"})
  void afterItsEndNoPartIsActiveWhateverBecameOfTheOther(Phase other) {
    booking.learn(COMMIT, MADE);
    booking.hear(Map.of(PATH, heard(other, null), NODES, heard(Phase.ACTIVE, null)), START);
    booking.passEnd(END);
    assertThat(booking.passEnd(END).parts()).noneMatch(CoAllocationTest::isActive);
    assertThat(booking.state()).isEqualTo(other == Phase.FAILED ? Phase.FAILED : Phase.ENDED);
  }

  @Test
  void whatWasCancelledIsReleasedWhenItsPartsReadClean() {
    booking.learn(COMMIT, MADE);
    booking.cancel(request(2), MADE);
    booking.learn(COMMIT, MADE);
    booking.hear(Map.of(PATH, heard(Phase.ACTIVE, null)), START);
    assertThat(booking.state()).isEqualTo(Phase.CANCELLED);
    assertThat(booking.parts()).noneMatch(CoAllocationTest::isActive);
    assertThat(booking.dueAt()).isPresent();
    var clean = new Harc.Heard(Phase.CANCELLED, null, true);
    booking.hear(Map.of(PATH, clean, NODES, clean), START);
    assertThat(booking.isReleased()).isTrue();
    assertThat(booking.dueAt()).isEmpty();
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

  /** Often around its start and end, seldom between, no more once nothing can be learnt. */
  @Test
  void itIsLookedAtWhenSomethingCanBeLearnt() {
    booking.learn(COMMIT, MADE);
    assertThat(booking.dueAt()).as("half way").contains(MADE.plusSeconds(1800));
    booking.hear(Map.of(), START.minusSeconds(2));
    assertThat(booking.dueAt()).contains(START);
    booking.hear(Map.of(), START);
    assertThat(booking.dueAt()).contains(START.plus(Duration.ofMillis(200)));
    var up = Map.of(PATH, heard(Phase.ACTIVE, null), NODES, heard(Phase.ACTIVE, null));
    booking.hear(up, END.minusSeconds(1));
    assertThat(booking.dueAt()).contains(END);
    booking.hear(Map.of(), END);
    assertThat(booking.dueAt()).contains(END.plus(Duration.ofMillis(200)));
    var later = END.plus(Duration.ofHours(1)).plusMillis(1);
    booking.hear(Map.of(), later);
    assertThat(booking.dueAt()).as("not clean yet").contains(later.plus(Duration.ofHours(1)));
    var clean = new Harc.Heard(Phase.ENDED, null, true);
    booking.hear(Map.of(PATH, clean, NODES, clean), later.plus(Duration.ofHours(9)));
    assertThat(booking.dueAt()).isEmpty();
  }

  @Test
  void whatDoesNotMoveIsLookedAtLessAndLessOften() {
    booking.learn(COMMIT, MADE);
    var at = START;
    for (var look = 0; look < 380; look++) {
      booking.hear(Map.of(), at);
      at = booking.dueAt().orElseThrow();
    }
    booking.hear(Map.of(), at);
    assertThat(booking.dueAt()).contains(at.plusSeconds(15));
    booking.hear(Map.of(PATH, heard(Phase.ACTIVE, null)), at);
    assertThat(booking.dueAt()).as("after news").contains(at.plus(Duration.ofMillis(200)));
  }
}

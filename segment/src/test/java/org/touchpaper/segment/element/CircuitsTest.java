package org.touchpaper.segment.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.segment.element.Circuits.NotReached;
import org.touchpaper.segment.element.Circuits.Reached;
import org.touchpaper.segment.kit.ScriptedElement;
import org.touchpaper.segment.kit.ScriptedElement.Mood;

class CircuitsTest {

  private static final Duration IN_DOUBT_FOR = Duration.ofSeconds(5);

  private final ScriptedElement a = new ScriptedElement("A");
  private final ScriptedElement b = new ScriptedElement("B");
  private final Circuits circuits = new Circuits(Elements.of(List.of(a, b)), IN_DOUBT_FOR);
  private final Item onA = new Item("A", "CRS", "1-2", "TP-1");
  private final Item onB = new Item("B", "CRS", "3-4", "TP-1");
  private final List<Item> circuit = List.of(onA, onB);

  @Test
  void setsUpAndTakesDownEachTwice() {
    for (var time = 1; time <= 2; time++) {
      assertThat(up()).isEqualTo(new Reached(Map.of("A", "boot 0", "B", "boot 0")));
      assertThat(a.items()).containsExactly(onA);
      assertThat(b.items()).containsExactly(onB);
    }
    for (var time = 1; time <= 2; time++) {
      assertThat(down()).isEqualTo(new Reached(Map.of()));
      assertThat(a.items()).isEmpty();
      assertThat(b.items()).isEmpty();
    }
    assertThat(a.edits()).containsExactly("create CRS 1-2", "delete CRS 1-2");
  }

  @Test
  void aDenialUndoesTheOthersAndKeepsTheElementsWords() {
    b.next(Mood.DENIES);
    assertThat(notReached(up()).problem())
        .contains("CRS 3-4 on B", "SROF", "Status, Requested Operation Failed");
    assertThat(a.items()).isEmpty();
    assertThat(a.edits()).endsWith("delete CRS 1-2");
  }

  @Test
  void aDenialOfWhatIsThereAlreadyIsNoFailure() {
    b.next(Mood.DENIES_BUT_HAS);
    assertThat(up()).isInstanceOf(Reached.class);
  }

  @Test
  void aDenialBecauseSomebodyElseWasFasterIsAConflictThatNamesThem() {
    b.next(Mood.DENIES_FOR_ANOTHERS);
    assertThat(notReached(up()).problem()).contains("CRS 3-4 on B", "IEAE");
    assertThat(a.items()).isEmpty();
    assertThat(notReached(up()).problem()).contains("is held by SOMEBODY-ELSE");
    down();
    assertThat(b.items()).extracting(Item::owner).containsExactly("SOMEBODY-ELSE");
  }

  @Test
  void aCompletionIsNoProof() {
    b.next(Mood.COMPLETES_ONLY);
    assertThat(notReached(up()).problem()).contains("B does not read back as written");
    assertThat(up()).isInstanceOf(Reached.class);
    b.next(Mood.COMPLETES_ONLY);
    assertThat(notReached(down()).problem()).contains("B does not read back as written");
    assertThat(b.items()).containsExactly(onB);
    assertThat(down()).isInstanceOf(Reached.class);
  }

  /** An element may say that it did what it has only taken on. */
  @Test
  void whatWasPromisedAndIsNotThereIsLeftToSettle() {
    b.next(Mood.COMPLETES_ONLY);
    assertThat(notReached(up()).doubt()).isEqualTo(new Doubt(IN_DOUBT_FOR, false));
    assertThat(a.items()).containsExactly(onA);
    assertThat(b.edits()).containsExactly("create CRS 3-4");
  }

  @Test
  void whatWasPromisedAndIsNotThereIsSeenBesideADenialToo() {
    a.next(Mood.COMPLETES_ONLY);
    b.next(Mood.DENIES);
    var failed = notReached(up());
    assertThat(failed.problem()).contains("SROF");
    assertThat(failed.doubt()).isEqualTo(new Doubt(IN_DOUBT_FOR, false));
  }

  /** The promise was made, whatever we can see of it. */
  @ParameterizedTest
  @EnumSource(names = {"COMPLETES_AND_IS_LOST", "COMPLETES_AND_HIDES"})
  void whatWasPromisedAndCannotBeReadIsLeftToSettle(Mood mood) {
    b.next(mood);
    assertThat(notReached(up()).doubt()).isEqualTo(new Doubt(IN_DOUBT_FOR, false));
    assertThat(a.items()).containsExactly(onA);
  }

  /** The next attempt would find it as wanted, call it up, and lose it. */
  @Test
  void whatWasToBeUndoneAndIsStillThereIsLeftToSettle() {
    a.next(Mood.GOES_WELL, Mood.COMPLETES_ONLY);
    b.next(Mood.DENIES);
    assertThat(notReached(up()).doubt()).isEqualTo(new Doubt(IN_DOUBT_FOR, true));
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPLETES_ONLY", "COMPLETES_AND_IS_LOST", "COMPLETES_AND_HIDES"})
  void whatWasToBeTakenDownAndIsNotSeenToBeGoneIsLeftToSettle(Mood mood) {
    up();
    b.next(mood);
    assertThat(notReached(down()).doubt()).isEqualTo(new Doubt(IN_DOUBT_FOR, true));
    assertThat(a.items()).isEmpty();
  }

  /** An element that took half of a deletion on, and refused the rest, may yet do that half. */
  @ParameterizedTest
  @EnumSource(names = {"COMPLETES_ONLY", "COMPLETES_AND_DARKENS"})
  void whatWasTakenOutInWordsOnlyIsLeftToSettleThoughItsDeletionIsDenied(Mood mood) {
    b.wantsOutBeforeDelete();
    up();
    b.next(mood, Mood.DENIES);
    var failed = notReached(down());
    assertThat(failed.problem()).contains("delete CRS 3-4 on B (TP-1) denied: SROF");
    assertThat(failed.doubt()).isEqualTo(new Doubt(IN_DOUBT_FOR, true));
  }

  @Test
  void whatWasTakenOutAndReadsSoIsNoDoubtAndIsNotTakenOutAgain() {
    b.wantsOutBeforeDelete();
    up();
    b.next(Mood.GOES_WELL, Mood.DENIES);
    assertThat(notReached(down()).doubt()).isEqualTo(Doubt.NONE);
    assertThat(down()).isInstanceOf(Reached.class);
    assertThat(b.edits())
        .containsExactly("create CRS 3-4", "take out CRS 3-4", "delete CRS 3-4", "delete CRS 3-4");
  }

  /** What is made anew under its old name is there, and what it was is gone. */
  @Test
  void whatWasMadeAnewUnderItsNameIsNoDoubt() {
    a.put(new Item("A", "CRS", "1-2", "TP-1", Map.of("RATE", "1")));
    b.next(Mood.DENIES);
    var limited = new Item("A", "CRS", "1-2", "TP-1", Map.of("RATE", "2"));
    assertThat(notReached(circuits.bring(List.of(limited, onB), circuit)).doubt())
        .isEqualTo(Doubt.NONE);
    assertThat(a.edits()).containsExactly("delete CRS 1-2", "create CRS 1-2", "delete CRS 1-2");
  }

  /** Whoever waits for it knows that it may take away what comes in its place. */
  @Test
  void silenceAfterADeleteIsADoubtOfAnotherKind() {
    up();
    b.next(Mood.SILENT);
    assertThat(notReached(down()).doubt()).isEqualTo(new Doubt(IN_DOUBT_FOR, true));
    assertThat(a.items()).isEmpty();
  }

  @Test
  void aDenialToDeleteWhatIsGoneIsNoFailure() {
    up();
    b.next(Mood.DENIES_BUT_HAS);
    assertThat(down()).isInstanceOf(Reached.class);
    assertThat(b.items()).isEmpty();
  }

  /** The answer cannot come in another session; what was asked for in the last one can. */
  @Test
  void whatTakesEffectAfterItsSessionWasLostIsFoundAndNotSentAgain() {
    b.next(Mood.SILENT);
    assertThat(notReached(up()).doubt()).isEqualTo(new Doubt(IN_DOUBT_FOR, false));
    b.put(onB);
    assertThat(up()).isInstanceOf(Reached.class);
    assertThat(b.edits()).containsExactly("create CRS 3-4");
  }

  @Test
  void silenceIsResolvedByReading() {
    b.next(Mood.SILENT_BUT_DOES);
    assertThat(up()).isInstanceOf(Reached.class);
    assertThat(b.edits()).containsExactly("create CRS 3-4");
  }

  @Test
  void whatStaysInDoubtIsNeitherSentAgainNorUndoneButLeftToSettle() {
    b.next(Mood.SILENT);
    assertThat(notReached(up()).doubt()).isEqualTo(new Doubt(IN_DOUBT_FOR, false));
    assertThat(a.items()).containsExactly(onA);
    assertThat(b.edits()).containsExactly("create CRS 3-4");
    assertThat(up()).isInstanceOf(Reached.class);
  }

  /** The far end of a pseudowire may be anybody's, and come later. */
  @Test
  void whatDoesNotWorkYetStaysAndIsNeitherMadeAnewNorUndone() {
    var works = new Item("B", "CRS", "3-4", "TP-1", Map.of(Item.WORKS, "YES"));
    b.put(new Item("B", "CRS", "3-4", "TP-1", Map.of(Item.WORKS, "NO")));
    for (var time = 1; time <= 2; time++) {
      assertThat(circuits.bring(List.of(onA, works), List.of()))
          .isEqualTo(new Circuits.NotUpYet("CRS 3-4 on B (TP-1) does not work yet"));
    }
    assertThat(a.items()).containsExactly(onA);
    assertThat(b.edits()).isEmpty();
    b.put(works);
    assertThat(circuits.bring(List.of(onA, works), List.of())).isInstanceOf(Reached.class);
  }

  @Test
  void whileOneElementIsOutOfReachNoneIsTouched() {
    b.reachable(false);
    assertThat(notReached(up()).problem()).contains("B cannot be read: no session");
    assertThat(a.edits()).isEmpty();
  }

  @Test
  void anElementOutOfReachDoesNotKeepTheOthersUp() {
    up();
    b.reachable(false);
    assertThat(down()).isInstanceOf(NotReached.class);
    assertThat(a.items()).isEmpty();
    b.reachable(true);
    assertThat(down()).isInstanceOf(Reached.class);
    assertThat(b.items()).isEmpty();
  }

  /** As when one card of several is out of order. */
  @Test
  void whatAnElementCannotTellOfKeepsNothingElseUp() {
    var other = new Item("B", "CRS", "5-6", "TP-1");
    var both = List.of(onB, other);
    assertThat(circuits.bring(both, List.of())).isInstanceOf(Reached.class);
    b.doesNotTellOf(Set.of(onB.place()));
    assertThat(notReached(circuits.bring(List.of(), both)).problem()).contains("CRS 3-4", "EQWT");
    assertThat(b.items()).containsExactly(onB);
    b.doesNotTellOf(Set.of());
    assertThat(circuits.bring(List.of(), both)).isInstanceOf(Reached.class);
    assertThat(b.items()).isEmpty();
  }

  @Test
  void aPlaceThatAnotherHoldsIsNotTouchedNorAnythingElse() {
    var foreign = new Item("B", "CRS", "3-4", "NIGHTLY-BACKUP");
    b.put(foreign);
    assertThat(notReached(up()))
        .isEqualTo(new NotReached("CRS 3-4 on B is held by NIGHTLY-BACKUP", Doubt.NONE));
    assertThat(a.edits()).isEmpty();
    assertThat(down()).isInstanceOf(Reached.class);
    assertThat(b.items()).containsExactly(foreign);
  }

  @Test
  void whatWasLostInARestartIsToldFromWhatWasTaken() {
    up();
    var incarnations = Map.of("A", "boot 0", "B", "boot 0");
    assertThat(circuits.look(circuit, incarnations))
        .containsExactly(new Survey.Intact("A", "boot 0"), new Survey.Intact("B", "boot 0"));
    a.restartEmpty();
    b.strip();
    assertThat(circuits.look(circuit, incarnations))
        .containsExactly(
            new Survey.Lost("A", onA + " was lost in a restart"),
            new Survey.Taken("B", onB + " was removed while the element ran"));
    b.reachable(false);
    assertThat(circuits.look(circuit, incarnations).getLast()).isInstanceOf(Survey.NotRead.class);
  }

  @Test
  void namesAreShortAndDifferForEachEpoch() {
    var id = UUID.fromString("7d0f5a9e-0000-4000-8000-000000000001");
    assertThat(CircuitName.of(id, 1)).matches("TP-[0-9A-F]{12}").isEqualTo(CircuitName.of(id, 1));
    assertThat(CircuitName.of(id, 2)).isNotEqualTo(CircuitName.of(id, 1));
  }

  private Circuits.Result up() {
    return circuits.bring(circuit, List.of());
  }

  private Circuits.Result down() {
    return circuits.bring(List.of(), circuit);
  }

  private static NotReached notReached(Circuits.Result result) {
    return assertThat(result).asInstanceOf(type(NotReached.class)).actual();
  }
}

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
import org.touchpaper.segment.element.CircuitExecutor.Applied;
import org.touchpaper.segment.element.CircuitExecutor.NotApplied;
import org.touchpaper.segment.kit.ScriptedElement;
import org.touchpaper.segment.kit.ScriptedElement.Reaction;

class CircuitExecutorTest {

  private static final Duration IN_DOUBT_FOR = Duration.ofSeconds(5);

  private final ScriptedElement a = new ScriptedElement("A");
  private final ScriptedElement b = new ScriptedElement("B");
  private final CircuitExecutor circuits =
      new CircuitExecutor(DriverRegistry.of(List.of(a, b)), IN_DOUBT_FOR);
  private final ConfigItem onA = new ConfigItem("A", "CRS", "1-2", "TP-1");
  private final ConfigItem onB = new ConfigItem("B", "CRS", "3-4", "TP-1");
  private final List<ConfigItem> circuit = List.of(onA, onB);

  @Test
  void setsUpAndTakesDownEachTwice() {
    for (var time = 1; time <= 2; time++) {
      assertThat(up()).isEqualTo(new Applied(Map.of("A", "boot 0", "B", "boot 0")));
      assertThat(a.items()).containsExactly(onA);
      assertThat(b.items()).containsExactly(onB);
    }
    for (var time = 1; time <= 2; time++) {
      assertThat(down()).isEqualTo(new Applied(Map.of()));
      assertThat(a.items()).isEmpty();
      assertThat(b.items()).isEmpty();
    }
    assertThat(a.edits()).containsExactly("create CRS 1-2", "delete CRS 1-2");
  }

  @Test
  void aDenialUndoesTheOthersAndKeepsTheElementsText() {
    b.queueReactions(Reaction.DENIES);
    assertThat(notApplied(up()).problem())
        .contains("CRS 3-4 on B", "SROF", "Status, Requested Operation Failed");
    assertThat(a.items()).isEmpty();
    assertThat(a.edits()).endsWith("delete CRS 1-2");
  }

  @Test
  void aDeniedCreateOfAPresentItemIsNoFailure() {
    b.queueReactions(Reaction.DENIES_AS_EXISTING);
    assertThat(up()).isInstanceOf(Applied.class);
  }

  @Test
  void aForeignItemCreatedMeanwhileIsAConflictThatNamesItsOwner() {
    b.queueReactions(Reaction.DENIES_AS_TAKEN);
    assertThat(notApplied(up()).problem()).contains("CRS 3-4 on B", "IEAE");
    assertThat(a.items()).isEmpty();
    assertThat(notApplied(up()).problem()).contains("is held by SOMEBODY-ELSE");
    down();
    assertThat(b.items()).extracting(ConfigItem::owner).containsExactly("SOMEBODY-ELSE");
  }

  @Test
  void aCompletionWithoutEffectIsAFailure() {
    b.queueReactions(Reaction.COMPLETES_WITHOUT_EFFECT);
    assertThat(notApplied(up()).problem()).contains("B does not read back as written");
    assertThat(up()).isInstanceOf(Applied.class);
    b.queueReactions(Reaction.COMPLETES_WITHOUT_EFFECT);
    assertThat(notApplied(down()).problem()).contains("B does not read back as written");
    assertThat(b.items()).containsExactly(onB);
    assertThat(down()).isInstanceOf(Applied.class);
  }

  /** COMPLD is an acceptance only. */
  @Test
  void anAcceptedCreateWithoutEffectIsUncertain() {
    b.queueReactions(Reaction.COMPLETES_WITHOUT_EFFECT);
    assertThat(notApplied(up()).uncertainEffect())
        .isEqualTo(new UncertainEffect(IN_DOUBT_FOR, false));
    assertThat(a.items()).containsExactly(onA);
    assertThat(b.edits()).containsExactly("create CRS 3-4");
  }

  @Test
  void anAcceptedCreateIsUncertainAlsoBesideADenial() {
    a.queueReactions(Reaction.COMPLETES_WITHOUT_EFFECT);
    b.queueReactions(Reaction.DENIES);
    var failed = notApplied(up());
    assertThat(failed.problem()).contains("SROF");
    assertThat(failed.uncertainEffect()).isEqualTo(new UncertainEffect(IN_DOUBT_FOR, false));
  }

  /** An accepted command is uncertain, whether or not its effect can be read. */
  @ParameterizedTest
  @EnumSource(names = {"COMPLETES_AND_IS_LOST", "COMPLETES_AND_HIDES"})
  void anAcceptedCreateThatCannotBeReadIsUncertain(Reaction reaction) {
    b.queueReactions(reaction);
    assertThat(notApplied(up()).uncertainEffect())
        .isEqualTo(new UncertainEffect(IN_DOUBT_FOR, false));
    assertThat(a.items()).containsExactly(onA);
  }

  /** Otherwise the next attempt would read it as wanted, report it up, and lose it. */
  @Test
  void anUndoneItemThatIsStillPresentIsUncertain() {
    a.queueReactions(Reaction.COMPLETES, Reaction.COMPLETES_WITHOUT_EFFECT);
    b.queueReactions(Reaction.DENIES);
    assertThat(notApplied(up()).uncertainEffect())
        .isEqualTo(new UncertainEffect(IN_DOUBT_FOR, true));
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPLETES_WITHOUT_EFFECT", "COMPLETES_AND_IS_LOST", "COMPLETES_AND_HIDES"})
  void aDeletedItemThatDoesNotReadAsGoneIsUncertain(Reaction reaction) {
    up();
    b.queueReactions(reaction);
    assertThat(notApplied(down()).uncertainEffect())
        .isEqualTo(new UncertainEffect(IN_DOUBT_FOR, true));
    assertThat(a.items()).isEmpty();
  }

  /**
   * An element that accepted the first half of a deletion and denied the rest may still carry out
   * that half.
   */
  @ParameterizedTest
  @EnumSource(names = {"COMPLETES_WITHOUT_EFFECT", "COMPLETES_AND_DARKENS"})
  void aChangeOfServiceStateWithoutEffectIsUncertainAlsoIfTheDeleteIsDenied(Reaction reaction) {
    b.requireOutOfServiceBeforeDelete();
    up();
    b.queueReactions(reaction, Reaction.DENIES);
    var failed = notApplied(down());
    assertThat(failed.problem()).contains("delete CRS 3-4 on B (TP-1) denied: SROF");
    assertThat(failed.uncertainEffect()).isEqualTo(new UncertainEffect(IN_DOUBT_FOR, true));
  }

  @Test
  void anItemThatReadsOutOfServiceIsNotTakenOutAgain() {
    b.requireOutOfServiceBeforeDelete();
    up();
    b.queueReactions(Reaction.COMPLETES, Reaction.DENIES);
    assertThat(notApplied(down()).uncertainEffect()).isEqualTo(UncertainEffect.NONE);
    assertThat(down()).isInstanceOf(Applied.class);
    assertThat(b.edits())
        .containsExactly("create CRS 3-4", "take out CRS 3-4", "delete CRS 3-4", "delete CRS 3-4");
  }

  @Test
  void aReplacedItemOfTheSameNameIsCertain() {
    a.put(new ConfigItem("A", "CRS", "1-2", "TP-1", Map.of("RATE", "1")));
    b.queueReactions(Reaction.DENIES);
    var limited = new ConfigItem("A", "CRS", "1-2", "TP-1", Map.of("RATE", "2"));
    assertThat(notApplied(circuits.apply(List.of(limited, onB), circuit)).uncertainEffect())
        .isEqualTo(UncertainEffect.NONE);
    assertThat(a.edits()).containsExactly("delete CRS 1-2", "create CRS 1-2", "delete CRS 1-2");
  }

  /** A late delete could hit a successor in the same place. */
  @Test
  void anUnansweredDeleteIsAnUncertainDelete() {
    up();
    b.queueReactions(Reaction.SILENT);
    assertThat(notApplied(down()).uncertainEffect())
        .isEqualTo(new UncertainEffect(IN_DOUBT_FOR, true));
    assertThat(a.items()).isEmpty();
  }

  @Test
  void aDeniedDeleteOfAnAbsentItemIsNoFailure() {
    up();
    b.queueReactions(Reaction.DENIES_AS_EXISTING);
    assertThat(down()).isInstanceOf(Applied.class);
    assertThat(b.items()).isEmpty();
  }

  /** The answer is lost with the session, but the command may still be carried out. */
  @Test
  void anEffectAfterASessionLossIsFoundAndTheCommandNotResent() {
    b.queueReactions(Reaction.SILENT);
    assertThat(notApplied(up()).uncertainEffect())
        .isEqualTo(new UncertainEffect(IN_DOUBT_FOR, false));
    b.put(onB);
    assertThat(up()).isInstanceOf(Applied.class);
    assertThat(b.edits()).containsExactly("create CRS 3-4");
  }

  @Test
  void anUnansweredCommandIsResolvedByReading() {
    b.queueReactions(Reaction.COMPLETES_SILENTLY);
    assertThat(up()).isInstanceOf(Applied.class);
    assertThat(b.edits()).containsExactly("create CRS 3-4");
  }

  @Test
  void anUncertainCommandIsNeitherResentNorUndone() {
    b.queueReactions(Reaction.SILENT);
    assertThat(notApplied(up()).uncertainEffect())
        .isEqualTo(new UncertainEffect(IN_DOUBT_FOR, false));
    assertThat(a.items()).containsExactly(onA);
    assertThat(b.edits()).containsExactly("create CRS 3-4");
    assertThat(up()).isInstanceOf(Applied.class);
  }

  /** The far end of a pseudowire may belong to another network, and come up later. */
  @Test
  void anItemThatDoesNotWorkYetIsNeitherReplacedNorUndone() {
    var works =
        new ConfigItem("B", "CRS", "3-4", "TP-1", Map.of(ConfigItem.WORKS_ATTRIBUTE, "YES"));
    b.put(new ConfigItem("B", "CRS", "3-4", "TP-1", Map.of(ConfigItem.WORKS_ATTRIBUTE, "NO")));
    for (var time = 1; time <= 2; time++) {
      assertThat(circuits.apply(List.of(onA, works), List.of()))
          .isEqualTo(new CircuitExecutor.NotWorkingYet("CRS 3-4 on B (TP-1) does not work yet"));
    }
    assertThat(a.items()).containsExactly(onA);
    assertThat(b.edits()).isEmpty();
    b.put(works);
    assertThat(circuits.apply(List.of(onA, works), List.of())).isInstanceOf(Applied.class);
  }

  @Test
  void whileOneElementIsUnreachableNoneIsEdited() {
    b.reachable(false);
    assertThat(notApplied(up()).problem()).contains("B cannot be read: no session");
    assertThat(a.edits()).isEmpty();
  }

  @Test
  void anUnreachableElementDoesNotPreventTheTakeDownOfOthers() {
    up();
    b.reachable(false);
    assertThat(down()).isInstanceOf(NotApplied.class);
    assertThat(a.items()).isEmpty();
    b.reachable(true);
    assertThat(down()).isInstanceOf(Applied.class);
    assertThat(b.items()).isEmpty();
  }

  /** For example one of several cards is out of order. */
  @Test
  void anUnreadablePlaceDoesNotPreventTheTakeDownOfOthers() {
    var item = new ConfigItem("B", "CRS", "5-6", "TP-1");
    var both = List.of(onB, item);
    assertThat(circuits.apply(both, List.of())).isInstanceOf(Applied.class);
    b.makeUnreadable(Set.of(onB.place()));
    assertThat(notApplied(circuits.apply(List.of(), both)).problem()).contains("CRS 3-4", "EQWT");
    assertThat(b.items()).containsExactly(onB);
    b.makeUnreadable(Set.of());
    assertThat(circuits.apply(List.of(), both)).isInstanceOf(Applied.class);
    assertThat(b.items()).isEmpty();
  }

  @Test
  void onAConflictNothingIsEdited() {
    var foreign = new ConfigItem("B", "CRS", "3-4", "NIGHTLY-BACKUP");
    b.put(foreign);
    assertThat(notApplied(up()))
        .isEqualTo(new NotApplied("CRS 3-4 on B is held by NIGHTLY-BACKUP", UncertainEffect.NONE));
    assertThat(a.edits()).isEmpty();
    assertThat(down()).isInstanceOf(Applied.class);
    assertThat(b.items()).containsExactly(foreign);
  }

  @Test
  void aLossInARestartIsDistinguishedFromARemoval() {
    up();
    var incarnations = Map.of("A", "boot 0", "B", "boot 0");
    assertThat(circuits.survey(circuit, incarnations))
        .containsExactly(
            new ItemSurveyResult.Intact("A", "boot 0"), new ItemSurveyResult.Intact("B", "boot 0"));
    a.restartEmpty();
    b.removeAll();
    assertThat(circuits.survey(circuit, incarnations))
        .containsExactly(
            new ItemSurveyResult.Lost("A", onA + " was lost in a restart"),
            new ItemSurveyResult.Removed("B", onB + " was removed while the element ran"));
    b.reachable(false);
    assertThat(circuits.survey(circuit, incarnations).getLast())
        .isInstanceOf(ItemSurveyResult.Unread.class);
  }

  @Test
  void namesAreShortAndDifferForEachEpoch() {
    var id = UUID.fromString("7d0f5a9e-0000-4000-8000-000000000001");
    assertThat(CircuitNameFormat.of(id, 1))
        .matches("TP-[0-9A-F]{12}")
        .isEqualTo(CircuitNameFormat.of(id, 1));
    assertThat(CircuitNameFormat.of(id, 2)).isNotEqualTo(CircuitNameFormat.of(id, 1));
  }

  private CircuitExecutor.Result up() {
    return circuits.apply(circuit, List.of());
  }

  private CircuitExecutor.Result down() {
    return circuits.apply(List.of(), circuit);
  }

  private static NotApplied notApplied(CircuitExecutor.Result result) {
    return assertThat(result).asInstanceOf(type(NotApplied.class)).actual();
  }
}

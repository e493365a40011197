package org.touchpaper.segment.element;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.element.ElementDriver.Snapshot;

class ElementPlanTest {

  private final Item first = item("1", "TP-A");
  private final Item second = item("2", "TP-A");

  /** Its card was pulled, and may come back with all that was on it. */
  private final Snapshot firstHidden =
      new Snapshot(List.of(second), "", Map.of(first.place(), "no such port"));

  @Test
  void createsWhatIsMissingInOrder() {
    assertThat(steps(List.of(first, second), List.of(), List.of())).isEqualTo("Create 1, Create 2");
  }

  @Test
  void doesNothingWhenAllIsAsWanted() {
    assertThat(steps(List.of(first), List.of(), List.of(first))).isEmpty();
  }

  @Test
  void whatHasMoreThanWasAskedIsAsWanted() {
    var more = new Item("X", "CRS", "1", "TP-A", Map.of("state", "IS-NR"));
    assertThat(steps(List.of(first), List.of(), List.of(more))).isEmpty();
  }

  @Test
  void takesDownInReverse() {
    assertThat(steps(List.of(), List.of(first, second), List.of(first, second)))
        .isEqualTo("Delete 2, Delete 1");
  }

  @Test
  void whatIsGoneAlreadyNeedsNoDelete() {
    assertThat(steps(List.of(), List.of(first, second), List.of(second))).isEqualTo("Delete 2");
  }

  @Test
  void leavesWhatAnotherPutWhereOursWas() {
    assertThat(steps(List.of(), List.of(first), List.of(item("1", "OTHER")))).isEmpty();
  }

  @Test
  void replacesOursThatIsNotAsWanted() {
    var stale = item("1", "TP-OLD");
    assertThat(steps(List.of(first), List.of(stale), List.of(stale)))
        .isEqualTo("Delete 1, Create 1");
  }

  @Test
  void clearsAwayWhatIsLeftOverWhereItHasAClaim() {
    var left = item("1", Item.LEFT_OVER);
    assertThat(steps(List.of(), List.of(first), List.of(left))).isEqualTo("Delete 1");
    assertThat(steps(List.of(first), List.of(), List.of(left))).isEqualTo("Delete 1, Create 1");
  }

  /** Made anew it would work no sooner, and whoever is waited for would find nothing. */
  @Test
  void keepsWhatIsThereAsWantedAndDoesNotWorkYet() {
    var wanted = new Item("X", "CRS", "1", "TP-A", Map.of("TO", "2", Item.WORKS, "YES"));
    var idle = new Item("X", "CRS", "1", "TP-A", Map.of("TO", "2", Item.WORKS, "NO"));
    assertThat(ElementPlan.of(List.of(wanted), List.of(), read(List.of(idle))))
        .isEqualTo(new ElementPlan.Steps(List.of(), List.of(wanted)));
    var other = new Item("X", "CRS", "1", "TP-A", Map.of("TO", "3", Item.WORKS, "NO"));
    assertThat(steps(List.of(wanted), List.of(), List.of(other))).isEqualTo("Delete 1, Create 1");
  }

  @Test
  void letsGoOfWhatHoldsAnEarlierItemBeforeTheItem() {
    var formerMap = item("map-1", "TP-1");
    var formerPort = item("port", "TP-1");
    assertThat(
            steps(
                List.of(item("map-2", "TP-2"), item("port", "TP-2")),
                List.of(formerMap, formerPort),
                List.of(formerMap, formerPort)))
        .isEqualTo("Delete port, Delete map-1, Create map-2, Create port");
  }

  /** A patch of two ports is read at the place of any other patch of one of them. */
  @Test
  void whatIsWantedElsewhereAndReachesIntoAFormerPlaceStays() {
    var stale = item("1", "TP-OLD");
    assertThat(steps(List.of(second), List.of(stale), List.of(second, first))).isEmpty();
  }

  @Test
  void aForeignItemInOurPlaceIsAConflictThatNamesItsOwner() {
    var plan =
        ElementPlan.of(List.of(first), List.of(), read(List.of(item("1", "NIGHTLY-BACKUP"))));
    assertThat(plan).hasToString("CRS 1 on X is held by NIGHTLY-BACKUP");
  }

  @Test
  void makesNothingWhereAPlaceCannotBeTold() {
    assertThat(ElementPlan.of(List.of(second, first), List.of(), firstHidden))
        .hasToString("CRS 1 on X cannot be told: no such port");
    assertThat(ElementPlan.of(List.of(item("3", "TP-1")), List.of(first), firstHidden))
        .isInstanceOf(ElementPlan.Hidden.class);
  }

  @Test
  void takesDownUpToWhatCannotBeToldAndIsNotDoneWithThat() {
    var third = item("3", "TP-1");
    var read = new Snapshot(List.of(second, third), "", firstHidden.hidden());
    assertThat(steps(List.of(), List.of(second, first, third), read)).isEqualTo("Delete 3");
    assertThat(ElementPlan.of(List.of(), List.of(second, first, third), firstHidden))
        .isInstanceOf(ElementPlan.Hidden.class);
  }

  private static Item item(String key, String owner) {
    return new Item("X", "CRS", key, owner);
  }

  private static Snapshot read(List<Item> actual) {
    return new Snapshot(actual, "");
  }

  private static String steps(List<Item> wanted, List<Item> former, List<Item> actual) {
    return steps(wanted, former, read(actual));
  }

  private static String steps(List<Item> wanted, List<Item> former, Snapshot actual) {
    return ((ElementPlan.Steps) ElementPlan.of(wanted, former, actual))
        .steps().stream()
            .map(step -> step.getClass().getSimpleName() + " " + step.item().key())
            .collect(joining(", "));
  }
}

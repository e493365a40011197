package org.touchpaper.segment.element;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.element.ElementDriver.Snapshot;

class ElementEditPlanTest {

  private final ConfigItem first = item("1", "TP-A");
  private final ConfigItem second = item("2", "TP-A");

  /** The card of the first item was pulled, and may come back with its configuration. */
  private final Snapshot firstHidden =
      new Snapshot(List.of(second), "", Map.of(first.place(), "no such port"));

  @Test
  void createsMissingItemsInOrder() {
    assertThat(steps(List.of(first, second), List.of(), List.of())).isEqualTo("Create 1, Create 2");
  }

  @Test
  void doesNothingIfEverythingIsAsWanted() {
    assertThat(steps(List.of(first), List.of(), List.of(first))).isEmpty();
  }

  @Test
  void anItemWithMoreAttributesIsAsWanted() {
    var more = new ConfigItem("X", "CRS", "1", "TP-A", Map.of("state", "IS-NR"));
    assertThat(steps(List.of(first), List.of(), List.of(more))).isEmpty();
  }

  @Test
  void takesDownInReverse() {
    assertThat(steps(List.of(), List.of(first, second), List.of(first, second)))
        .isEqualTo("Delete 2, Delete 1");
  }

  @Test
  void anAbsentItemNeedsNoDelete() {
    assertThat(steps(List.of(), List.of(first, second), List.of(second))).isEqualTo("Delete 2");
  }

  @Test
  void leavesAForeignItemInAFormerPlace() {
    assertThat(steps(List.of(), List.of(first), List.of(item("1", "OTHER")))).isEmpty();
  }

  @Test
  void replacesAnItemThatDiffers() {
    var stale = item("1", "TP-OLD");
    assertThat(steps(List.of(first), List.of(stale), List.of(stale)))
        .isEqualTo("Delete 1, Create 1");
  }

  @Test
  void deletesAnOrphanInAWantedPlace() {
    var item = item("1", ConfigItem.ORPHAN_OWNER);
    assertThat(steps(List.of(), List.of(first), List.of(item))).isEqualTo("Delete 1");
    assertThat(steps(List.of(first), List.of(), List.of(item))).isEqualTo("Delete 1, Create 1");
  }

  /** Creating it again would not help, and the far end would find nothing in between. */
  @Test
  void keepsAnItemThatDoesNotWorkYet() {
    var wanted =
        new ConfigItem(
            "X", "CRS", "1", "TP-A", Map.of("TO", "2", ConfigItem.WORKS_ATTRIBUTE, "YES"));
    var idle =
        new ConfigItem(
            "X", "CRS", "1", "TP-A", Map.of("TO", "2", ConfigItem.WORKS_ATTRIBUTE, "NO"));
    assertThat(ElementEditPlan.of(List.of(wanted), List.of(), read(List.of(idle))))
        .isEqualTo(new ElementEditPlan.Steps(List.of(), List.of(wanted)));
    var item =
        new ConfigItem(
            "X", "CRS", "1", "TP-A", Map.of("TO", "3", ConfigItem.WORKS_ATTRIBUTE, "NO"));
    assertThat(steps(List.of(wanted), List.of(), List.of(item))).isEqualTo("Delete 1, Create 1");
  }

  @Test
  void deletesLaterItemsFirst() {
    var formerMap = item("map-1", "TP-1");
    var formerPort = item("port", "TP-1");
    assertThat(
            steps(
                List.of(item("map-2", "TP-2"), item("port", "TP-2")),
                List.of(formerMap, formerPort),
                List.of(formerMap, formerPort)))
        .isEqualTo("Delete port, Delete map-1, Create map-2, Create port");
  }

  /** A patch of two ports is read at the place of any other patch of one of these ports. */
  @Test
  void aWantedItemThatOverlapsAFormerPlaceStays() {
    var stale = item("1", "TP-OLD");
    assertThat(steps(List.of(second), List.of(stale), List.of(second, first))).isEmpty();
  }

  @Test
  void aForeignItemInOurPlaceIsAConflictThatNamesItsOwner() {
    var plan =
        ElementEditPlan.of(List.of(first), List.of(), read(List.of(item("1", "NIGHTLY-BACKUP"))));
    assertThat(plan).hasToString("CRS 1 on X is held by NIGHTLY-BACKUP");
  }

  @Test
  void createsNothingWhileAPlaceIsUnreadable() {
    assertThat(ElementEditPlan.of(List.of(second, first), List.of(), firstHidden))
        .hasToString("CRS 1 on X cannot be read: no such port");
    assertThat(ElementEditPlan.of(List.of(item("3", "TP-1")), List.of(first), firstHidden))
        .isInstanceOf(ElementEditPlan.Unreadable.class);
  }

  @Test
  void deletesUpToAnUnreadablePlaceAndThenReportsIt() {
    var third = item("3", "TP-1");
    var read = new Snapshot(List.of(second, third), "", firstHidden.unreadable());
    assertThat(steps(List.of(), List.of(second, first, third), read)).isEqualTo("Delete 3");
    assertThat(ElementEditPlan.of(List.of(), List.of(second, first, third), firstHidden))
        .isInstanceOf(ElementEditPlan.Unreadable.class);
  }

  private static ConfigItem item(String key, String owner) {
    return new ConfigItem("X", "CRS", key, owner);
  }

  private static Snapshot read(List<ConfigItem> actual) {
    return new Snapshot(actual, "");
  }

  private static String steps(
      List<ConfigItem> wanted, List<ConfigItem> previous, List<ConfigItem> actual) {
    return steps(wanted, previous, read(actual));
  }

  private static String steps(List<ConfigItem> wanted, List<ConfigItem> previous, Snapshot actual) {
    return ((ElementEditPlan.Steps) ElementEditPlan.of(wanted, previous, actual))
        .steps().stream()
            .map(step -> step.getClass().getSimpleName() + " " + step.item().key())
            .collect(joining(", "));
  }
}

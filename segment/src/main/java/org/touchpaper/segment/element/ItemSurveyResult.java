package org.touchpaper.segment.element;

import java.util.List;
import org.touchpaper.segment.element.ElementDriver.Snapshot;

/**
 * What an element still holds of an active circuit. The reconciler repairs what was lost in a
 * restart, and respects what was removed (DESIGN decision 8). Pure.
 */
public sealed interface ItemSurveyResult {

  /** All items are present, working or not; the element may have restarted and kept them. */
  record Intact(String element, String incarnation) implements ItemSurveyResult {}

  /** The element restarted and lost an item, which is to be created again. */
  record Lost(String element, String detail) implements ItemSurveyResult {}

  /**
   * An item was removed or replaced while the element ran. This counts as intended, so it is not
   * undone.
   */
  record Removed(String element, String detail) implements ItemSurveyResult {}

  /** The element could not be read. This means nothing for the circuit. */
  record Unread(String element, String reason) implements ItemSurveyResult {}

  /**
   * Compares wanted with actual items.
   *
   * @param wanted what the element held when the circuit was up
   * @param incarnation the element's incarnation then; if it is unknown then or now, the element
   *     counts as not restarted, because undoing a person's work is worse than an outage
   * @param now what was read now; unreadable items count as present in their former incarnation
   */
  static ItemSurveyResult of(
      String element, List<ConfigItem> wanted, String incarnation, Snapshot now) {
    for (var item : wanted) {
      if (now.items().stream().noneMatch(item::isPresentAs)
          && !now.unreadable().containsKey(item.place())) {
        return hasRestarted(incarnation, now.incarnation())
            ? new Lost(element, item + " was lost in a restart")
            : new Removed(element, item + " was removed while the element ran");
      }
    }
    var isComplete =
        wanted.stream().map(ConfigItem::place).noneMatch(now.unreadable()::containsKey);
    return new Intact(element, isComplete ? now.incarnation() : incarnation);
  }

  private static boolean hasRestarted(String before, String now) {
    return !before.isEmpty() && !now.isEmpty() && !before.equals(now);
  }
}

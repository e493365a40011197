package org.touchpaper.segment.element;

import java.util.List;
import org.touchpaper.segment.element.ElementDriver.Snapshot;

/**
 * What an element still holds of a circuit that was up: the reconciler repairs what was lost and
 * respects what was taken (DESIGN decision 8). Pure.
 */
public sealed interface Survey {

  /** All is there, though it may not work; the element may have restarted since, and kept it. */
  record Intact(String element, String incarnation) implements Survey {}

  /** The element restarted since and lost something: to be created again. */
  record Lost(String element, String detail) implements Survey {}

  /** Something was removed or replaced while the element ran: somebody's will, not ours to undo. */
  record Taken(String element, String detail) implements Survey {}

  /** The element gave no answer; that says nothing about the circuit. */
  record NotRead(String element, String reason) implements Survey {}

  /**
   * Compares.
   *
   * @param element its name
   * @param wanted what the element held when the circuit was up
   * @param incarnation the element's incarnation then; an element that cannot tell, then or now, is
   *     taken not to have restarted, because wrongly undoing a person's work is worse than an
   *     outage
   * @param now what was read now; what is hidden is taken to be there, in the life it was in
   */
  static Survey of(String element, List<Item> wanted, String incarnation, Snapshot now) {
    for (var item : wanted) {
      if (now.items().stream().noneMatch(item::isThereAs)
          && !now.hidden().containsKey(item.place())) {
        return hasRestarted(incarnation, now.incarnation())
            ? new Lost(element, item + " was lost in a restart")
            : new Taken(element, item + " was removed while the element ran");
      }
    }
    var isWhole = wanted.stream().map(Item::place).noneMatch(now.hidden()::containsKey);
    return new Intact(element, isWhole ? now.incarnation() : incarnation);
  }

  private static boolean hasRestarted(String then, String now) {
    return !then.isEmpty() && !now.isEmpty() && !then.equals(now);
  }
}

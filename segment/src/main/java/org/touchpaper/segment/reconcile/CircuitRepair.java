package org.touchpaper.segment.reconcile;

import java.util.List;
import org.touchpaper.segment.connection.ConnectionId;

/** Restores, at an operator's request, active circuits whose items are missing on an element. */
public interface CircuitRepair {

  /**
   * Restores the items that an element lacks of active circuits, also where they would count as
   * removed. Circuits that were cut, abandoned or ended stay so.
   *
   * @param operator who requests it, for the record
   * @return the circuits with missing items
   * @throws org.touchpaper.segment.element.ElementUnreachableException if the element cannot be
   *     read
   */
  List<ConnectionId> restoreMissing(String element, String operator);
}

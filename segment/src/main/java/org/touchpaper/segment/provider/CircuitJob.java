package org.touchpaper.segment.provider;

import java.util.List;
import org.touchpaper.segment.element.Item;

/**
 * What is to be done on the elements for one connection.
 *
 * @param version the one that is due
 * @param wanted in the order to create them; none to take all down
 * @param former what may be there besides, in the order it was created
 */
record CircuitJob(int version, List<Item> wanted, List<Item> former, Before before) {

  /** What became of the versions that were up before this job. */
  enum Before {
    /** None came up, as far as is known. */
    NEVER,
    /** One came up, and is booked yet: it may carry traffic. */
    STANDS,
    /** One came up that is booked no more: its time is over, and another's has come. */
    OVER
  }

  boolean isSetUp() {
    return !wanted.isEmpty();
  }
}

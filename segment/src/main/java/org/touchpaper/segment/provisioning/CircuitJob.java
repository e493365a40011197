package org.touchpaper.segment.provisioning;

import java.util.List;
import org.touchpaper.segment.element.ConfigItem;

/**
 * The pending work on the elements of one connection.
 *
 * @param version the version to apply
 * @param wanted in the order of creation; empty to take the circuit down
 * @param previous other items that may be there, in the order of creation
 */
record CircuitJob(
    int version, List<ConfigItem> wanted, List<ConfigItem> previous, PriorState priorState) {

  /** The state of earlier versions before this job. */
  enum PriorState {
    /** No version is known to have been up. */
    NEVER_UP,
    /** A version was up and is still booked: it may carry traffic. */
    ACTIVE,
    /**
     * A version was up and is no longer booked: its time is over, and the time of another has come.
     */
    EXPIRED
  }

  boolean isSetUp() {
    return !wanted.isEmpty();
  }
}

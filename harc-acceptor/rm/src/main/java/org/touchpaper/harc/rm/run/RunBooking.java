package org.touchpaper.harc.rm.run;

import java.util.List;
import org.touchpaper.segment.connection.Schedule;

/**
 * The booking in which a run is launched.
 *
 * @param bookingId its id
 * @param version how often it was modified
 * @param account the account under which its jobs run
 * @param nodes the names of its nodes
 * @param schedule when it has them
 * @param reservation its reservation in the batch scheduler; empty if it has none
 * @param phase whether jobs may be submitted to it
 */
public record RunBooking(
    String bookingId,
    int version,
    String account,
    List<String> nodes,
    Schedule schedule,
    String reservation,
    Phase phase) {
  public RunBooking {
    nodes = List.copyOf(nodes);
  }

  /** Whether jobs may be submitted. */
  public enum Phase {
    /** Being prepared or changed. */
    UNSETTLED,
    /** Committed; it has not started. */
    AHEAD,
    /** Its nodes are in use. */
    ACTIVE,
    /** It has ended or failed. */
    ENDED,
    /** It was cancelled. */
    CANCELLED
  }

  boolean isOver() {
    return phase == Phase.ENDED || phase == Phase.CANCELLED;
  }
}

package org.touchpaper.segment.cut;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which of the circuits that are booked or held to list.
 *
 * @param text in an id, the person, the home site or the ports; empty for all
 * @param target what has to cover them; null for all
 * @param limit how many to list; all are counted
 */
public record CircuitSearchRequest(String text, @Nullable CutTarget target, int limit) {

  /** The circuits that are listed at most. */
  public static final int MAX_LIMIT = 500;

  /**
   * The circuits found, in the order of their start.
   *
   * @param more how many others there are
   */
  public record Result(List<OfficerCircuitView> circuits, int more) {}
}

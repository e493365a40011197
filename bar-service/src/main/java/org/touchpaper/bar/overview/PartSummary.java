package org.touchpaper.bar.overview;

import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.coallocation.CoAllocationPart.Units;
import org.touchpaper.bar.reservation.BookingPhase;

/**
 * A part of a booking. A lightpath alone is its own and only part.
 *
 * @param text what it is, such as {@code 4 nodes of newton}
 * @param mbps the Mbit/s of a lightpath; 0 for other parts
 * @param problem what is wrong with it; null if nothing is known
 */
public record PartSummary(String text, int mbps, BookingPhase state, @Nullable String problem) {

  static PartSummary of(CoAllocationPart part) {
    return new PartSummary(
        text(part),
        part instanceof Lightpath path ? path.bandwidthMbps() : 0,
        part.status().state(),
        part.status().problemDescription().orElse(null));
  }

  /** Says what a part is. */
  public static String text(CoAllocationPart part) {
    return switch (part) {
      case Compute nodes -> nodes(nodes.nodes()) + " of " + nodes.resource();
      case Lightpath path -> lightpath(path.bandwidthMbps(), path.source(), path.destination());
      case Units units -> units.amount() + " " + units.unit() + " of " + units.resource();
    };
  }

  static String lightpath(int mbps, String source, String destination) {
    return mbps + " Mbit/s " + source + " → " + destination;
  }

  private static String nodes(int count) {
    return count == 1 ? "1 node" : count + " nodes";
  }

  public boolean isLightpath() {
    return mbps > 0;
  }

  /** True while it is up, whatever the state of the whole. */
  public boolean isUp() {
    return state == BookingPhase.ACTIVE;
  }
}

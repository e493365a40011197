package org.touchpaper.bar.traffic;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A lightpath at a moment: the elements and links that it crosses, and what it carried.
 *
 * @param path from its source to its destination
 * @param measured null if it was not counted
 */
public record LightpathTrafficSample(
    UUID connectionId, List<String> path, @Nullable Rates measured) {

  public LightpathTrafficSample {
    path = List.copyOf(path);
  }

  /** The mean rates in both directions. */
  public record Rates(double toDestinationMbps, double toSourceMbps) {}
}

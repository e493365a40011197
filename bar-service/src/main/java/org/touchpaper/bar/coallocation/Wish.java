package org.touchpaper.bar.coallocation;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a caller of the front door asks for, as it came.
 *
 * @param startTime null means now
 */
public record Wish(
    String description,
    @Nullable Instant startTime,
    Instant endTime,
    List<Nodes> compute,
    List<Circuit> lightpaths) {

  public Wish {
    compute = List.copyOf(compute);
    lightpaths = List.copyOf(lightpaths);
  }

  /** Whole nodes of a cluster. */
  public record Nodes(String resource, int nodes) {}

  /** A lightpath between two hosts. */
  public record Circuit(String source, String destination, int bandwidthMbps) {}
}

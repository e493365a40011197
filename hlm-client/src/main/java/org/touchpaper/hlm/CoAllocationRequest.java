package org.touchpaper.hlm;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request to book lightpaths and nodes together, all or nothing. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CoAllocationRequest(
    @Nullable String description,
    RequestedTime schedule,
    List<Compute> compute,
    List<Lightpath> lightpaths) {

  public CoAllocationRequest {
    compute = List.copyOf(compute);
    lightpaths = List.copyOf(lightpaths);
  }

  /** Nodes of a cluster. */
  public record Compute(String resource, int nodes) {}

  /** A lightpath between two hosts. */
  public record Lightpath(String source, String destination, int bandwidthMbps) {}
}

package org.touchpaper.hlm;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request to book lightpaths, nodes and units together, all or nothing. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record CoAllocationRequest(
    @Nullable String description,
    RequestedTime schedule,
    List<Compute> compute,
    List<Lightpath> lightpaths,
    List<Units> units) {

  public CoAllocationRequest {
    compute = List.copyOf(compute);
    lightpaths = List.copyOf(lightpaths);
    units = List.copyOf(units);
  }

  /** A request without units. */
  public CoAllocationRequest(
      @Nullable String description,
      RequestedTime schedule,
      List<Compute> compute,
      List<Lightpath> lightpaths) {
    this(description, schedule, compute, lightpaths, List.of());
  }

  /** Nodes of a cluster. */
  public record Compute(String resource, int nodes) {}

  /** A lightpath between two hosts. */
  public record Lightpath(String source, String destination, int bandwidthMbps) {}

  /** An amount of a unit of a store or an instrument. */
  public record Units(String resource, String unit, int amount) {}
}

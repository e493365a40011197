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

  /**
   * Nodes of a cluster.
   *
   * @param id in a change, the part that is meant; else null
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Compute(@Nullable String id, String resource, int nodes) {
    public Compute(String resource, int nodes) {
      this(null, resource, nodes);
    }
  }

  /**
   * A lightpath between two hosts.
   *
   * @param id in a change, the part that is meant; else null
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Lightpath(
      @Nullable String id, String source, String destination, int bandwidthMbps) {
    public Lightpath(String source, String destination, int bandwidthMbps) {
      this(null, source, destination, bandwidthMbps);
    }
  }

  /**
   * An amount of a unit of a store or an instrument.
   *
   * @param id in a change, the part that is meant; else null
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Units(@Nullable String id, String resource, String unit, int amount) {
    public Units(String resource, String unit, int amount) {
      this(null, resource, unit, amount);
    }
  }
}

package org.touchpaper.hlm;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
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
   * @param run what to launch on them; null for nothing, and in a change to leave what runs
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Compute(@Nullable String id, String resource, int nodes, @Nullable Run run) {
    public Compute(@Nullable String id, String resource, int nodes) {
      this(id, resource, nodes, null);
    }

    public Compute(String resource, int nodes) {
      this(null, resource, nodes);
    }
  }

  /**
   * What to run on nodes, in the words of PSI/J's JobSpec.
   *
   * @param application its name in the registry of the cluster's site
   * @param arguments each {@code name=value}
   * @param resources null for what the registry says
   * @param viewer the host from which it is watched; null if none is named
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Run(
      String application,
      List<String> arguments,
      Map<String, String> environment,
      @Nullable Resources resources,
      @Nullable String viewer) {
    public Run {
      arguments = List.copyOf(arguments);
      environment = Map.copyOf(environment);
    }

    /** An application without arguments. */
    public static Run of(String application) {
      return new Run(application, List.of(), Map.of(), null, null);
    }
  }

  /** How a run uses each node; null for what the registry says. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Resources(
      @Nullable Integer processesPerNode, @Nullable Integer cpuCoresPerProcess) {}

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

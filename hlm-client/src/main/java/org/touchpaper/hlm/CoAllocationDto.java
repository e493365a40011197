package org.touchpaper.hlm;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A co-allocation of lightpaths and supercomputer nodes, each part with its state.
 *
 * @param releasing true from the order to cancel until every part's capacity is free; null else
 */
public record CoAllocationDto(
    String id,
    String state,
    @Nullable String description,
    @Nullable String owner,
    FixedSchedule schedule,
    List<Compute> compute,
    List<Lightpath> lightpaths,
    @Nullable Boolean releasing,
    @Nullable String problem,
    @Nullable String reason,
    @Nullable Change change) {

  public CoAllocationDto {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(schedule, "schedule");
    compute = NullableLists.orEmpty(compute);
    lightpaths = NullableLists.orEmpty(lightpaths);
  }

  /** Nodes of a cluster; {@code reference} is the name in its batch scheduler. */
  public record Compute(
      String resource,
      int nodes,
      String state,
      @Nullable String reference,
      @Nullable String problem,
      @Nullable String reason) {}

  /** A lightpath and its path through the network. */
  public record Lightpath(
      String connectionId,
      String state,
      String source,
      String destination,
      int bandwidthMbps,
      List<String> path,
      @Nullable String problem,
      @Nullable String reason) {
    public Lightpath {
      path = NullableLists.orEmpty(path);
    }
  }

  /** The last requested change and its state. */
  public record Change(String state, String wanted, @Nullable String reason) {}

  public record Page(List<CoAllocationDto> items, @Nullable String next) {
    public Page {
      items = NullableLists.orEmpty(items);
    }
  }
}

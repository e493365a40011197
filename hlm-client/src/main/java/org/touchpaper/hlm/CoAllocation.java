package org.touchpaper.hlm;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A booking of lightpaths and supercomputer slots together, each part with its state. */
public record CoAllocation(
    String id,
    String state,
    @Nullable String description,
    @Nullable String owner,
    Schedule schedule,
    List<Compute> compute,
    List<Lightpath> lightpaths,
    @Nullable String problem,
    @Nullable String reason,
    @Nullable Change change) {

  public CoAllocation {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(schedule, "schedule");
    compute = Lists.orEmpty(compute);
    lightpaths = Lists.orEmpty(lightpaths);
  }

  /** Nodes of a cluster; {@code reference} is what its scheduler calls them. */
  public record Compute(
      String resource,
      int nodes,
      String state,
      @Nullable String reference,
      @Nullable String problem,
      @Nullable String reason) {}

  /** A circuit and the path it takes. */
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
      path = Lists.orEmpty(path);
    }
  }

  /** What was asked last to be different, and what came of it. */
  public record Change(String state, String wanted, @Nullable String reason) {}

  /** One page of a list. */
  public record Page(List<CoAllocation> items, @Nullable String next) {
    public Page {
      items = Lists.orEmpty(items);
    }
  }
}

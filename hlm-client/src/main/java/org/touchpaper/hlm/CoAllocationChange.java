package org.touchpaper.hlm;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of a booking; null leaves a property as it is.
 *
 * @param compute all nodes after the change
 * @param lightpaths all lightpaths after the change
 * @param units all units after the change
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CoAllocationChange(
    @Nullable Times schedule,
    @Nullable List<CoAllocationRequest.Compute> compute,
    @Nullable List<CoAllocationRequest.Lightpath> lightpaths,
    @Nullable List<CoAllocationRequest.Units> units) {

  public CoAllocationChange {
    compute = compute == null ? null : List.copyOf(compute);
    lightpaths = lightpaths == null ? null : List.copyOf(lightpaths);
    units = units == null ? null : List.copyOf(units);
  }

  /** A change that leaves units as they are. */
  public CoAllocationChange(
      @Nullable Times schedule,
      @Nullable List<CoAllocationRequest.Compute> compute,
      @Nullable List<CoAllocationRequest.Lightpath> lightpaths) {
    this(schedule, compute, lightpaths, null);
  }

  /** A new start, a new end, or both. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Times(@Nullable Instant startTime, @Nullable Instant endTime) {}
}

package org.touchpaper.hlm;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be different about a booking; what is null stays.
 *
 * @param compute all the nodes it is to have
 * @param lightpaths all the lightpaths it is to have
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CoAllocationChange(
    @Nullable Times schedule,
    @Nullable List<CoAllocationRequest.Compute> compute,
    @Nullable List<CoAllocationRequest.Lightpath> lightpaths) {

  public CoAllocationChange {
    compute = compute == null ? null : List.copyOf(compute);
    lightpaths = lightpaths == null ? null : List.copyOf(lightpaths);
  }

  /** Another start, another end, or both. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Times(@Nullable Instant startTime, @Nullable Instant endTime) {}
}

package org.touchpaper.hlm;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A lightpath, also one of a co-allocation.
 *
 * @param coAllocation the co-allocation that it is part of; null if it is alone
 * @param releasing true from the order to end it until its capacity is free; null else
 * @param etag the ETag of the answer, for {@code If-Match}
 */
public record LightpathDto(
    String connectionId,
    String state,
    @Nullable String description,
    @Nullable String owner,
    @Nullable String coAllocation,
    String source,
    String destination,
    int bandwidthMbps,
    FixedSchedule schedule,
    List<String> path,
    @Nullable Boolean releasing,
    @Nullable String problem,
    @Nullable String reason,
    CoAllocationDto.@Nullable PathCheck pathCheck,
    CoAllocationDto.@Nullable Cut cut,
    @Nullable String etag) {

  public LightpathDto {
    Objects.requireNonNull(connectionId, "connectionId");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(schedule, "schedule");
    path = NullableLists.orEmpty(path);
  }

  /** A request to book a lightpath alone. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Request(
      @Nullable String description,
      String source,
      String destination,
      int bandwidthMbps,
      FixedSchedule schedule) {}

  /** A change of a lightpath alone; null leaves a property as it is. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Change(
      @Nullable String description,
      @Nullable Integer bandwidthMbps,
      CoAllocationChange.@Nullable ChangedTime schedule) {}
}

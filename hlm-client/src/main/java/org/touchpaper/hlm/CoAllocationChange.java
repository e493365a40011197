package org.touchpaper.hlm;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
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
    @Nullable String description,
    @Nullable ChangedTime schedule,
    @Nullable List<CoAllocationRequest.Compute> compute,
    @Nullable List<CoAllocationRequest.Lightpath> lightpaths,
    @Nullable List<CoAllocationRequest.Units> units) {

  public CoAllocationChange {
    compute = compute == null ? null : List.copyOf(compute);
    lightpaths = lightpaths == null ? null : List.copyOf(lightpaths);
    units = units == null ? null : List.copyOf(units);
  }

  /** A change that leaves description and units as they are. */
  public CoAllocationChange(
      @Nullable ChangedTime schedule,
      @Nullable List<CoAllocationRequest.Compute> compute,
      @Nullable List<CoAllocationRequest.Lightpath> lightpaths) {
    this(null, schedule, compute, lightpaths, null);
  }

  /** When a booking takes place after a change. */
  public sealed interface ChangedTime permits Times, Window {}

  /** A new start, a new end, or both. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Times(@Nullable Instant startTime, @Nullable Instant endTime)
      implements ChangedTime {}

  /**
   * The earliest slot within a window that fits.
   *
   * @param notBefore the earliest start; null means now
   * @param notAfter the latest end
   * @param duration null means as long as before
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Window(@Nullable Instant notBefore, Instant notAfter, @Nullable Duration duration)
      implements ChangedTime {}
}

package org.touchpaper.hlm;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The requested time: fixed, or as early as possible within a window. */
public sealed interface RequestedTime permits FixedSchedule, RequestedTime.Window {

  /**
   * The earliest slot of the given duration within a window.
   *
   * @param notBefore the earliest start; null means now
   * @param notAfter the latest end
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Window(@Nullable Instant notBefore, Instant notAfter, Duration duration)
      implements RequestedTime {}
}

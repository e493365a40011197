package org.touchpaper.hlm;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When something is wanted: at a fixed time, or as early as possible. */
public sealed interface When permits Schedule, When.Window {

  /**
   * For so long as early as possible.
   *
   * @param notBefore null for now
   * @param notAfter it is over by then
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Window(@Nullable Instant notBefore, Instant notAfter, Duration duration) implements When {}
}

package org.touchpaper.hlm;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A fixed, half-open time {@code [startTime, endTime)}.
 *
 * @param startTime the start; in a request, null means now
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FixedSchedule(@Nullable Instant startTime, Instant endTime)
    implements RequestedTime {}

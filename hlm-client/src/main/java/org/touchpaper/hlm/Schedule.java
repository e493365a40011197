package org.touchpaper.hlm;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Half-open: {@code [startTime, endTime)}.
 *
 * @param startTime the start, or null in a request for now
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Schedule(@Nullable Instant startTime, Instant endTime) implements When {}

package org.touchpaper.bar.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A change event as sent to subscribers.
 *
 * @param kind {@code co-allocation} or {@code reservation}
 * @param owner the user who may receive it, besides users who may see all bookings
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record ChangeEvent(
    @JsonIgnore String kind,
    @JsonIgnore String owner,
    UUID id,
    String state,
    Instant at,
    @Nullable String reason) {}

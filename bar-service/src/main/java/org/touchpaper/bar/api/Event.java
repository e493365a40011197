package org.touchpaper.bar.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A change as watchers are told it.
 *
 * @param kind {@code co-allocation} or {@code reservation}
 * @param owner who may see it, besides those who see all
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record Event(
    @JsonIgnore String kind,
    @JsonIgnore String owner,
    UUID id,
    String state,
    Instant at,
    @Nullable String reason) {}

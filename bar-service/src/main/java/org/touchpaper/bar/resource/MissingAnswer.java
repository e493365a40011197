package org.touchpaper.bar.resource;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A service that gave no answer.
 *
 * @param resource the resource it was asked about; null if about all that it has
 * @param service its peer name
 * @param reason a sentence for people
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MissingAnswer(@Nullable String resource, String service, String reason) {}

package org.touchpaper.platform.problem;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * One error in a request.
 *
 * @param field its path: {@code lightpaths[0].bandwidthMbps}; empty for the request itself
 * @param rule the rule broken, one word or a few with hyphens: {@code at-least-1}
 * @param message a sentence for the client
 * @param bar the address of the broker that can serve the request; null if none is known
 */
public record FieldViolation(
    String field,
    String rule,
    String message,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable URI bar) {

  public FieldViolation(String field, String rule, String message) {
    this(field, rule, message, null);
  }
}

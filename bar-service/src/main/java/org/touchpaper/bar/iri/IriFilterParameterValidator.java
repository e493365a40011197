package org.touchpaper.bar.iri;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.platform.problem.InvalidRequestException;

/** Validates one filter of a list, a query parameter of a request. */
record IriFilterParameterValidator(String name, @Nullable String value) {

  private static final List<String> STATUSES = List.of("up", "down", "degraded", "unknown");

  /** Refuses an empty text, which would filter nothing. */
  void requireText() {
    if (value != null && value.isEmpty()) {
      throw InvalidRequestException.malformed(
          name, "malformed", name + " is empty; leave it out instead");
    }
  }

  /** Refuses a misspelt word, which would find nothing. */
  void requireOneOf(List<String> words) {
    if (value != null && !words.contains(value)) {
      throw InvalidRequestException.malformed(
          name, "known", name + " must be one of " + String.join(", ", words) + ", not " + value);
    }
  }

  void requireStatus() {
    requireOneOf(STATUSES);
  }
}

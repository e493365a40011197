package org.touchpaper.hlm;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why not (RFC 9457), with what a refusal adds: who refuses, and when it would fit. */
public record Problem(
    @Nullable String type,
    @Nullable String title,
    int status,
    @Nullable String detail,
    List<FieldError> errors,
    List<Refusal> refusals,
    List<Schedule> alternatives) {

  public Problem {
    errors = Lists.orEmpty(errors);
    refusals = Lists.orEmpty(refusals);
    alternatives = Lists.orEmpty(alternatives);
  }

  /** For an answer that is no problem document. */
  static Problem bare(int status) {
    return new Problem(null, null, status, null, List.of(), List.of(), List.of());
  }

  /** One sentence. */
  public String sentence() {
    if (detail != null) {
      return detail;
    }
    return title != null ? title : "the BAR answered " + status;
  }

  /** What is wrong with a field of the request. */
  public record FieldError(String field, String rule, String message) {}

  /** Which resource refuses, and by which rule. */
  public record Refusal(String resource, String code, String reason) {}
}

package org.touchpaper.hlm;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An error response (RFC 9457), extended by refusals and alternative times. */
public record Problem(
    @Nullable String type,
    @Nullable String title,
    int status,
    @Nullable String detail,
    List<FieldError> errors,
    List<Refusal> refusals,
    List<FixedSchedule> alternatives) {

  public Problem {
    errors = NullableLists.orEmpty(errors);
    refusals = NullableLists.orEmpty(refusals);
    alternatives = NullableLists.orEmpty(alternatives);
  }

  /** A substitute for a response that is no problem document. */
  static Problem ofStatus(int status) {
    return new Problem(null, null, status, null, List.of(), List.of(), List.of());
  }

  /** A refusal by this client. */
  public static Problem of(String detail) {
    return new Problem(null, null, 0, detail, List.of(), List.of(), List.of());
  }

  /** The detail, else the title, else the status, as one sentence. */
  public String summary() {
    if (detail != null) {
      return detail;
    }
    return title != null ? title : "the BAR returned status " + status;
  }

  /**
   * An invalid field of the request.
   *
   * @param bar the address of the BAR that books this lightpath, if the one asked does not
   */
  public record FieldError(String field, String rule, String message, @Nullable URI bar) {}

  /** The resource that refused, the rule, and the reason as a sentence. */
  public record Refusal(String resource, String code, String reason) {}
}

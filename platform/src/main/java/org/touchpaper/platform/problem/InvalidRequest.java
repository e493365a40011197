package org.touchpaper.platform.problem;

import java.io.Serial;
import java.util.List;
import org.springframework.http.HttpStatus;

/** A request that is malformed (400) or can never fit (422). */
public final class InvalidRequest extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private final HttpStatus status;

  @SuppressWarnings("serial") // never serialised
  private final List<Violation> violations;

  private InvalidRequest(HttpStatus status, List<Violation> violations) {
    super(violations.stream().map(Violation::message).reduce((a, b) -> a + "; " + b).orElse(""));
    this.status = status;
    this.violations = List.copyOf(violations);
  }

  public static InvalidRequest malformed(String field, String rule, String message) {
    return new InvalidRequest(HttpStatus.BAD_REQUEST, List.of(new Violation(field, rule, message)));
  }

  public static InvalidRequest neverFits(String field, String rule, String message) {
    return neverFits(List.of(new Violation(field, rule, message)));
  }

  public static InvalidRequest neverFits(List<Violation> violations) {
    return new InvalidRequest(HttpStatus.UNPROCESSABLE_CONTENT, violations);
  }

  public HttpStatus status() {
    return status;
  }

  public List<Violation> violations() {
    return violations;
  }
}

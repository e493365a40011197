package org.touchpaper.platform.problem;

import java.io.Serial;
import java.util.List;
import org.springframework.http.HttpStatus;

/** A request that is malformed (400) or can never be accepted (422). */
public final class InvalidRequestException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private final HttpStatus status;

  @SuppressWarnings("serial") // never serialised
  private final List<FieldViolation> violations;

  private InvalidRequestException(HttpStatus status, List<FieldViolation> violations) {
    super(
        violations.stream().map(FieldViolation::message).reduce((a, b) -> a + "; " + b).orElse(""));
    this.status = status;
    this.violations = List.copyOf(violations);
  }

  public static InvalidRequestException malformed(String field, String rule, String message) {
    return new InvalidRequestException(
        HttpStatus.BAD_REQUEST, List.of(new FieldViolation(field, rule, message)));
  }

  public static InvalidRequestException unprocessable(String field, String rule, String message) {
    return unprocessable(List.of(new FieldViolation(field, rule, message)));
  }

  public static InvalidRequestException unprocessable(List<FieldViolation> violations) {
    return new InvalidRequestException(HttpStatus.UNPROCESSABLE_CONTENT, violations);
  }

  public HttpStatus status() {
    return status;
  }

  public List<FieldViolation> violations() {
    return violations;
  }
}

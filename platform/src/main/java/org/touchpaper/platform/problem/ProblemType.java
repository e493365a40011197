package org.touchpaper.platform.problem;

import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;

/**
 * The kinds of problem (RFC 9457 section 3.1.1). The first of a status is its default. The OpenAPI
 * document lists all of them.
 */
public enum ProblemType {
  MALFORMED(400, "Malformed request"),
  UNAUTHENTICATED(401, "Not logged in"),
  FORBIDDEN(403, "Not allowed"),
  NOT_FOUND(404, "Not found"),
  METHOD_NOT_ALLOWED(405, "Method not allowed"),
  NOT_ACCEPTABLE(406, "Not acceptable"),
  TIMEOUT(408, "Request not received in time"),
  WRONG_STATE(409, "Wrong state"),
  REFUSED(409, "Not available at that time"),
  ID_CONFLICT(409, "Transaction id in use"),
  GONE(410, "No longer stored"),
  PRECONDITION_FAILED(412, "Changed meanwhile"),
  TOO_LARGE(413, "Too large"),
  UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type"),
  INVALID(422, "Cannot be satisfied"),
  TOO_MANY_LOGINS(429, "Too many failed logins"),
  TOO_MANY_STREAMS(429, "Too many open streams"),
  INTERNAL(500, "Internal error"),
  UNAVAILABLE(503, "Not available");

  private final int status;
  private final String title;

  ProblemType(int status, String title) {
    this.status = status;
    this.title = title;
  }

  /** Such as {@code urn:touchpaper:problem:wrong-state}. */
  public URI uri() {
    var name = name().toLowerCase(Locale.ROOT).replace('_', '-');
    return URI.create("urn:touchpaper:problem:" + name);
  }

  public String title() {
    return title;
  }

  /** Creates a problem of this type. */
  public ProblemDetail problem(String detail) {
    return applyTo(ProblemDetail.forStatusAndDetail(HttpStatusCode.valueOf(status), detail));
  }

  ProblemDetail applyTo(ProblemDetail problem) {
    problem.setType(uri());
    problem.setTitle(title);
    return problem;
  }

  /** The default of a status; of an unlisted one it says only who has to change something. */
  static ProblemType of(int status) {
    return Arrays.stream(values())
        .filter(type -> type.status == status)
        .findFirst()
        .orElse(status < 500 ? MALFORMED : INTERNAL);
  }
}

package org.touchpaper.platform.problem;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import tools.jackson.databind.json.JsonMapper;

/** Writes problems outside controllers: in filters and servlets. */
public record ProblemWriter(JsonMapper json) {

  private static final String PROBLEM_ATTRIBUTE = ProblemWriter.class.getName();

  /** Sends a browser the error page, and a program the problem. */
  public void writeOrSendError(
      HttpServletRequest request, HttpServletResponse response, ProblemDetail problem)
      throws IOException {
    if (!BrowserRequests.wantsPage(request)) {
      write(request, response, problem);
    } else if (!response.isCommitted()) {
      request.setAttribute(PROBLEM_ATTRIBUTE, problem);
      response.sendError(problem.getStatus()); // ErrorPageOrProblemResolver shows it
    }
  }

  /** The problem passed to {@link #writeOrSendError}. */
  static Optional<ProblemDetail> findProblem(HttpServletRequest request) {
    return Optional.ofNullable((ProblemDetail) request.getAttribute(PROBLEM_ATTRIBUTE));
  }

  /** Writes a problem that names the address of its request, as controllers' problems do. */
  public void write(HttpServletRequest request, HttpServletResponse response, ProblemDetail problem)
      throws IOException {
    try {
      problem.setInstance(new URI(request.getRequestURI()));
    } catch (URISyntaxException _) {
      // the address is part of what is wrong
    }
    write(response, problem);
  }

  public void write(HttpServletResponse response, HttpStatus status, String detail)
      throws IOException {
    write(response, ProblemDetail.forStatusAndDetail(status, detail));
  }

  public void write(HttpServletResponse response, ProblemDetail problem) throws IOException {
    if (!response.isCommitted()) {
      response.setStatus(problem.getStatus());
      response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
      response.setCharacterEncoding("UTF-8");
      response.getOutputStream().write(toJson(problem).getBytes(StandardCharsets.UTF_8));
    }
  }

  String toJson(ProblemDetail problem) {
    return json.writeValueAsString(DefaultProblemTypeAdvice.withType(problem));
  }

  /** The detail of a status without further information. */
  static String defaultDetail(HttpStatus status) {
    return switch (status) {
      case BAD_REQUEST -> "the request is malformed";
      case FORBIDDEN -> "you are not permitted to do this";
      case NOT_FOUND -> "no such resource";
      case METHOD_NOT_ALLOWED -> "the resource does not support this method";
      case REQUEST_TIMEOUT -> "the request was not received in time";
      default -> status.getReasonPhrase().toLowerCase(Locale.ROOT);
    };
  }

  static ProblemDetail of(HttpStatus status, String detail, List<FieldViolation> errors) {
    var problem = ProblemDetail.forStatusAndDetail(status, detail);
    problem.setProperty("errors", errors);
    return problem;
  }
}

package org.touchpaper.platform.problem;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import tools.jackson.databind.json.JsonMapper;

/** Writes problems where no controller is near: in filters and servlets. */
public final class Problems {

  private static final String TOLD = Problems.class.getName();

  private final JsonMapper json;

  Problems(JsonMapper json) {
    this.json = json;
  }

  /** Answers a browser with a page that says so, and a program with the problem. */
  public void answer(
      HttpServletRequest request, HttpServletResponse response, ProblemDetail problem)
      throws IOException {
    if (!Browsers.wantAPage(request)) {
      write(response, problem);
    } else if (!response.isCommitted()) {
      request.setAttribute(TOLD, problem);
      response.sendError(problem.getStatus()); // ErrorAnswers shows it
    }
  }

  /** What {@link #answer} was told. */
  static Optional<ProblemDetail> told(HttpServletRequest request) {
    return Optional.ofNullable((ProblemDetail) request.getAttribute(TOLD));
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
      response.getOutputStream().write(text(problem).getBytes(StandardCharsets.UTF_8));
    }
  }

  String text(ProblemDetail problem) {
    return json.writeValueAsString(ProblemTypes.named(problem));
  }

  /** What is said of a status where nothing more is known. */
  static String sentence(HttpStatus status) {
    return switch (status) {
      case BAD_REQUEST -> "this is not a request that can be read";
      case FORBIDDEN -> "this is not yours to do";
      case NOT_FOUND -> "there is nothing here";
      case METHOD_NOT_ALLOWED -> "this cannot be done here";
      case REQUEST_TIMEOUT -> "the request did not come in time";
      default -> status.getReasonPhrase().toLowerCase(Locale.ROOT);
    };
  }

  static ProblemDetail of(HttpStatus status, String detail, List<Violation> errors) {
    var problem = ProblemDetail.forStatusAndDetail(status, detail);
    problem.setProperty("errors", errors);
    return problem;
  }
}

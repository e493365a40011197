package org.touchpaper.platform.problem;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import tools.jackson.databind.json.JsonMapper;

/** Writes problems where no controller is near: in filters and servlets. */
public final class Problems {

  private final JsonMapper json;

  Problems(JsonMapper json) {
    this.json = json;
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
      response.getOutputStream().write(json.writeValueAsBytes(ProblemTypes.named(problem)));
    }
  }

  static ProblemDetail of(HttpStatus status, String detail, List<Violation> errors) {
    var problem = ProblemDetail.forStatusAndDetail(status, detail);
    problem.setProperty("errors", errors);
    return problem;
  }
}

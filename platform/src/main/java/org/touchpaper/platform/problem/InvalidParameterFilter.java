package org.touchpaper.platform.problem;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers a query or form that the container cannot parse, such as a parameter without a name, with
 * 400. The container parses it when a filter or controller first asks for a parameter.
 */
final class InvalidParameterFilter extends OncePerRequestFilter {

  private final ProblemWriter problems;

  InvalidParameterFilter(ProblemWriter problems) {
    this.problems = problems;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    try {
      chain.doFilter(request, response);
    } catch (InvalidParameterException e) {
      if (response.isCommitted()) {
        throw e;
      }
      response.resetBuffer();
      response.setHeader(HttpHeaders.CONNECTION, "close"); // the body may be unread
      problems.writeOrSendError(request, response, problem(e));
    }
  }

  static ProblemDetail problem(InvalidParameterException e) {
    var status = HttpStatus.resolve(e.getErrorCode());
    var detail =
        "the query or form is malformed; each parameter needs a name and valid percent-encoding";
    return ProblemWriter.of(
        status == null ? HttpStatus.BAD_REQUEST : status,
        detail,
        List.of(new FieldViolation("", "query", detail)));
  }
}

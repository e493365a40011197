package org.touchpaper.platform.problem;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Rejects a request whose Content-Length exceeds the limit, and stops reading a body that exceeds
 * it.
 */
final class BodyLimitFilter extends OncePerRequestFilter {

  private final long limit;
  private final ProblemWriter problems;

  BodyLimitFilter(long limit, ProblemWriter problems) {
    this.limit = limit;
    this.problems = problems;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (request.getContentLengthLong() > limit) {
      response.setHeader("Connection", "close"); // do not read the rest
      problems.writeOrSendError(request, response, tooLargeProblem(limit));
    } else {
      chain.doFilter(new SizeLimitedRequest(request, limit), response);
    }
  }

  static ProblemDetail tooLargeProblem(long limit) {
    var detail = "the body is larger than " + limit + " bytes";
    return ProblemWriter.of(
        HttpStatus.CONTENT_TOO_LARGE, detail, List.of(new FieldViolation("", "too-large", detail)));
  }
}

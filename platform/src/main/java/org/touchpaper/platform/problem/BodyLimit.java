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

/** Refuses a body that says it is too large, and stops reading one that turns out to be. */
final class BodyLimit extends OncePerRequestFilter {

  private final long limit;
  private final Problems problems;

  BodyLimit(long limit, Problems problems) {
    this.limit = limit;
    this.problems = problems;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (request.getContentLengthLong() > limit) {
      response.setHeader("Connection", "close"); // the rest is not worth reading
      problems.answer(request, response, tooLarge(limit));
    } else {
      chain.doFilter(new BoundedRequest(request, limit), response);
    }
  }

  static ProblemDetail tooLarge(long limit) {
    var sentence = "the body is larger than " + limit + " bytes";
    return Problems.of(
        HttpStatus.CONTENT_TOO_LARGE, sentence, List.of(new Violation("", "too-large", sentence)));
  }
}

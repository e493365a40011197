package org.touchpaper.bar.admission;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.filter.OncePerRequestFilter;
import org.touchpaper.platform.problem.Problems;

/** Sends people and peers through gates of their own; whoever finds one closed comes back later. */
final class AdmissionFilter extends OncePerRequestFilter {

  private static final String LATER_SECONDS = "1";

  private final Gate people;
  private final Gate peers;
  private final Problems problems;

  AdmissionFilter(Admission admission, Problems problems) {
    this.people = new Gate(admission.people());
    this.peers = new Gate(admission.peers());
    this.problems = problems;
  }

  /** Whether all is well is asked when it is not, too. */
  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return request.getRequestURI().equals("/health");
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    var isPeer = request.getRequestURI().startsWith("/services/");
    var gate = isPeer ? peers : people;
    if (!gate.enter()) {
      response.setHeader(HttpHeaders.RETRY_AFTER, LATER_SECONDS);
      problems.write(
          response, HttpStatus.SERVICE_UNAVAILABLE, "too many ask at once; nothing was begun");
      return;
    }
    try {
      (isPeer ? Caller.OTHER : Caller.PERSON).comes();
      chain.doFilter(request, response);
    } finally {
      Caller.goes();
      gate.leave();
    }
  }
}

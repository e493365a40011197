package org.touchpaper.bar.admission;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Objects;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.filter.OncePerRequestFilter;
import org.touchpaper.platform.problem.Problems;

/**
 * Sends people and peers through gates of their own; whoever finds one closed comes back later. A
 * place is taken when there is something to do: the caller is known, and the body is here.
 */
final class AdmissionFilter extends OncePerRequestFilter {

  private static final String LATER_SECONDS = "1";

  private final Gate people;
  private final Gate peers;
  private final Duration patience;
  private final Problems problems;

  AdmissionFilter(Admission admission, Problems problems) {
    this.people = new Gate(admission.people());
    this.peers = new Gate(admission.peers());
    this.patience = admission.body();
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
    HttpServletRequest whole;
    try {
      whole = WholeBody.of(request, patience, System::nanoTime);
    } catch (SocketTimeoutException e) {
      response.setHeader(HttpHeaders.CONNECTION, "close"); // the rest is not worth waiting for
      answer(request, response, HttpStatus.REQUEST_TIMEOUT, "the body did not come in time");
      return;
    }
    serve(whole, response, chain);
  }

  private void serve(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    var isPeer = request.getRequestURI().startsWith("/services/");
    var gate = isPeer ? peers : people;
    var caller = Objects.requireNonNullElseGet(request.getRemoteUser(), request::getRemoteAddr);
    if (!gate.enter(caller)) {
      response.setHeader(HttpHeaders.RETRY_AFTER, LATER_SECONDS);
      answer(
          request,
          response,
          HttpStatus.SERVICE_UNAVAILABLE,
          "too many ask at once; nothing was begun");
      return;
    }
    try {
      (isPeer ? Caller.OTHER : Caller.PERSON).comes();
      chain.doFilter(request, response);
    } finally {
      Caller.goes();
      gate.leave(caller);
    }
  }

  private void answer(
      HttpServletRequest request, HttpServletResponse response, HttpStatus status, String detail)
      throws IOException {
    problems.answer(request, response, ProblemDetail.forStatusAndDetail(status, detail));
  }
}

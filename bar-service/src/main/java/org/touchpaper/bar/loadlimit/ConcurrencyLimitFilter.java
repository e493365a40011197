package org.touchpaper.bar.loadlimit;

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
import org.touchpaper.platform.FairBulkhead;
import org.touchpaper.platform.problem.ProblemWriter;

/**
 * A servlet filter that admits users and peers through separate bulkheads; excess requests get 503.
 * A request takes a place only once its caller is known and its body is complete.
 */
final class ConcurrencyLimitFilter extends OncePerRequestFilter {

  private static final String RETRY_AFTER_SECONDS = "1";

  private final FairBulkhead peopleBulkhead;
  private final FairBulkhead peersBulkhead;
  private final Duration bodyTimeout;
  private final ProblemWriter problems;

  ConcurrencyLimitFilter(ConcurrencyLimitProperties limits, ProblemWriter problems) {
    this.peopleBulkhead = limits.people().newBulkhead();
    this.peersBulkhead = limits.peers().newBulkhead();
    this.bodyTimeout = limits.body();
    this.problems = problems;
  }

  /** Health checks are always served. */
  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return request.getRequestURI().equals("/health");
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    HttpServletRequest buffered;
    try {
      buffered = BufferedRequest.buffer(request, bodyTimeout, System::nanoTime);
    } catch (SocketTimeoutException e) {
      response.setHeader(HttpHeaders.CONNECTION, "close"); // the rest of the body is not read
      sendProblem(
          request,
          response,
          HttpStatus.REQUEST_TIMEOUT,
          "the request body was not received in time");
      return;
    }
    admitAndServe(buffered, response, chain);
  }

  private void admitAndServe(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    var uri = request.getRequestURI();
    var isPeer = uri.startsWith("/services/") || uri.startsWith("/harc/");
    var bulkhead = isPeer ? peersBulkhead : peopleBulkhead;
    var caller = Objects.requireNonNullElseGet(request.getRemoteUser(), request::getRemoteAddr);
    if (!bulkhead.tryEnter(caller)) {
      response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
      sendProblem(
          request,
          response,
          HttpStatus.SERVICE_UNAVAILABLE,
          "too many concurrent requests; nothing was started, retry later");
      return;
    }
    try {
      (isPeer ? CurrentCallerType.PEER_OR_INTERNAL : CurrentCallerType.PERSON).enter();
      chain.doFilter(request, response);
    } finally {
      CurrentCallerType.leave();
      bulkhead.leave(caller);
    }
  }

  private void sendProblem(
      HttpServletRequest request, HttpServletResponse response, HttpStatus status, String detail)
      throws IOException {
    problems.writeOrSendError(request, response, ProblemDetail.forStatusAndDetail(status, detail));
  }
}

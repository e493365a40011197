package org.touchpaper.platform.crash;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.RequestFacade;
import org.apache.coyote.ActionCode;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.ContentCachingResponseWrapper;
import org.touchpaper.platform.crash.CrashPoint.Moment;

/** Holds a response back until it is certain that the service lives to send it. */
final class CrashFilter extends OncePerRequestFilter {

  private final CrashSwitch crash;

  CrashFilter(CrashSwitch crash) {
    this.crash = crash;
  }

  /** Skips health checks, which are not messages, and event streams, which do not end. */
  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return !crash.hasCrashed()
        && (request.getRequestURI().equals("/health")
            || String.valueOf(request.getHeader("Accept")).contains("text/event-stream"));
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    var kept = new ContentCachingResponseWrapper(response);
    var operation = request.getMethod() + " " + request.getRequestURI();
    try {
      crash.pass(Moment.RECEIVED, operation);
      chain.doFilter(request, kept);
      crash.pass(Moment.BEFORE_ANSWER, operation);
      kept.copyBodyToResponse();
    } catch (Throwable e) {
      if (!crash.hasCrashed()) {
        throw e;
      }
      cut(request);
    }
  }

  /** Closes the connection without a response, as a killed process does. */
  private static void cut(HttpServletRequest request) throws IOException {
    try {
      var field = RequestFacade.class.getDeclaredField("request");
      field.setAccessible(true);
      ((Request) field.get(request))
          .getResponse()
          .getCoyoteResponse()
          .action(ActionCode.CLOSE_NOW, new IOException("killed"));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Tomcat hides its connections", e);
    }
  }
}

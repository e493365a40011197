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

/** Keeps an answer back until it is sure that the service lives to send it. */
final class CrashFilter extends OncePerRequestFilter {

  private final CrashSwitch crash;

  CrashFilter(CrashSwitch crash) {
    this.crash = crash;
  }

  /** Health is no message, and a stream of events has no end to wait for. */
  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return !crash.isDead()
        && (request.getRequestURI().equals("/health")
            || String.valueOf(request.getHeader("Accept")).contains("text/event-stream"));
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    var kept = new ContentCachingResponseWrapper(response);
    var what = request.getMethod() + " " + request.getRequestURI();
    try {
      crash.pass(Moment.RECEIVED, what);
      chain.doFilter(request, kept);
      crash.pass(Moment.BEFORE_ANSWER, what);
      kept.copyBodyToResponse();
    } catch (Throwable e) {
      if (!crash.isDead()) {
        throw e;
      }
      cut(request);
    }
  }

  /** A killed process answers nothing: its end of the connection is closed. */
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

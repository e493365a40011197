package org.touchpaper.platform.log;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.MDC;
import org.springframework.web.filter.OncePerRequestFilter;

/** Puts the service's name into what is logged while it answers; many services share one JVM. */
public final class ServiceInLog extends OncePerRequestFilter {

  private static final String KEY = "service";

  private final String name;

  ServiceInLog(String name) {
    this.name = name;
  }

  /** For threads of a service that answer no request; close it when they are done. */
  public static MDC.MDCCloseable of(String service) {
    return MDC.putCloseable(KEY, service);
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    try (var _ = of(name)) {
      chain.doFilter(request, response);
    }
  }
}

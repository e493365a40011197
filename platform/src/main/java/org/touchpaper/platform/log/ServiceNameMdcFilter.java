package org.touchpaper.platform.log;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.MDC;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Sets the MDC value {@code service} while a request is handled; several services share one JVM.
 */
public final class ServiceNameMdcFilter extends OncePerRequestFilter {

  private static final String KEY = "service";

  private final String name;

  ServiceNameMdcFilter(String name) {
    this.name = name;
  }

  /** For threads outside a request; close it when they end. */
  public static MDC.MDCCloseable putServiceName(String service) {
    return MDC.putCloseable(KEY, service);
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    try (var _ = putServiceName(name)) {
      chain.doFilter(request, response);
    }
  }
}

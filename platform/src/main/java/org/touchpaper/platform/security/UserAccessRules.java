package org.touchpaper.platform.security;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;

/** A service's access rules for people; all other requests require a login. */
@FunctionalInterface
public interface UserAccessRules {

  /** Adds rules before the last one, which requires a login. */
  void configure(
      AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry
          rules);

  /** Adds headers to all responses, besides Spring Security's own. */
  default void configureHeaders(HeadersConfigurer<HttpSecurity> headers) {}

  /** The path of the service's login page, or empty for Spring's. */
  default String loginPage() {
    return "";
  }

  /**
   * Where a form sent after the end of its session is shown again as filled in: a path of this
   * service with a query, or empty if it is not.
   */
  default String formReturnPath(HttpServletRequest request) {
    return "";
  }
}

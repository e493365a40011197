package org.touchpaper.platform.peers;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;

/** What people may do in a service; where nothing else is said they must be logged in. */
@FunctionalInterface
public interface PeopleAccess {

  /** Adds rules before the last one, which asks for a login. */
  void configure(
      AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry
          rules);

  /** The service's own login page, or empty for the plain one. */
  default String loginPage() {
    return "";
  }

  /**
   * Where a form that was sent after its session had ended is shown again as it was filled in: a
   * path of this service with a query, or empty if it is not.
   */
  default String formAgain(HttpServletRequest sent) {
    return "";
  }
}

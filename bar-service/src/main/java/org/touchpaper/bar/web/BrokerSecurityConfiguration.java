package org.touchpaper.bar.web;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorViewResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.web.access.AuthorizationManagerWebInvocationPrivilegeEvaluator.HttpServletRequestTransformer;
import org.springframework.security.web.access.PathPatternRequestTransformer;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.web.servlet.ModelAndView;
import org.touchpaper.platform.security.UserAccessRules;

/** Access rules for the broker's pages and API. */
@Configuration(proxyBeanMethods = false)
class BrokerSecurityConfiguration {

  /** A page runs and shows only what the broker serves as files (CSP Level 3). */
  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

  private static final String PERMISSIONS_POLICY =
      "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

  @Bean
  UserAccessRules peopleAccess() {
    return new BrokerAccess();
  }

  /** Asks as for a request of a browser what a person may open ({@link MainNavigation}). */
  @Bean
  HttpServletRequestTransformer askedRequests() {
    var withPath = new PathPatternRequestTransformer();
    return asked ->
        new HttpServletRequestWrapper(withPath.transform(asked)) {
          @Override
          public DispatcherType getDispatcherType() {
            return DispatcherType.REQUEST;
          }
        };
  }

  @Bean
  ErrorViewResolver errorPage() {
    return (_, _, model) -> new ModelAndView("error", model);
  }

  /**
   * Logged-in users may read bookings; operators and administrators also network elements. Officers
   * end lightpaths but do not book. Sessions start at {@code /login}.
   */
  private static final class BrokerAccess implements UserAccessRules {
    @Override
    public void configure(
        AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry
            rules) {
      rules.requestMatchers(HttpMethod.GET, "/*.css", "/*.js", "/webjars/**", "/error").permitAll();
      rules.requestMatchers(HttpMethod.POST, "/preferences").permitAll();
      rules
          .requestMatchers(
              HttpMethod.GET,
              "/api/v1/openapi.yaml",
              "/api/v1/openapi.json",
              "/iri/api/v2/openapi.json")
          .permitAll();
      rules
          .requestMatchers(HttpMethod.POST, "/api/v1/co-allocations", "/api/v1/reservations")
          .hasAnyRole("SCIENTIST", "OPERATOR", "ADMIN");
      rules.requestMatchers("/book/**").hasAnyRole("SCIENTIST", "OPERATOR", "ADMIN");
      rules.requestMatchers(HttpMethod.GET, "/calendar/*").permitAll(); // the address is a secret
      rules.requestMatchers("/admin", "/admin/**").hasRole("ADMIN");
      rules.requestMatchers("/elements/**").hasAnyRole("OPERATOR", "ADMIN");
      rules.requestMatchers("/security/**").hasAnyRole("OFFICER", "ADMIN");
    }

    @Override
    public void configureHeaders(HeadersConfigurer<HttpSecurity> headers) {
      headers
          .contentSecurityPolicy(policy -> policy.policyDirectives(CONTENT_SECURITY_POLICY))
          .referrerPolicy(policy -> policy.policy(ReferrerPolicy.SAME_ORIGIN))
          .permissionsPolicyHeader(policy -> policy.policy(PERMISSIONS_POLICY));
    }

    @Override
    public String loginPage() {
      return "/login";
    }

    @Override
    public String formReturnPath(HttpServletRequest submitted) {
      return ExpiredSessionFormUrl.pathOf(submitted);
    }
  }
}

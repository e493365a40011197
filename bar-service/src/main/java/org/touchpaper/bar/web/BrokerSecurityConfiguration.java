package org.touchpaper.bar.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.HashMap;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorViewResolver;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.UriComponentsBuilder;
import org.touchpaper.platform.security.UserAccess;

/** Access rules for the broker's pages and API. */
@Configuration(proxyBeanMethods = false)
class BrokerSecurityConfiguration {

  /** The maximum length of a form value restored after a login. */
  private static final int MAX_RESTORED_LENGTH = 255;

  @Bean
  UserAccess peopleAccess() {
    return new BrokerAccess();
  }

  @Bean
  ErrorViewResolver errorPage() {
    return (_, _, model) -> new ModelAndView("error", model);
  }

  /**
   * Logged-in users may read bookings; operators and administrators also network elements. Officers
   * end lightpaths but do not book. Sessions start at {@code /login}.
   */
  private static final class BrokerAccess implements UserAccess {
    @Override
    public void configure(
        AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry
            rules) {
      rules.requestMatchers("/touchpaper.css", "/live.js", "/webjars/**", "/error").permitAll();
      rules
          .requestMatchers(
              HttpMethod.GET,
              "/api/v1/openapi.yaml",
              "/api/v1/openapi.json",
              "/iri/api/v2/openapi.json")
          .permitAll();
      rules
          .requestMatchers(
              HttpMethod.POST, "/api/v1/co-allocations", "/api/v1/reservations", "/book")
          .hasAnyRole("SCIENTIST", "OPERATOR", "ADMIN");
      rules.requestMatchers("/elements/**").hasAnyRole("OPERATOR", "ADMIN");
    }

    @Override
    public String loginPage() {
      return "/login";
    }

    /**
     * Returns to the booking form without the idempotency key and the expired session's CSRF token.
     */
    @Override
    public String formReturnPath(HttpServletRequest submitted) {
      if (!submitted.getRequestURI().equals("/book")) {
        return "";
      }
      var url = UriComponentsBuilder.fromPath("/book");
      var values = new HashMap<String, Object>();
      for (var field : BookingFormMapper.FIELDS) {
        var text = submitted.getParameter(field);
        if (text != null && text.length() <= MAX_RESTORED_LENGTH) {
          url.queryParam(field, "{" + field + "}");
          values.put(field, text);
        }
      }
      return url.encode().buildAndExpand(values).toUriString();
    }
  }
}

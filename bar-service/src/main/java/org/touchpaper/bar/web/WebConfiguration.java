package org.touchpaper.bar.web;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.touchpaper.platform.peers.PeopleAccess;

/** What people may do at the broker. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration {

  @Bean
  PeopleAccess peopleAccess() {
    return new BrokerAccess();
  }

  /**
   * Everybody who is logged in may look; officers cut lightpaths and do not book them. A session
   * starts at our own login page.
   */
  private static final class BrokerAccess implements PeopleAccess {
    @Override
    public void configure(
        AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry
            rules) {
      rules.requestMatchers("/touchpaper.css", "/live.js", "/webjars/**", "/error").permitAll();
      rules
          .requestMatchers(
              HttpMethod.POST, "/api/v1/co-allocations", "/api/v1/reservations", "/book")
          .hasAnyRole("SCIENTIST", "OPERATOR", "ADMIN");
    }

    @Override
    public String loginPage() {
      return "/login";
    }
  }
}

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
import org.touchpaper.platform.peers.PeopleAccess;

/** What people may do at the broker. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration {

  /** Who is not logged in leaves us little to keep. */
  private static final int LONGEST_KEPT = 255;

  @Bean
  PeopleAccess peopleAccess() {
    return new BrokerAccess();
  }

  @Bean
  ErrorViewResolver errorPage() {
    return (_, _, model) -> new ModelAndView("error", model);
  }

  /**
   * Everybody who is logged in may look at bookings, and operators and admins at the network
   * elements; officers cut lightpaths and do not book them. A session starts at our own login page.
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
      rules.requestMatchers("/elements/**").hasAnyRole("OPERATOR", "ADMIN");
    }

    @Override
    public String loginPage() {
      return "/login";
    }

    /** The booking form under a fresh key, and without the token of a session that is over. */
    @Override
    public String formAgain(HttpServletRequest sent) {
      if (!sent.getRequestURI().equals("/book")) {
        return "";
      }
      var again = UriComponentsBuilder.fromPath("/book");
      var typed = new HashMap<String, Object>();
      for (var field : FormReading.FIELDS) {
        var text = sent.getParameter(field);
        if (text != null && text.length() <= LONGEST_KEPT) {
          again.queryParam(field, "{" + field + "}");
          typed.put(field, text);
        }
      }
      return again.encode().buildAndExpand(typed).toUriString();
    }
  }
}

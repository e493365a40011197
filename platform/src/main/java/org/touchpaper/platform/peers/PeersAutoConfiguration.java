package org.touchpaper.platform.peers;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.FormLoginConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.problem.Problems;

/** Three doors: peers by bearer secret, health for everybody, people by password. */
@AutoConfiguration(
    before = {ServletWebSecurityAutoConfiguration.class, UserDetailsServiceAutoConfiguration.class})
@EnableConfigurationProperties(TouchpaperProperties.class)
public class PeersAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  Peers peers(TouchpaperProperties properties) {
    return Peers.from(properties);
  }

  @Bean
  @ConditionalOnMissingBean
  Outbound outbound() {
    return Outbound.OPEN;
  }

  /** The doors themselves, where the service is one of the web. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  @EnableWebSecurity
  static class Doors {

    private static final String SERVICES = "/services/**";

    @Bean
    @ConditionalOnMissingBean
    PasswordEncoder passwordEncoder() {
      return new PlainOrEncoded();
    }

    @Bean
    @ConditionalOnMissingBean
    UserDetailsService userDetailsService(TouchpaperProperties properties) {
      return new InMemoryUserDetailsManager(Users.from(properties));
    }

    @Bean
    @Order(10)
    SecurityFilterChain peerDoor(
        HttpSecurity http, Peers peers, ObjectProvider<PeerAccess> access, Problems problems)
        throws Exception {
      return http.securityMatcher(peerPaths(access))
          .csrf(csrf -> csrf.disable()) // no cookies, no session
          .sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
          .requestCache(cache -> cache.disable())
          .addFilterBefore(new PeerFilter(peers), AuthorizationFilter.class)
          .authorizeHttpRequests(rules -> {
            access
                .orderedStream()
                .forEach(rule ->
                    rules.requestMatchers(rule.pattern()).hasAnyAuthority(authorities(rule)));
            rules.requestMatchers(SERVICES).authenticated(); // each names its roles itself
            rules.anyRequest().denyAll();
          })
          .exceptionHandling(e ->
              e.authenticationEntryPoint(unauthorized(problems, "Bearer"))
                  .accessDeniedHandler(forbidden(problems)))
          .build();
    }

    @Bean
    @Order(20)
    SecurityFilterChain healthDoor(HttpSecurity http) throws Exception {
      return http.securityMatcher("/health")
          .sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
          .authorizeHttpRequests(rules -> rules.anyRequest().permitAll())
          .build();
    }

    @Bean
    @Order(30)
    SecurityFilterChain peopleDoor(
        HttpSecurity http, ObjectProvider<PeopleAccess> access, Problems problems)
        throws Exception {
      var page =
          access
              .orderedStream()
              .map(PeopleAccess::loginPage)
              .filter(p -> !p.isEmpty())
              .findFirst()
              .orElse("");
      return http.csrf(csrf ->
              csrf.ignoringRequestMatchers( // what carries a password rides on no cookie
                  request -> request.getHeader(HttpHeaders.AUTHORIZATION) != null))
          .httpBasic(basic -> basic.authenticationEntryPoint(unauthorized(problems, "Basic")))
          .formLogin(form -> login(form, page))
          .logout(Customizer.withDefaults())
          .authorizeHttpRequests(rules -> {
            rules.dispatcherTypeMatchers(DispatcherType.ERROR).permitAll();
            access.orderedStream().forEach(a -> a.configure(rules));
            rules.anyRequest().authenticated();
          })
          .exceptionHandling(e ->
              e.defaultAuthenticationEntryPointFor(
                      unauthorized(problems, "Basic"), Doors::isProgram)
                  .accessDeniedHandler(forbidden(problems)))
          .build();
    }

    private static String[] peerPaths(ObjectProvider<PeerAccess> access) {
      return Stream.concat(
              Stream.of(SERVICES, "/harc/**"), access.orderedStream().map(PeerAccess::pattern))
          .distinct()
          .toArray(String[]::new);
    }

    private static void login(FormLoginConfigurer<HttpSecurity> form, String page) {
      if (!page.isEmpty()) {
        form.loginPage(page).permitAll();
      }
    }

    private static String[] authorities(PeerAccess rule) {
      return rule.roles().stream().map(PeerRole::authority).toArray(String[]::new);
    }

    /** A browser is shown the login page; what is not one is told. */
    private static boolean isProgram(HttpServletRequest request) {
      var accept = String.valueOf(request.getHeader(HttpHeaders.ACCEPT));
      return !accept.contains("text/html") || request.getRequestURI().startsWith("/api/");
    }

    private static AuthenticationEntryPoint unauthorized(Problems problems, String scheme) {
      return (_, response, _) -> {
        response.setHeader(HttpHeaders.WWW_AUTHENTICATE, scheme + " realm=\"Touchpaper\"");
        problems.write(response, HttpStatus.UNAUTHORIZED, "who you are is not known here");
      };
    }

    private static AccessDeniedHandler forbidden(Problems problems) {
      return (_, response, _) ->
          problems.write(response, HttpStatus.FORBIDDEN, "this is not yours to do");
    }
  }
}

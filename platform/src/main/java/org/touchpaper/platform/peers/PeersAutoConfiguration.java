package org.touchpaper.platform.peers;

import jakarta.servlet.DispatcherType;
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
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.problem.Browsers;
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
              e.authenticationEntryPoint(AtTheDoor.unauthorized(problems, "Bearer"))
                  .accessDeniedHandler(AtTheDoor.forbidden(problems)))
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
      var pages = access.orderedStream().filter(a -> !a.loginPage().isEmpty()).findFirst();
      var door = new AtTheDoor(pages.orElse(_ -> {}), problems);
      var returnTo = door.returnTo();
      return http.csrf(csrf ->
              csrf.ignoringRequestMatchers( // what carries a password rides on no cookie
                  request ->
                      request.getHeader(HttpHeaders.AUTHORIZATION) != null
                          && !Browsers.wereSentFromElsewhere(request)))
          .httpBasic(
              basic -> basic.authenticationEntryPoint(AtTheDoor.unauthorized(problems, "Basic")))
          .requestCache(cache -> cache.requestCache(returnTo))
          .formLogin(form -> {
            pages.ifPresent(a -> form.loginPage(a.loginPage()).permitAll());
            form.successHandler(AtTheDoor.back(returnTo));
          })
          .logout(Customizer.withDefaults())
          .authorizeHttpRequests(rules -> {
            rules.dispatcherTypeMatchers(DispatcherType.ERROR).permitAll();
            pages.ifPresent(a -> rules.requestMatchers(a.loginPage()).permitAll()); // ?expired too
            access.orderedStream().forEach(a -> a.configure(rules));
            rules.anyRequest().authenticated();
          })
          .exceptionHandling(e ->
              e.defaultAuthenticationEntryPointFor(
                      AtTheDoor.unauthorized(problems, "Basic"),
                      request -> !Browsers.wantAPage(request))
                  .accessDeniedHandler(door::refuse))
          .build();
    }

    private static String[] peerPaths(ObjectProvider<PeerAccess> access) {
      return Stream.concat(
              Stream.of(SERVICES, "/harc/**"), access.orderedStream().map(PeerAccess::pattern))
          .distinct()
          .toArray(String[]::new);
    }

    private static String[] authorities(PeerAccess rule) {
      return rule.roles().stream().map(PeerRole::authority).toArray(String[]::new);
    }
  }
}

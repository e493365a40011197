package org.touchpaper.platform.security;

import jakarta.servlet.DispatcherType;
import java.time.Clock;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.DefaultAuthenticationEventPublisher;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.authentication.event.AuthenticationFailureLockedEvent;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;
import org.springframework.security.web.authentication.UsernamePasswordAuthenticationFilter;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.problem.BrowserRequests;
import org.touchpaper.platform.problem.ProblemWriter;

/**
 * Three filter chains: peers by bearer secret; health for everybody and metrics for operators;
 * people by password.
 */
@AutoConfiguration(
    before = {ServletWebSecurityAutoConfiguration.class, UserDetailsServiceAutoConfiguration.class})
@EnableConfigurationProperties(TouchpaperProperties.class)
public class PlatformSecurityAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  PeerRegistry peers(TouchpaperProperties properties) {
    return PeerRegistry.from(properties);
  }

  @Bean
  @ConditionalOnMissingBean
  OutgoingPeerCallInterceptor peerCallInterceptor() {
    return OutgoingPeerCallInterceptor.PASS_THROUGH;
  }

  /** The filter chains of a web service. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  @EnableWebSecurity
  static class FilterChains {

    private static final String SERVICES = "/services/**";

    /** The service's health has it as its component {@code peers}. */
    @Bean
    @ConditionalOnProperty("touchpaper.peers-file")
    PeersFileReloader peersHealthIndicator(
        TouchpaperProperties properties,
        PeerRegistry peers,
        ObjectProvider<RequiredPeersRule> requirements) {
      return new PeersFileReloader(properties, peers, requirements);
    }

    @Bean
    @ConditionalOnMissingBean
    PasswordEncoder passwordEncoder(TouchpaperProperties properties) {
      return new PlainOrEncodedPasswordEncoder(
          PasswordEncoderFactories.createDelegatingPasswordEncoder(),
          ConfiguredUserReader.from(properties).stream()
              .map(user -> String.valueOf(user.getPassword()))
              .toList());
    }

    /** None: they would be twenty meters for each filter, and cost time in each request. */
    @Bean
    SecurityObservationSettings securityObservations() {
      return SecurityObservationSettings.noObservations();
    }

    /** Lets every method through: controllers answer 405 with the methods that they allow. */
    @Bean
    HttpFirewall httpFirewall() {
      var firewall = new StrictHttpFirewall();
      firewall.setUnsafeAllowAnyHttpMethod(true);
      return firewall;
    }

    @Bean
    @ConditionalOnMissingBean
    UserDetailsService userDetailsService(TouchpaperProperties properties) {
      return new InMemoryUserDetailsManager(ConfiguredUserReader.from(properties));
    }

    @Bean
    LoginThrottle loginThrottle(TouchpaperProperties properties, Clock clock) {
      return new LoginThrottle(properties.failedLogins(), clock);
    }

    /**
     * Checks user name and password, for every chain that accepts them, and publishes Spring
     * Security's authentication events.
     */
    @Bean
    AuthenticationManager passwordLogins(
        UserDetailsService users,
        PasswordEncoder encoder,
        LoginThrottle throttle,
        ApplicationEventPublisher publisher) {
      var passwords = new DaoAuthenticationProvider(users);
      passwords.setPasswordEncoder(encoder);
      var manager = new ProviderManager(passwords);
      var events = new DefaultAuthenticationEventPublisher(publisher);
      events.setAdditionalExceptionMappings(
          Map.of(LoginThrottledException.class, AuthenticationFailureLockedEvent.class));
      return login -> {
        try {
          var result = throttle.authenticate(login.getName(), login, manager);
          events.publishAuthenticationSuccess(result);
          return result;
        } catch (AuthenticationException e) {
          events.publishAuthenticationFailure(e, login);
          throw e;
        }
      };
    }

    @Bean
    @Order(10)
    SecurityFilterChain peerFilterChain(
        HttpSecurity http,
        PeerRegistry peers,
        ObjectProvider<PeerAccessRule> access,
        ProblemWriter problems)
        throws Exception {
      return http.securityMatcher(peerPaths(access))
          .csrf(csrf -> csrf.disable()) // no cookies, no session
          .sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
          .requestCache(cache -> cache.disable())
          .addFilterBefore(new PeerAuthenticationFilter(peers), AuthorizationFilter.class)
          .authorizeHttpRequests(rules -> {
            access
                .orderedStream()
                .forEach(rule ->
                    rules.requestMatchers(rule.pattern()).hasAnyAuthority(authorities(rule)));
            rules.requestMatchers(SERVICES).authenticated(); // each SOAP service checks its roles
            rules.anyRequest().denyAll();
          })
          .exceptionHandling(e ->
              e.authenticationEntryPoint(AuthenticationHandlers.unauthorized(problems, "Bearer"))
                  .accessDeniedHandler(AuthenticationHandlers.forbidden(problems, "Bearer")))
          .build();
    }

    @Bean
    @Order(20)
    SecurityFilterChain actuatorFilterChain(
        HttpSecurity http, AuthenticationManager passwordLogins, ProblemWriter problems)
        throws Exception {
      return http.securityMatcher("/health", "/actuator/**")
          .authenticationManager(passwordLogins)
          .csrf(csrf -> csrf.ignoringRequestMatchers("/health")) // it can only be read
          .sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
          .httpBasic(basic ->
              basic.authenticationEntryPoint(
                  AuthenticationHandlers.unauthorized(problems, "Basic")))
          .authorizeHttpRequests(rules -> {
            rules.requestMatchers("/health", "/actuator/health/**").permitAll();
            rules.anyRequest().hasAnyRole("OPERATOR", "ADMIN");
          })
          .exceptionHandling(
              e -> e.accessDeniedHandler(AuthenticationHandlers.forbidden(problems, "Basic")))
          .build();
    }

    @Bean
    @Order(30)
    SecurityFilterChain userFilterChain(
        HttpSecurity http,
        AuthenticationManager passwordLogins,
        ObjectProvider<UserAccessRules> access,
        ProblemWriter problems)
        throws Exception {
      var loginPage = access.orderedStream().filter(a -> !a.loginPage().isEmpty()).findFirst();
      var handlers = new AuthenticationHandlers(loginPage.orElse(_ -> {}), problems);
      var requestCache = handlers.requestCache();
      return http.authenticationManager(passwordLogins)
          .csrf(csrf ->
              csrf.ignoringRequestMatchers( // requests with a password do not rely on a cookie
                  request ->
                      request.getHeader(HttpHeaders.AUTHORIZATION) != null
                          && !BrowserRequests.isCrossSite(request)))
          .httpBasic(basic ->
              basic.authenticationEntryPoint(
                  AuthenticationHandlers.unauthorized(problems, "Basic")))
          .headers(headers -> access.orderedStream().forEach(a -> a.configureHeaders(headers)))
          .requestCache(cache -> cache.requestCache(requestCache))
          .formLogin(form -> {
            loginPage.ifPresent(a -> form.loginPage(a.loginPage()).permitAll());
            form.successHandler(AuthenticationHandlers.returnToRequestedPage(requestCache));
            form.withObjectPostProcessor(withFailureHandler(handlers.loginFailed()));
          })
          .logout(Customizer.withDefaults())
          .authorizeHttpRequests(rules -> {
            rules.dispatcherTypeMatchers(DispatcherType.ERROR).permitAll();
            loginPage.ifPresent(
                a -> rules.requestMatchers(a.loginPage()).permitAll()); // ?expired too
            access.orderedStream().forEach(a -> a.configure(rules));
            rules.anyRequest().authenticated();
          })
          .exceptionHandling(e ->
              e.defaultAuthenticationEntryPointFor(
                      AuthenticationHandlers.unauthorized(problems, "Basic"),
                      request -> !BrowserRequests.wantsPage(request))
                  .accessDeniedHandler(handlers::denyAccess))
          .build();
    }

    /** Keeps the failure URL of Spring's login page, which a handler of the form would remove. */
    private static ObjectPostProcessor<UsernamePasswordAuthenticationFilter> withFailureHandler(
        AuthenticationFailureHandler handler) {
      return new ObjectPostProcessor<>() {
        @Override
        public <F extends UsernamePasswordAuthenticationFilter> F postProcess(F filter) {
          filter.setAuthenticationFailureHandler(handler);
          return filter;
        }
      };
    }

    private static String[] peerPaths(ObjectProvider<PeerAccessRule> access) {
      return Stream.concat(
              Stream.of(SERVICES, "/harc/**"), access.orderedStream().map(PeerAccessRule::pattern))
          .distinct()
          .toArray(String[]::new);
    }

    private static String[] authorities(PeerAccessRule rule) {
      return rule.roles().stream().map(PeerRole::authority).toArray(String[]::new);
    }
  }
}

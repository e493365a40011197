package org.touchpaper.bar.token;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.authorization.AuthorityAuthorizationManager;
import org.springframework.security.authorization.AuthorizationDeniedException;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.authorization.AuthorizationManagers;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;
import org.springframework.security.web.authentication.AuthenticationFilter;
import org.springframework.security.web.authentication.WebAuthenticationDetails;
import org.touchpaper.platform.problem.ProblemType;
import org.touchpaper.platform.problem.ProblemWriter;
import org.touchpaper.platform.security.LoginThrottle;
import org.touchpaper.platform.security.LoginThrottledException;

/**
 * Admits tokens to the API, each as far as its scopes permit. A request with a token has no session
 * and needs no CSRF token: a browser adds none by itself.
 */
@Configuration(proxyBeanMethods = false)
class TokenSecurityConfiguration {

  private static final String BEARER = "Bearer ";

  /** A refusal that names the scopes; any one of them would be enough. */
  private record ScopeDecision(boolean isGranted, List<TokenScope> sufficient)
      implements AuthorizationResult {}

  @Bean
  @Order(25)
  SecurityFilterChain tokenFilterChain(
      HttpSecurity http,
      TokenAuthenticator authenticator,
      LoginThrottle throttle,
      ProblemWriter problems)
      throws Exception {
    AuthenticationManager throttled =
        candidate ->
            throttle.authenticateToken(
                TokenAuthenticator.idOf(candidate), candidate, authenticator);
    var authentication =
        new AuthenticationFilter(throttled, TokenSecurityConfiguration::credentials);
    authentication.setSuccessHandler((_, _, _) -> {});
    authentication.setFailureHandler(
        (request, response, failure) -> refuseToken(problems, request, response, failure));
    return http.securityMatcher(TokenSecurityConfiguration::hasToken)
        .csrf(csrf -> csrf.disable())
        .sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .requestCache(cache -> cache.disable())
        .logout(logout -> logout.disable())
        .addFilterBefore(authentication, AuthorizationFilter.class)
        .authorizeHttpRequests(rules -> {
          rules
              .requestMatchers(
                  "/api/v1/openapi.yaml", "/api/v1/openapi.json", "/iri/api/v2/openapi.json")
              .permitAll();
          rules.requestMatchers("/api/v1/tokens/**", "/api/v1/webhooks/**").access(anyOf());
          rules.requestMatchers(HttpMethod.GET).access(anyOf(TokenScope.READ));
          rules.requestMatchers(HttpMethod.HEAD).access(anyOf(TokenScope.READ));
          rules // IRI lists jobs with POST
              .requestMatchers(HttpMethod.POST, "/iri/api/v2/compute/status/*")
              .access(anyOf(TokenScope.READ));
          rules.requestMatchers(HttpMethod.DELETE).access(bookOrEndByForce());
          rules.anyRequest().access(anyOf(TokenScope.BOOK));
        })
        .exceptionHandling(e ->
            e.accessDeniedHandler(
                (request, response, denied) -> forbid(problems, request, response, denied)))
        .build();
  }

  private static boolean hasToken(HttpServletRequest request) {
    var authorization = request.getHeader(HttpHeaders.AUTHORIZATION);
    return authorization != null
        && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
        && Stream.of("/api/", "/iri/")
            .anyMatch(path -> request.getRequestURI().startsWith(request.getContextPath() + path));
  }

  private static Authentication credentials(HttpServletRequest request) {
    var secret = request.getHeader(HttpHeaders.AUTHORIZATION).substring(BEARER.length()).strip();
    var candidate = UsernamePasswordAuthenticationToken.unauthenticated("", secret);
    candidate.setDetails(new WebAuthenticationDetails(request));
    return candidate;
  }

  private static AuthorizationManager<RequestAuthorizationContext> anyOf(TokenScope... scopes) {
    var sufficient = List.of(scopes);
    return (login, _) ->
        new ScopeDecision(
            sufficient.stream().anyMatch(scope -> hasAuthority(login.get(), scope.authority())),
            sufficient);
  }

  /** Owners end their own bookings; officers and administrators end those of all. */
  private static AuthorizationManager<RequestAuthorizationContext> bookOrEndByForce() {
    var byForce =
        AuthorizationManagers.allOf(
            AuthorityAuthorizationManager.hasAuthority(TokenScope.OPERATE.authority()),
            AuthorityAuthorizationManager.<Object>hasAnyRole("OFFICER", "ADMIN"));
    return (login, context) -> {
      var decision = byForce.authorize(login, context);
      return new ScopeDecision(
          hasAuthority(login.get(), TokenScope.BOOK.authority())
              || (decision != null && decision.isGranted()),
          List.of(TokenScope.BOOK, TokenScope.OPERATE));
    };
  }

  private static boolean hasAuthority(Authentication login, String authority) {
    return login.getAuthorities().stream()
        .anyMatch(candidate -> authority.equals(candidate.getAuthority()));
  }

  /** RFC 6750 section 3.1, invalid_token. */
  private static void refuseToken(
      ProblemWriter problems,
      HttpServletRequest request,
      HttpServletResponse response,
      AuthenticationException failure)
      throws IOException {
    if (failure instanceof LoginThrottledException refusal) {
      LoginThrottle.sendRefusal(request, response, refusal, problems);
      return;
    }
    var reason = String.valueOf(failure.getMessage());
    if (failure instanceof AuthenticationServiceException) {
      response.setHeader(HttpHeaders.RETRY_AFTER, "2");
      problems.write(request, response, ProblemType.UNAVAILABLE.problem(reason));
      return;
    }
    response.setHeader(
        HttpHeaders.WWW_AUTHENTICATE,
        "Bearer error=\"invalid_token\", error_description=\"" + reason + "\"");
    problems.write(request, response, ProblemType.UNAUTHENTICATED.problem(reason));
  }

  /** RFC 6750 section 3.1, insufficient_scope. */
  private static void forbid(
      ProblemWriter problems,
      HttpServletRequest request,
      HttpServletResponse response,
      AccessDeniedException denied)
      throws IOException {
    var sufficient =
        denied instanceof AuthorizationDeniedException decided
                && decided.getAuthorizationResult() instanceof ScopeDecision decision
            ? TokenScope.texts(decision.sufficient())
            : List.<String>of();
    if (sufficient.isEmpty()) {
      problems.write(
          request,
          response,
          ProblemType.FORBIDDEN.problem(
              "tokens are made, listed and revoked with user name and password, not with a token"));
      return;
    }
    response.setHeader(
        HttpHeaders.WWW_AUTHENTICATE,
        "Bearer error=\"insufficient_scope\", scope=\"" + sufficient.getFirst() + "\"");
    problems.write(
        request,
        response,
        ProblemType.FORBIDDEN.problem(
            "this needs a token with the scope %s, and an owner whose roles permit it"
                .formatted(String.join(" or ", sufficient))));
  }
}

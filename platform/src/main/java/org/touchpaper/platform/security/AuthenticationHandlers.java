package org.touchpaper.platform.security;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.InsufficientAuthenticationException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.authentication.AuthenticationFailureHandler;
import org.springframework.security.web.authentication.SavedRequestAwareAuthenticationSuccessHandler;
import org.springframework.security.web.authentication.SimpleUrlAuthenticationFailureHandler;
import org.springframework.security.web.csrf.CsrfException;
import org.springframework.security.web.savedrequest.HttpSessionRequestCache;
import org.springframework.security.web.savedrequest.SimpleSavedRequest;
import org.touchpaper.platform.problem.BrowserRequests;
import org.touchpaper.platform.problem.ProblemWriter;

/** Responses to requests without authentication or permission, and redirects after a login. */
record AuthenticationHandlers(UserAccessRules access, ProblemWriter problems) {

  private static final String RETURN_TO = "touchpaper.return-to";

  static AuthenticationEntryPoint unauthorized(ProblemWriter problems, String scheme) {
    return (request, response, failure) -> {
      if (failure instanceof LoginThrottledException throttled) {
        LoginThrottle.sendRefusal(request, response, throttled, problems);
        return;
      }
      var challenge = BrowserRequests.isScript(request) ? "Session" : scheme;
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, challenge + " realm=\"Touchpaper\"");
      problems.write(
          request, response, problem(HttpStatus.UNAUTHORIZED, "authentication is required"));
    };
  }

  /**
   * 403, or 401 for a request without credentials: the check of its CSRF token comes before that of
   * its login.
   */
  static AccessDeniedHandler forbidden(ProblemWriter problems, String scheme) {
    var challenge = unauthorized(problems, scheme);
    return (request, response, denied) -> {
      if (isWithoutCredentials(request)) {
        challenge.commence(
            request, response, new InsufficientAuthenticationException("no credentials", denied));
      } else {
        problems.write(
            request, response, problem(HttpStatus.FORBIDDEN, "you are not permitted to do this"));
      }
    };
  }

  private static ProblemDetail problem(HttpStatus status, String detail) {
    return ProblemDetail.forStatusAndDetail(status, detail);
  }

  private static boolean isWithoutCredentials(HttpServletRequest request) {
    return SecurityContextHolder.getContext().getAuthentication() == null
        && request.getHeader(HttpHeaders.AUTHORIZATION) == null;
  }

  /**
   * Redirects a form of an expired session to the login, and from there back to the form as filled
   * in.
   */
  void denyAccess(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
      throws IOException, ServletException {
    if (!BrowserRequests.wantsPage(request)) {
      forbidden(problems, "Basic").handle(request, response, denied);
    } else if (isSessionExpired(denied)) {
      var formPath = access.formReturnPath(request);
      if (!formPath.isEmpty()) {
        request.getSession().setAttribute(RETURN_TO, new SimpleSavedRequest(formPath));
      }
      response.sendRedirect(request.getContextPath() + access.loginPage() + "?expired");
    } else {
      response.sendError(HttpStatus.FORBIDDEN.value());
    }
  }

  private boolean isSessionExpired(AccessDeniedException denied) {
    return denied instanceof CsrfException
        && SecurityContextHolder.getContext().getAuthentication() == null
        && !access.loginPage().isEmpty();
  }

  /** Returns to the login page with {@code ?error}, or says how long to wait. */
  AuthenticationFailureHandler loginFailed() {
    var page = access.loginPage().isEmpty() ? "/login" : access.loginPage();
    var toPage = new SimpleUrlAuthenticationFailureHandler(page + "?error");
    return (request, response, failure) -> {
      if (failure instanceof LoginThrottledException throttled) {
        LoginThrottle.sendRefusal(request, response, throttled, problems);
      } else {
        toPage.onAuthenticationFailure(request, response, failure);
      }
    };
  }

  /** Remembers only pages, not fragments. */
  HttpSessionRequestCache requestCache() {
    var cache = new HttpSessionRequestCache();
    cache.setSessionAttrName(RETURN_TO);
    cache.setRequestMatcher(
        request -> request.getMethod().equals("GET") && BrowserRequests.wantsPage(request));
    return cache;
  }

  /** Returns, once, to the page requested before the login. */
  static SavedRequestAwareAuthenticationSuccessHandler returnToRequestedPage(
      HttpSessionRequestCache requestCache) {
    var handler =
        new SavedRequestAwareAuthenticationSuccessHandler() {
          @Override
          public void onAuthenticationSuccess(
              HttpServletRequest request, HttpServletResponse response, Authentication login)
              throws ServletException, IOException {
            super.onAuthenticationSuccess(request, response, login);
            requestCache.removeRequest(request, response);
          }
        };
    handler.setRequestCache(requestCache);
    return handler;
  }
}

package org.touchpaper.platform.peers;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.authentication.SavedRequestAwareAuthenticationSuccessHandler;
import org.springframework.security.web.csrf.CsrfException;
import org.springframework.security.web.savedrequest.HttpSessionRequestCache;
import org.springframework.security.web.savedrequest.SimpleSavedRequest;
import org.touchpaper.platform.problem.Browsers;
import org.touchpaper.platform.problem.Problems;

/** What people are told who may not pass, and where they get to once they may. */
final class AtTheDoor {

  private static final String RETURN_TO = "touchpaper.return-to";

  private final PeopleAccess access;
  private final Problems problems;

  AtTheDoor(PeopleAccess access, Problems problems) {
    this.access = access;
    this.problems = problems;
  }

  static AuthenticationEntryPoint unauthorized(Problems problems, String scheme) {
    return (request, response, _) -> {
      var shown = Browsers.runScript(request) ? "Session" : scheme;
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, shown + " realm=\"Touchpaper\"");
      problems.write(response, HttpStatus.UNAUTHORIZED, "who you are is not known here");
    };
  }

  static AccessDeniedHandler forbidden(Problems problems) {
    return (_, response, _) ->
        problems.write(response, HttpStatus.FORBIDDEN, "this is not yours to do");
  }

  /** A form whose session has ended leads to the login, and from there back to what was typed. */
  void refuse(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException denied)
      throws IOException {
    if (!Browsers.wantAPage(request)) {
      problems.write(response, HttpStatus.FORBIDDEN, "this is not yours to do");
    } else if (hasEnded(denied)) {
      var again = access.formAgain(request);
      if (!again.isEmpty()) {
        request.getSession().setAttribute(RETURN_TO, new SimpleSavedRequest(again));
      }
      response.sendRedirect(request.getContextPath() + access.loginPage() + "?expired");
    } else {
      response.sendError(HttpStatus.FORBIDDEN.value());
    }
  }

  private boolean hasEnded(AccessDeniedException denied) {
    return denied instanceof CsrfException
        && SecurityContextHolder.getContext().getAuthentication() == null
        && !access.loginPage().isEmpty();
  }

  /** Only whole pages are places to return to. */
  HttpSessionRequestCache returnTo() {
    var cache = new HttpSessionRequestCache();
    cache.setSessionAttrName(RETURN_TO);
    cache.setRequestMatcher(
        request -> request.getMethod().equals("GET") && Browsers.wantAPage(request));
    return cache;
  }

  /** Goes to the place asked for before the login, once. */
  static SavedRequestAwareAuthenticationSuccessHandler back(HttpSessionRequestCache returnTo) {
    var back =
        new SavedRequestAwareAuthenticationSuccessHandler() {
          @Override
          public void onAuthenticationSuccess(
              HttpServletRequest request, HttpServletResponse response, Authentication login)
              throws ServletException, IOException {
            super.onAuthenticationSuccess(request, response, login);
            returnTo.removeRequest(request, response);
          }
        };
    back.setRequestCache(returnTo);
    return back;
  }
}

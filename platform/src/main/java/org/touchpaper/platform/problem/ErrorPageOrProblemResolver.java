package org.touchpaper.platform.problem;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorViewResolver;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.stereotype.Controller;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Answers errors: with a page for a browser if the service has one (a bean {@link
 * ErrorViewResolver}), else with a problem. Controllers' exceptions arrive here first, the servlet
 * container's errors by {@code /error}.
 */
@Controller
final class ErrorPageOrProblemResolver
    implements ErrorController, HandlerExceptionResolver, Ordered {

  private static final Logger LOG = LoggerFactory.getLogger(ErrorPageOrProblemResolver.class);

  private final ObjectProvider<ErrorViewResolver> pages;
  private final ProblemWriter problems;

  ErrorPageOrProblemResolver(ObjectProvider<ErrorViewResolver> pages, ProblemWriter problems) {
    this.pages = pages;
    this.problems = problems;
  }

  /** Before {@link ProblemAdvice}. */
  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE + 1;
  }

  @Override
  public @Nullable ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception e) {
    if (!BrowserRequests.wantsPage(request)
        || e instanceof AccessDeniedException
        || e instanceof AuthenticationException) {
      return null; // Spring Security answers these
    }
    var status = status(e);
    var page = findPage(request, status, Map.of());
    if (page == null || !status.is5xxServerError()) {
      return page;
    }
    var id = UUID.randomUUID().toString();
    LOG.error("problem {}", id, e);
    return findPage(request, status, Map.of("id", id));
  }

  private static HttpStatus status(Exception e) {
    return switch (e) {
      case ErrorResponse answer -> statusOf(answer.getStatusCode().value());
      case InvalidRequestException invalid -> invalid.status();
      case TypeMismatchException _ -> HttpStatus.BAD_REQUEST;
      default -> HttpStatus.INTERNAL_SERVER_ERROR;
    };
  }

  private static HttpStatus statusOf(int code) {
    var status = HttpStatus.resolve(code);
    return status == null ? HttpStatus.INTERNAL_SERVER_ERROR : status;
  }

  @RequestMapping("/error")
  @Nullable ModelAndView handleError(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    var existingProblem = ProblemWriter.findProblem(request);
    var status = status(request);
    var attributes =
        existingProblem.map(problem -> Map.of("detail", String.valueOf(problem.getDetail())));
    var page =
        BrowserRequests.wantsPage(request)
            ? findPage(request, status, attributes.orElse(Map.of()))
            : null;
    if (page == null) {
      problems.write(
          response,
          existingProblem.orElseGet(
              () -> ProblemDetail.forStatusAndDetail(status, ProblemWriter.defaultDetail(status))));
    }
    return page;
  }

  /** A direct request for {@code /error} gets 404. */
  private static HttpStatus status(HttpServletRequest request) {
    return request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code
        ? statusOf(code)
        : HttpStatus.NOT_FOUND;
  }

  private @Nullable ModelAndView findPage(
      HttpServletRequest request, HttpStatus status, Map<String, String> attributes) {
    var model = new HashMap<String, Object>(attributes);
    model.put("status", status.value());
    for (var resolver : pages.orderedStream().toList()) {
      var page = resolver.resolveErrorView(request, status, model);
      if (page != null) {
        page.setStatus(status);
        return page;
      }
    }
    return null;
  }
}

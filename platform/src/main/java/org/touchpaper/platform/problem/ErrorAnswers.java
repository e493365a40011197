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
 * Answers what went wrong: with a page where a browser asks and the service has one (a bean {@link
 * ErrorViewResolver}), with a problem otherwise. What goes wrong in controllers comes here first,
 * and what the servlet container finds wrong comes by {@code /error}.
 */
@Controller
final class ErrorAnswers implements ErrorController, HandlerExceptionResolver, Ordered {

  private static final Logger LOG = LoggerFactory.getLogger(ErrorAnswers.class);

  private final ObjectProvider<ErrorViewResolver> pages;
  private final Problems problems;

  ErrorAnswers(ObjectProvider<ErrorViewResolver> pages, Problems problems) {
    this.pages = pages;
    this.problems = problems;
  }

  /** Before the advice that answers programs. */
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
    if (!Browsers.wantAPage(request)
        || e instanceof AccessDeniedException
        || e instanceof AuthenticationException) {
      return null; // Security answers its own
    }
    var status = status(e);
    var page = page(request, status, Map.of());
    if (page == null || !status.is5xxServerError()) {
      return page;
    }
    var id = UUID.randomUUID().toString();
    LOG.error("problem {}", id, e);
    return page(request, status, Map.of("id", id));
  }

  private static HttpStatus status(Exception e) {
    return switch (e) {
      case ErrorResponse answer -> known(answer.getStatusCode().value());
      case InvalidRequest invalid -> invalid.status();
      case TypeMismatchException _ -> HttpStatus.BAD_REQUEST;
      default -> HttpStatus.INTERNAL_SERVER_ERROR;
    };
  }

  private static HttpStatus known(int code) {
    var status = HttpStatus.resolve(code);
    return status == null ? HttpStatus.INTERNAL_SERVER_ERROR : status;
  }

  @RequestMapping("/error")
  @Nullable ModelAndView answer(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    var told = Problems.told(request);
    var status = status(request);
    var facts = told.map(problem -> Map.of("detail", String.valueOf(problem.getDetail())));
    var page = Browsers.wantAPage(request) ? page(request, status, facts.orElse(Map.of())) : null;
    if (page == null) {
      problems.write(
          response,
          told.orElseGet(
              () -> ProblemDetail.forStatusAndDetail(status, Problems.sentence(status))));
    }
    return page;
  }

  /** Whoever asks for {@code /error} itself finds nothing there. */
  private static HttpStatus status(HttpServletRequest request) {
    return request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code
        ? known(code)
        : HttpStatus.NOT_FOUND;
  }

  private @Nullable ModelAndView page(
      HttpServletRequest request, HttpStatus status, Map<String, String> facts) {
    var model = new HashMap<String, Object>(facts);
    model.put("status", status.value());
    for (var each : pages.orderedStream().toList()) {
      var page = each.resolveErrorView(request, status, model);
      if (page != null) {
        page.setStatus(status);
        return page;
      }
    }
    return null;
  }
}

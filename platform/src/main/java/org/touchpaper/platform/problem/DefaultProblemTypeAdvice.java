package org.touchpaper.platform.problem;

import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/** Sets type and title of a problem that has none (RFC 9457 section 3.1.1). */
@RestControllerAdvice
final class DefaultProblemTypeAdvice implements ResponseBodyAdvice<Object> {

  static ProblemDetail withType(ProblemDetail problem) {
    if (problem.getType() == null || problem.getType().toString().equals("about:blank")) {
      ProblemType.of(problem.getStatus()).applyTo(problem);
    }
    return problem;
  }

  @Override
  public boolean supports(
      MethodParameter returns, Class<? extends HttpMessageConverter<?>> converter) {
    return true;
  }

  @Override
  public @Nullable Object beforeBodyWrite(
      @Nullable Object body,
      MethodParameter returns,
      MediaType type,
      Class<? extends HttpMessageConverter<?>> converter,
      ServerHttpRequest request,
      ServerHttpResponse response) {
    return body instanceof ProblemDetail problem ? withType(problem) : body;
  }
}

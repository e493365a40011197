package org.touchpaper.platform.problem;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/** Sets the type of a problem that has none (RFC 9457 section 3.1.1). */
@RestControllerAdvice
final class ProblemTypeAdvice implements ResponseBodyAdvice<Object> {

  private static final String PREFIX = "urn:touchpaper:problem:";

  static ProblemDetail withType(ProblemDetail problem) {
    if (problem.getType() == null || problem.getType().toString().equals("about:blank")) {
      problem.setType(URI.create(PREFIX + typeOf(problem.getStatus())));
    }
    return problem;
  }

  private static String typeOf(int status) {
    return switch (status) {
      case 400 -> "malformed";
      case 401 -> "unauthenticated";
      case 403 -> "forbidden";
      case 404 -> "not-found";
      case 405 -> "method-not-allowed";
      case 406 -> "not-acceptable";
      case 409 -> "wrong-state";
      case 413 -> "too-large";
      case 415 -> "unsupported-media-type";
      case 422 -> "invalid";
      case 503 -> "unavailable";
      default -> status < 500 ? "refused" : "internal";
    };
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

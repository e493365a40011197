package org.touchpaper.bar.iri;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.platform.problem.ProblemType;

/** Problems in IRI's form: errors in a request are its {@code invalid_params}. */
@RestControllerAdvice
final class IriProblemAdvice implements ResponseBodyAdvice<Object> {

  /** What is wrong with a field. */
  private record InvalidParameter(String name, String reason) {}

  static ErrorResponseException notFound(String what, String id) {
    return of(ProblemType.NOT_FOUND, what + " " + id + " does not exist");
  }

  static ErrorResponseException of(ProblemType type, String detail) {
    var problem = type.problem(detail);
    return new ErrorResponseException(HttpStatusCode.valueOf(problem.getStatus()), problem, null);
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
    if (body instanceof ProblemDetail problem
        && request.getURI().getPath().startsWith(IriAddresses.PREFIX)
        && problem.getProperties() != null
        && problem.getProperties().remove("errors") instanceof List<?> errors) {
      problem.setProperty(
          "invalid_params",
          errors.stream()
              .map(FieldViolation.class::cast)
              .map(error -> new InvalidParameter(error.field(), error.message()))
              .toList());
    }
    return body;
  }
}

package org.touchpaper.platform.problem;

import java.util.List;
import java.util.UUID;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Maps a controller's exception to a problem, without internals. */
@RestControllerAdvice
final class ProblemAdvice extends ResponseEntityExceptionHandler {

  private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);

  private final long limit;

  ProblemAdvice(long limit) {
    this.limit = limit;
  }

  @ExceptionHandler
  ProblemDetail onInvalidRequest(InvalidRequestException invalid) {
    return ProblemWriter.of(
        invalid.status(), String.valueOf(invalid.getMessage()), invalid.violations());
  }

  @ExceptionHandler
  ProblemDetail onTypeMismatch(MethodArgumentTypeMismatchException e) {
    return malformed(e.getName(), "malformed", e.getName() + " cannot be read");
  }

  @ExceptionHandler
  ProblemDetail onInvalidParameter(InvalidParameterException e) {
    return InvalidParameterFilter.problem(e);
  }

  /** A controller asks for a parameter or header with characters that the firewall forbids. */
  @ExceptionHandler
  ProblemDetail onRejected(RequestRejectedException e) {
    return malformed(
        "", "query", "a parameter or header contains control or unassigned characters");
  }

  @ExceptionHandler
  ProblemDetail onUnexpected(Exception e) throws Exception {
    if (e instanceof AccessDeniedException || e instanceof AuthenticationException) {
      throw e; // Spring Security answers these, with the right headers
    }
    var id = UUID.randomUUID();
    LOG.error("problem {}", id, e);
    return ProblemDetail.forStatusAndDetail(
        HttpStatus.INTERNAL_SERVER_ERROR, "internal error; reference for support: " + id);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    var problem = unreadable(e);
    return ResponseEntity.status(problem.getStatus()).body(problem);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleMissingServletRequestParameter(
      MissingServletRequestParameterException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    var name = e.getParameterName();
    return ResponseEntity.badRequest().body(malformed(name, "required", name + " is missing"));
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleNoResourceFoundException(
      NoResourceFoundException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    var path = ((ServletWebRequest) request).getRequest().getRequestURI();
    var advice = path.endsWith("/") ? "; its address has no slash at the end" : "";
    return ResponseEntity.status(status)
        .body(ProblemDetail.forStatusAndDetail(status, "nothing is at " + path + advice));
  }

  private ProblemDetail unreadable(HttpMessageNotReadableException e) {
    if (BodyTooLargeException.isCauseOf(e)) {
      return BodyLimitFilter.tooLargeProblem(limit);
    }
    return switch (e.getCause()) {
      case StreamConstraintsException _ ->
          malformed(
              "",
              "too-deep-or-long",
              "the JSON is nested too deeply or has a value that is too long");
      case InputCoercionException exception ->
          malformed(path(exception), "out-of-range", "a number is out of range" + place(exception));
      case StreamReadException exception ->
          malformed("", "json", "the body is not valid JSON" + place(exception));
      case UnrecognizedPropertyException unknownProperty ->
          malformed(path(unknownProperty), "unknown", "unknown field " + path(unknownProperty));
      case JacksonException exception ->
          malformed(
              path(exception),
              "malformed",
              subject(exception) + " cannot be read" + place(exception));
      case null, default -> malformed("", "malformed", "the body is missing or cannot be read");
    };
  }

  private static ProblemDetail malformed(String field, String rule, String detail) {
    return ProblemWriter.of(
        HttpStatus.BAD_REQUEST, detail, List.of(new FieldViolation(field, rule, detail)));
  }

  private static String place(JacksonException e) {
    var location = e.getLocation();
    return location == null
        ? ""
        : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
  }

  private static String subject(JacksonException e) {
    return e.getPath().isEmpty() ? "the body" : path(e);
  }

  private static String path(JacksonException e) {
    var path = new StringBuilder();
    for (var step : e.getPath()) {
      if (step.getPropertyName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
      }
    }
    return path.toString();
  }
}

package org.touchpaper.platform.problem;

import java.util.List;
import java.util.UUID;
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
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Turns what goes wrong in a controller into a problem, saying nothing about our insides. */
@RestControllerAdvice
final class ProblemAdvice extends ResponseEntityExceptionHandler {

  private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);

  private final long limit;

  ProblemAdvice(long limit) {
    this.limit = limit;
  }

  @ExceptionHandler
  ProblemDetail invalid(InvalidRequest invalid) {
    return Problems.of(
        invalid.status(), String.valueOf(invalid.getMessage()), invalid.violations());
  }

  @ExceptionHandler
  ProblemDetail mismatch(MethodArgumentTypeMismatchException e) {
    return malformed(e.getName(), "malformed", e.getName() + " cannot be read");
  }

  @ExceptionHandler
  ProblemDetail unexpected(Exception e) throws Exception {
    if (e instanceof AccessDeniedException || e instanceof AuthenticationException) {
      throw e; // Security answers these itself, with the right headers
    }
    var id = UUID.randomUUID();
    LOG.error("problem {}", id, e);
    return ProblemDetail.forStatusAndDetail(
        HttpStatus.INTERNAL_SERVER_ERROR, "this went wrong on our side; our log tells under " + id);
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

  private ProblemDetail unreadable(HttpMessageNotReadableException e) {
    if (BodyTooLarge.isBehind(e)) {
      return BodyLimit.tooLarge(limit);
    }
    return switch (e.getCause()) {
      case StreamConstraintsException _ ->
          malformed("", "too-deep-or-long", "the JSON is nested too deep or has too long a value");
      case InputCoercionException bad ->
          malformed(path(bad), "out-of-range", "a number is out of range" + place(bad));
      case StreamReadException bad -> malformed("", "json", "this is not JSON" + place(bad));
      case UnrecognizedPropertyException unknown ->
          malformed(path(unknown), "unknown", "there is no field " + path(unknown));
      case JacksonException bad ->
          malformed(path(bad), "malformed", subject(bad) + " cannot be read" + place(bad));
      case null, default -> malformed("", "malformed", "the body is missing or cannot be read");
    };
  }

  private static ProblemDetail malformed(String field, String rule, String sentence) {
    return Problems.of(
        HttpStatus.BAD_REQUEST, sentence, List.of(new Violation(field, rule, sentence)));
  }

  private static String place(JacksonException e) {
    var at = e.getLocation();
    return at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
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

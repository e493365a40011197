package org.touchpaper.bar.api;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.http.ETag;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.platform.problem.ProblemType;

/**
 * The entity tag of a booking (RFC 9110 section 8.8.3): a digest of what is booked. It changes when
 * the booking is changed, not when its state does, so that {@code If-Match} detects another
 * client's change and nothing else. A response is not to be revalidated with it: {@code
 * If-None-Match} has no effect.
 */
@RestControllerAdvice
public final class EntityTagAdvice implements ResponseBodyAdvice<Object> {

  private static final int DIGITS = 32;

  /** A body with an entity tag. */
  interface Tagged {

    /** Returns what is booked, without its state. */
    List<?> bookedValues();
  }

  /** Returns the tag of a co-allocation as a header says it. */
  public static String of(CoAllocation booking) {
    return quoted(ApiResponseBodyRecords.CoAllocationView.of(booking));
  }

  static String quoted(Tagged body) {
    return '"' + of(body) + '"';
  }

  /**
   * Returns a condition on a co-allocation, which throws if that is not met.
   *
   * @param ifMatch the header; null if there is no condition
   */
  public static Consumer<CoAllocation> requireMatch(@Nullable String ifMatch) {
    return booking -> requireMatch(ifMatch, ApiResponseBodyRecords.CoAllocationView.of(booking));
  }

  private static String of(Tagged body) {
    return BookingRequest.digest(body.bookedValues()).substring(0, DIGITS);
  }

  /**
   * Compares a booking with the tags that the caller expects.
   *
   * @param ifMatch the header; null if there is no condition
   * @throws ErrorResponseException with 412 if none is the booking's
   */
  static void requireMatch(@Nullable String ifMatch, Tagged body) {
    if (ifMatch == null || ifMatch.strip().equals("*")) {
      return;
    }
    var tag = of(body);
    if (ETag.parse(ifMatch).stream().noneMatch(given -> !given.weak() && given.tag().equals(tag))) {
      var problem =
          ProblemType.PRECONDITION_FAILED.problem(
              "the booking was changed: its ETag is \""
                  + tag
                  + "\", not "
                  + ifMatch
                  + "; read it again");
      throw new ErrorResponseException(HttpStatus.PRECONDITION_FAILED, problem, null);
    }
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
    if (body instanceof Tagged tagged) {
      response.getHeaders().setETag(quoted(tagged));
    }
    return body;
  }
}

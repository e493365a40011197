package org.touchpaper.bar.api;

import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponseException;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.platform.problem.ProblemType;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** Creates the API's problem details (RFC 9457). */
final class ApiProblems {

  /** The delay before a retry when acceptors or segments are unavailable. */
  private static final String RETRY_AFTER_SECONDS = "2";

  private ApiProblems() {}

  /** 404, also for bookings of other users. */
  static ErrorResponseException notFound(String kind, Object id) {
    return new ErrorResponseException(
        HttpStatus.NOT_FOUND,
        ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, kind + " " + id + " does not exist"),
        null);
  }

  /** 403: the caller may read it but not change it. */
  static ErrorResponseException forbidden(String reason) {
    return new ErrorResponseException(
        HttpStatus.FORBIDDEN, ProblemDetail.forStatusAndDetail(HttpStatus.FORBIDDEN, reason), null);
  }

  /** 409: the state does not allow the operation. */
  static ErrorResponseException conflict(String reason) {
    return new ErrorResponseException(
        HttpStatus.CONFLICT, ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, reason), null);
  }

  /** 410: it was stored, and is no longer. */
  static ErrorResponseException gone(String reason) {
    return new ErrorResponseException(
        HttpStatus.GONE, ProblemDetail.forStatusAndDetail(HttpStatus.GONE, reason), null);
  }

  /** 429: the user has as many streams of events open as allowed. */
  static ErrorResponseException tooManyStreams(int max) {
    return withRetry(
        ProblemType.TOO_MANY_STREAMS.problem(
            "you have " + max + " streams of events open; close one, or try again in a minute"));
  }

  /** 503: as many streams of events are open as the BAR serves. */
  static ErrorResponseException tooManyStreamsOfAll() {
    return withRetry(unavailable("too many streams of events are open; try again later"));
  }

  /** A broken stream is noticed within a minute. */
  private static ErrorResponseException withRetry(ProblemDetail problem) {
    var refusal =
        new ErrorResponseException(HttpStatus.valueOf(problem.getStatus()), problem, null);
    refusal.getHeaders().set(HttpHeaders.RETRY_AFTER, "60");
    return refusal;
  }

  /** 409: not available now; no resources are held. */
  static ProblemDetail temporarilyRefused(
      String reason, List<Refusal> refusals, List<Schedule> alternatives) {
    return withDetails(ProblemType.REFUSED.problem(reason), refusals, alternatives);
  }

  /** 409: another transaction that the broker's database lacks was committed under this id. */
  static ProblemDetail idConflict(String reason) {
    return ProblemType.ID_CONFLICT.problem(reason);
  }

  /** 422: can never be satisfied; no resources are held. */
  static ProblemDetail permanentlyRefused(String reason, List<Refusal> refusals) {
    var problem = ProblemType.INVALID.problem(reason);
    problem.setProperty("errors", refusals.stream().map(ApiProblems::toViolation).toList());
    return withDetails(problem, refusals, List.of());
  }

  private static ProblemDetail withDetails(
      ProblemDetail problem, List<Refusal> refusals, List<Schedule> alternatives) {
    problem.setProperty(
        "refusals", refusals.stream().map(ApiResponseBodyRecords.RefusalView::of).toList());
    problem.setProperty("alternatives", alternatives);
    return problem;
  }

  private static FieldViolation toViolation(Refusal refusal) {
    return new FieldViolation(refusal.field(), refusal.code().name(), refusal.reason());
  }

  /**
   * 503: a required service is unavailable; no resources are held, and the call may be repeated.
   */
  static ProblemDetail unavailable(String reason) {
    return ProblemType.UNAVAILABLE.problem(reason);
  }

  /**
   * 503: a service did not answer in time, so that nothing was decided against the request and
   * nothing is held.
   *
   * @param reason names the service
   */
  static ProblemDetail unanswered(String reason) {
    return unavailable(
        reason
            + ". Nothing was booked or changed. Send the request again with the same"
            + " Idempotency-Key; if that does not help, tell the operator of that service.");
  }

  static ResponseEntity<ProblemDetail> toResponse(ProblemDetail problem) {
    var response =
        ResponseEntity.status(problem.getStatus()).contentType(MediaType.APPLICATION_PROBLEM_JSON);
    if (problem.getStatus() == HttpStatus.SERVICE_UNAVAILABLE.value()) {
      response.header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
    }
    return response.body(problem);
  }
}

package org.touchpaper.bar.api;

import java.net.URI;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponseException;
import org.touchpaper.platform.problem.Violation;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** The ways to say no, as problems (RFC 9457). */
final class Refused {

  private static final URI REFUSED = URI.create("urn:touchpaper:problem:refused");

  /** Whoever finds acceptors or segments away comes back after so many seconds. */
  private static final String LATER = "2";

  private Refused() {}

  /** 404: what is another's is as unknown as what is not there. */
  static ErrorResponseException absent(String what, Object id) {
    return new ErrorResponseException(
        HttpStatus.NOT_FOUND,
        ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, "there is no " + what + " " + id),
        null);
  }

  /** 403: it may be seen, and not be changed. */
  static ErrorResponseException notYours(String why) {
    return new ErrorResponseException(
        HttpStatus.FORBIDDEN, ProblemDetail.forStatusAndDetail(HttpStatus.FORBIDDEN, why), null);
  }

  /** 409: its state does not allow that. */
  static ErrorResponseException wrongState(String why) {
    return new ErrorResponseException(
        HttpStatus.CONFLICT, ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, why), null);
  }

  /** 409: it does not fit now; nothing is held. */
  static ProblemDetail busy(String why, List<Refusal> refusals, List<Schedule> alternatives) {
    var problem = ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, why);
    problem.setType(REFUSED);
    problem.setTitle("does not fit now");
    return with(problem, refusals, alternatives);
  }

  /** 409: something else is booked in its place, which the broker's books lack. */
  static ProblemDetail overtaken(String why) {
    var problem = ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, why);
    problem.setTitle("something else is booked");
    return problem;
  }

  /** 422: it can never fit; nothing is held. */
  static ProblemDetail never(String why, List<Refusal> refusals) {
    var problem = ProblemDetail.forStatusAndDetail(HttpStatus.UNPROCESSABLE_CONTENT, why);
    problem.setTitle("can never fit");
    problem.setProperty("errors", refusals.stream().map(Refused::violation).toList());
    return with(problem, refusals, List.of());
  }

  private static ProblemDetail with(
      ProblemDetail problem, List<Refusal> refusals, List<Schedule> alternatives) {
    problem.setProperty("refusals", refusals.stream().map(Views.RefusalView::of).toList());
    problem.setProperty("alternatives", alternatives);
    return problem;
  }

  private static Violation violation(Refusal why) {
    return new Violation(why.field(), why.code().name(), why.reason());
  }

  /** 503: somebody who is needed is away; nothing is held, and the call may be repeated. */
  static ProblemDetail away(String why) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, why);
  }

  static ResponseEntity<ProblemDetail> answer(ProblemDetail problem) {
    var answer =
        ResponseEntity.status(problem.getStatus()).contentType(MediaType.APPLICATION_PROBLEM_JSON);
    if (problem.getStatus() == HttpStatus.SERVICE_UNAVAILABLE.value()) {
      answer.header(HttpHeaders.RETRY_AFTER, LATER);
    }
    return answer.body(problem);
  }
}

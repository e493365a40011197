package org.touchpaper.bar.api;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.NoAnswerException;
import org.touchpaper.bar.coallocation.transaction.DatabaseUnavailableException;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;

/** Maps failures of other services and of the database to problem responses. */
@RestControllerAdvice({"org.touchpaper.bar.api", "org.touchpaper.bar.iri"})
@Order(Ordered.HIGHEST_PRECEDENCE)
class UpstreamFailureAdvice {

  @ExceptionHandler({
    DatabaseUnavailableException.class,
    NoAnswerException.class,
    SegmentUnreachableException.class
  })
  ResponseEntity<ProblemDetail> unavailable(RuntimeException e) {
    return ApiProblems.toResponse(ApiProblems.unavailable(String.valueOf(e.getMessage())));
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> conflict(SegmentFaultException fault) {
    return ApiProblems.toResponse(
        ApiProblems.conflict(String.valueOf(fault.getMessage())).getBody());
  }
}

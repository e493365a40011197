package org.touchpaper.bar.api;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.touchpaper.bar.coallocation.DatabaseAway;
import org.touchpaper.bar.coallocation.Harc;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.SegmentUnreachable;

/** What neighbours do wrong, as the front door tells it. */
@RestControllerAdvice(basePackageClasses = ApiAdvice.class)
@Order(Ordered.HIGHEST_PRECEDENCE)
class ApiAdvice {

  @ExceptionHandler({
    DatabaseAway.class,
    Harc.Unanswered.class,
    SegmentUnreachable.class,
    WideArea.Unanswered.class
  })
  ResponseEntity<ProblemDetail> away(RuntimeException e) {
    return Refused.answer(Refused.away(String.valueOf(e.getMessage())));
  }

  /** The verb does not apply to the lightpath as it stands. */
  @ExceptionHandler
  ResponseEntity<ProblemDetail> broken(Fault fault) {
    return Refused.answer(Refused.wrongState(String.valueOf(fault.getMessage())).getBody());
  }
}

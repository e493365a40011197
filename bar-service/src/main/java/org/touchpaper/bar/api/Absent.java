package org.touchpaper.bar.api;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** 404: what is another's is as unknown as what is not there. */
final class Absent {

  private Absent() {}

  static ErrorResponseException of(String what, Object id) {
    return new ErrorResponseException(
        HttpStatus.NOT_FOUND,
        ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, "there is no " + what + " " + id),
        null);
  }
}

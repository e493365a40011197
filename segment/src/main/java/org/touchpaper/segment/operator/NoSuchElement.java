package org.touchpaper.segment.operator;

import java.io.Serial;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Asked for an element that this service has not (404). */
final class NoSuchElement extends ErrorResponseException {

  @Serial private static final long serialVersionUID = 1;

  NoSuchElement(String tid, String known) {
    super(
        HttpStatus.NOT_FOUND,
        ProblemDetail.forStatusAndDetail(
            HttpStatus.NOT_FOUND, "no element " + tid + " here; there are " + known),
        null);
  }
}

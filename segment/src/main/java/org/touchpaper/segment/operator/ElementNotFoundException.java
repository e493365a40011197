package org.touchpaper.segment.operator;

import java.io.Serial;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** This service has no element of that name (404). */
final class ElementNotFoundException extends ErrorResponseException {

  @Serial private static final long serialVersionUID = 1;

  ElementNotFoundException(String tid, String known) {
    super(
        HttpStatus.NOT_FOUND,
        ProblemDetail.forStatusAndDetail(
            HttpStatus.NOT_FOUND, "no element " + tid + "; known elements: " + known),
        null);
  }
}

package org.touchpaper.platform.problem;

import java.io.IOException;
import java.io.Serial;

/** A request body exceeds the service's limit. */
public final class BodyTooLargeException extends IOException {

  @Serial private static final long serialVersionUID = 1;

  BodyTooLargeException(long limit) {
    super("the body is larger than " + limit + " bytes");
  }

  /** True if this is among the causes of a failure. */
  public static boolean isCauseOf(Throwable failure) {
    for (var cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BodyTooLargeException) {
        return true;
      }
    }
    return false;
  }
}

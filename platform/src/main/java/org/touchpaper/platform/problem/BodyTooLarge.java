package org.touchpaper.platform.problem;

import java.io.IOException;
import java.io.Serial;

/** A request body went on beyond what the service reads. */
public final class BodyTooLarge extends IOException {

  @Serial private static final long serialVersionUID = 1;

  BodyTooLarge(long limit) {
    super("the body is larger than " + limit + " bytes");
  }

  /** True if this is what lies behind a failure. */
  public static boolean isBehind(Throwable failure) {
    for (var cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BodyTooLarge) {
        return true;
      }
    }
    return false;
  }
}

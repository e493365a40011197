package org.touchpaper.harc.verification;

import org.jspecify.annotations.Nullable;

/** An invariant does not hold. */
public final class InvariantViolationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean liveness;

  private InvariantViolationException(String message, boolean liveness, @Nullable Throwable cause) {
    super(message, cause);
    this.liveness = liveness;
  }

  public InvariantViolationException(String message) {
    this(message, false, null);
  }

  public InvariantViolationException(String message, Throwable cause) {
    this(message, false, cause);
  }

  /** Nothing wrong was sent, but progress or termination is missing. */
  public static InvariantViolationException liveness(String message) {
    return new InvariantViolationException(message, true, null);
  }

  public boolean isLivenessViolation() {
    return liveness;
  }
}

package org.touchpaper.harc.verification;

/** An invariant does not hold. */
public final class InvariantViolationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean liveness;

  public InvariantViolationException(String message) {
    super(message);
    this.liveness = false;
  }

  private InvariantViolationException(String message, boolean liveness) {
    super(message);
    this.liveness = liveness;
  }

  /**
   * A liveness violation: no process sent anything wrong, but progress or termination is missing.
   */
  public static InvariantViolationException liveness(String message) {
    return new InvariantViolationException(message, true);
  }

  public boolean isLivenessViolation() {
    return liveness;
  }

  public InvariantViolationException(String message, Throwable cause) {
    super(message, cause);
    this.liveness = false;
  }
}

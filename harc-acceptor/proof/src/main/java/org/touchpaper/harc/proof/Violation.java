package org.touchpaper.harc.proof;

/** An invariant does not hold. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean stuck;

  Violation(String message) {
    super(message);
    this.stuck = false;
  }

  private Violation(String message, boolean stuck) {
    super(message);
    this.stuck = stuck;
  }

  /** Nothing false was said, but something was never said, or there is no end of it. */
  static Violation stuck(String message) {
    return new Violation(message, true);
  }

  boolean isStuck() {
    return stuck;
  }

  Violation(String message, Throwable cause) {
    super(message, cause);
    this.stuck = false;
  }
}

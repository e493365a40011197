package org.touchpaper.harc.rm.local;

/**
 * A scheduler gave no answer, or cannot give one yet: what it did is not known, and the same
 * request may be repeated.
 */
public class SchedulerUnreachable extends RuntimeException {
  /** There will be an answer once something else is done. */
  public SchedulerUnreachable(String message) {
    super(message);
  }

  public SchedulerUnreachable(String message, Throwable cause) {
    super(message, cause);
  }
}

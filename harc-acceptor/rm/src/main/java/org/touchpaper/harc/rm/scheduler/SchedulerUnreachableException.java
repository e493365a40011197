package org.touchpaper.harc.rm.scheduler;

/**
 * A scheduler did not answer, or cannot answer yet: its effect is unknown, and the request may be
 * repeated.
 */
public class SchedulerUnreachableException extends RuntimeException {
  /** For a scheduler that answers once other work is done. */
  public SchedulerUnreachableException(String message) {
    super(message);
  }

  public SchedulerUnreachableException(String message, Throwable cause) {
    super(message, cause);
  }
}

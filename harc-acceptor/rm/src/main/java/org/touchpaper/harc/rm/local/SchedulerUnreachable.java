package org.touchpaper.harc.rm.local;

/** A scheduler gave no answer: what it did is not known, and the same request may be repeated. */
public final class SchedulerUnreachable extends RuntimeException {
  public SchedulerUnreachable(String message, Throwable cause) {
    super(message, cause);
  }
}

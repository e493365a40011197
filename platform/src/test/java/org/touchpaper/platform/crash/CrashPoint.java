package org.touchpaper.platform.crash;

/** The n-th moment of a kind, counted from 1 once the service is ready. */
public record CrashPoint(Moment moment, int number) {

  /** Where a service can die. */
  public enum Moment {
    /** A message has arrived and nothing has been done. */
    RECEIVED,
    /** All is written, the database has not committed. */
    BEFORE_COMMIT,
    /** The database has committed, and nobody knows. */
    AFTER_COMMIT,
    /** A message to another service is not on its way yet. */
    BEFORE_SEND,
    /** The other service has done its part, and its answer is lost. */
    AFTER_SEND,
    /** Everything is done, and the answer is lost. */
    BEFORE_ANSWER
  }

  @Override
  public String toString() {
    return moment + " " + number;
  }
}

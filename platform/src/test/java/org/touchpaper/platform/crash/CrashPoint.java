package org.touchpaper.platform.crash;

/** The n-th moment of a kind, counted from 1 once the service is ready. */
public record CrashPoint(Moment moment, int number) {

  /** The moments at which a service can crash. */
  public enum Moment {
    /** A request has arrived and has not been processed. */
    RECEIVED,
    /** All statements have run; the transaction is not committed. */
    BEFORE_COMMIT,
    /** The transaction is committed; no response is sent. */
    AFTER_COMMIT,
    /** A message to another service is not sent yet. */
    BEFORE_SEND,
    /** The other service has processed a message; its response is lost. */
    AFTER_SEND,
    /** The request is processed; the response is lost. */
    BEFORE_ANSWER;

    /** True if a commit, a message or an answer follows. */
    boolean precedesEffect() {
      return this == BEFORE_COMMIT || this == BEFORE_SEND || this == BEFORE_ANSWER;
    }

    /** By how many it changes the number of commits and messages whose effect is uncertain. */
    int openedEffects() {
      return switch (this) {
        case BEFORE_COMMIT, BEFORE_SEND -> 1;
        case AFTER_COMMIT, AFTER_SEND -> -1;
        case RECEIVED, BEFORE_ANSWER -> 0;
      };
    }
  }

  @Override
  public String toString() {
    return moment + " " + number;
  }
}

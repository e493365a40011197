package org.touchpaper.hlm.cli.booking;

/**
 * Advice to the user after a call without an answer.
 *
 * @param whenNotStarted if nothing was started
 * @param whenUncertain if the request may have taken effect
 */
record RetryAdvice(String whenNotStarted, String whenUncertain) {

  static RetryAdvice tryAgain() {
    return new RetryAdvice("Try again later.", "Try again.");
  }

  /** A repeat with the same key joins the first request and is never carried out twice. */
  static RetryAdvice repeat(String command) {
    return new RetryAdvice(
        "Nothing was begun. Try again later.",
        "Repeat the request with the same key; it is never carried out twice:\n" + command);
  }

  /** Cancelling is idempotent: a repeat needs no key. */
  static RetryAdvice repeatCancel(String command) {
    return new RetryAdvice(
        "Nothing was cancelled. Try again later.", "Repeat the request:\n" + command);
  }
}

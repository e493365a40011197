package org.touchpaper.hlm.cli.output;

/**
 * Advice to the user after a call without an answer.
 *
 * @param whenUndecided the state of a request that was begun and is not finished
 * @param whenNotStarted if nothing was started
 * @param whenUncertain if the request may have taken effect
 */
public record RetryAdviceTexts(String whenUndecided, String whenNotStarted, String whenUncertain) {

  private static final String UNDECIDED = "outcome unknown: still undecided";

  public static RetryAdviceTexts tryAgain() {
    return new RetryAdviceTexts(UNDECIDED, "Try again later.", "Try again.");
  }

  /** A repeat with the same key joins the first request and is never carried out twice. */
  public static RetryAdviceTexts repeat(String command) {
    return new RetryAdviceTexts(
        UNDECIDED,
        "Nothing was begun. Try again later.",
        "Repeat the request with the same key; it is never carried out twice:\n" + command);
  }

  /** A dry run has no effect that a repeat could double. */
  public static RetryAdviceTexts repeatDryRun() {
    return new RetryAdviceTexts(UNDECIDED, "Nothing was booked. Try again later.", "Try again.");
  }

  /** Cancelling is idempotent: a repeat needs no key. */
  public static RetryAdviceTexts repeatCancel(String command) {
    return new RetryAdviceTexts(
        "being released: the order is stored, and some capacity is not free yet",
        "Nothing was cancelled. Try again later.",
        "Repeat the request:\n" + command);
  }
}

package org.touchpaper.hlm;

/** The result of a call. Only {@link Unknown} and {@link Undecided} leave its outcome open. */
public sealed interface CallResult<T> {

  /** Successful; the booking is in the state that the value shows. */
  record Done<T>(T value, String json) implements CallResult<T> {}

  /**
   * Started and still undecided, or, of a cancellation, not everything released; a repeat with the
   * same key returns the outcome.
   */
  record Undecided<T>(T value, String json) implements CallResult<T> {}

  /** Refused by the BAR; nothing has changed. */
  record Refused<T>(Problem problem, String json) implements CallResult<T> {}

  /** The user is unknown or lacks permission. */
  record NotAllowed<T>(Problem problem, String json) implements CallResult<T> {}

  /** The request did not arrive, or was rejected before anything started. */
  record Unreachable<T>(String reason) implements CallResult<T> {}

  /** The request was sent and no usable answer came: it may or may not have taken effect. */
  record Unknown<T>(String reason) implements CallResult<T> {}
}

package org.touchpaper.hlm;

import java.util.function.Function;

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

  /** Calls on after reading something; a result other than {@link Done} stays as it is. */
  default <U> CallResult<U> ifDone(Function<T, CallResult<U>> next) {
    return switch (this) {
      case Done<T>(var value, _) -> next.apply(value);
      case Undecided<T> _ -> new Unknown<>("reading was answered with 202");
      case Refused<T>(var problem, var json) -> new Refused<>(problem, json);
      case NotAllowed<T>(var problem, var json) -> new NotAllowed<>(problem, json);
      case Unreachable<T>(var reason) -> new Unreachable<>(reason);
      case Unknown<T>(var reason) -> new Unknown<>(reason);
    };
  }
}

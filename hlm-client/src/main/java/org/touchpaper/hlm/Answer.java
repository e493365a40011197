package org.touchpaper.hlm;

/** What became of a call. Only {@link Unknown} and {@link Undecided} leave a doubt. */
public sealed interface Answer<T> {

  /** It is as the value says. */
  record Done<T>(T value, String json) implements Answer<T> {}

  /** Begun and not decided yet; the same key gives the outcome. */
  record Undecided<T>(T value, String json) implements Answer<T> {}

  /** The BAR said no, and nothing has changed. */
  record Refused<T>(Problem problem, String json) implements Answer<T> {}

  /** This user may not do that, or is not known. */
  record NotAllowed<T>(Problem problem, String json) implements Answer<T> {}

  /** The request did not get there, or was turned away before anything began. */
  record Unreachable<T>(String reason) implements Answer<T> {}

  /** The request was sent and no answer came: it may or may not have been done. */
  record Unknown<T>(String reason) implements Answer<T> {}
}

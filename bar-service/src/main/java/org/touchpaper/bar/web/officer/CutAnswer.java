package org.touchpaper.bar.web.officer;

/** What the campus's segment answers. */
sealed interface CutAnswer<T> {

  record Done<T>(T value) implements CutAnswer<T> {}

  /** The order is refused, and nothing has changed. */
  record Refused<T>(String reason) implements CutAnswer<T> {}

  /** There is no answer: the order may have been carried out, or not. */
  record NoAnswer<T>(String reason) implements CutAnswer<T> {}
}

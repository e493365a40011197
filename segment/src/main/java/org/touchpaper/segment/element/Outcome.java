package org.touchpaper.segment.element;

/** What came of a command that edits an element. */
public sealed interface Outcome {

  /** The element says it did it (TL1's COMPLD); an acceptance, not yet light. */
  record Done() implements Outcome {}

  /**
   * The element says it did not.
   *
   * @param code the element's own error code, such as {@code SROF}
   * @param text all it said, word for word
   */
  record Denied(String code, String text) implements Outcome {}

  /** Timeout, lost session, garbage: it may or may not have done it, or may do so yet. */
  record Unknown(String reason) implements Outcome {}
}

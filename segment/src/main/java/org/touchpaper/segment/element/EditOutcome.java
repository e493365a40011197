package org.touchpaper.segment.element;

/** The outcome of a command that edits an element. */
public sealed interface EditOutcome {

  /** The element accepted the command (TL1 COMPLD). The item need not work yet. */
  record Done() implements EditOutcome {}

  /**
   * The element denied the command.
   *
   * @param code the element's error code, such as {@code SROF}
   * @param text its complete text
   */
  record Denied(String code, String text) implements EditOutcome {}

  /**
   * Timeout, lost session or unreadable answer: the command may have been carried out, or may be
   * yet.
   */
  record Unknown(String reason) implements EditOutcome {}
}

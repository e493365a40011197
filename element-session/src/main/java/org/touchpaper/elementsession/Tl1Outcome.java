package org.touchpaper.elementsession;

import java.util.List;

/** The outcome of an input command. */
public sealed interface Tl1Outcome {

  /** COMPLD: carried out. After a write, read the element to verify it. */
  record Completed(List<String> rows, List<String> comments) implements Tl1Outcome {}

  /**
   * PRTL, or denied in some segments only: partially carried out. Rows and comments state the
   * details, preceded by the element's error code, if any.
   */
  record Partial(List<String> rows, List<String> comments) implements Tl1Outcome {}

  /**
   * DENY, or the acknowledgement NG: not carried out.
   *
   * @param code the element's error code, such as IENE; may be empty
   * @param text the element's explanation
   */
  record Denied(String code, String text) implements Tl1Outcome {}

  /** Never sent, or returned by a busy element (RL): not carried out; may be retried. */
  record NotSent(String reason) implements Tl1Outcome {}

  /**
   * It is unknown whether the command was, or will be, carried out: timeout, lost connection, NA,
   * DELAY or an unreadable answer. Read the element before any further action.
   */
  record Unknown(String reason) implements Tl1Outcome {}
}

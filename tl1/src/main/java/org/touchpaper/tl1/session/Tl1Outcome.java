package org.touchpaper.tl1.session;

import java.util.List;

/** What became of an input command. */
public sealed interface Tl1Outcome {

  /** COMPLD: carried out. For a write, read back before you believe it. */
  record Completed(List<String> rows, List<String> comments) implements Tl1Outcome {}

  /**
   * PRTL, or segments of which one was denied and another not: carried out in part; the rows and
   * comments say which, the element's error code first if it gave one.
   */
  record Partial(List<String> rows, List<String> comments) implements Tl1Outcome {}

  /**
   * DENY, or the acknowledgement NG: not carried out.
   *
   * @param code the element's error code, such as IENE; empty if it gave none
   * @param text the element's own words
   */
  record Denied(String code, String text) implements Tl1Outcome {}

  /** Never given to the element, or given back (RL): not carried out, and may be tried again. */
  record NotSent(String reason) implements Tl1Outcome {}

  /**
   * Nobody can know whether the command was, or still will be, carried out: timeout, lost
   * connection, NA, DELAY or an answer that cannot be read. Read the element before doing anything.
   */
  record Unknown(String reason) implements Tl1Outcome {}
}

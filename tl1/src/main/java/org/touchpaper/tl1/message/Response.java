package org.touchpaper.tl1.message;

/**
 * One segment of an element's answer to an input command (GR-831, output response message). An
 * answer is one or more segments with the same CTAG.
 */
public sealed interface Response extends OutputMessage permits Compld, Deny, Prtl, Delay, Rtrv {

  /** Who speaks, and when by its own clock; behind a gateway it is the gateway's SID. */
  Header header();

  /** The correlation tag of the command that is answered; {@code 0} if it had none. */
  String ctag();

  Text text();

  Terminator terminator();

  /** True if no further segment follows. */
  default boolean isLast() {
    return terminator() == Terminator.END;
  }
}

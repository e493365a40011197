package org.touchpaper.tl1.message;

/**
 * One segment of a response to an input command (GR-831, output response message). All segments of
 * a response have the same CTAG.
 */
public sealed interface Response extends OutputMessage permits Compld, Deny, Prtl, Delay, Rtrv {

  /** The source and its local time; behind a gateway, the SID is the gateway's. */
  Header header();

  /** The correlation tag of the command; {@code 0} if it had none. */
  String ctag();

  TextBlock text();

  Terminator terminator();

  /** True if no further segment follows. */
  default boolean isLast() {
    return terminator() == Terminator.END;
  }
}

package org.touchpaper.tl1.message;

import java.util.Locale;

/**
 * One segment of a response to an input command (GR-831, output response message). All segments of
 * a response have the same CTAG.
 */
public sealed interface Response extends OutputMessage permits Compld, Deny, Prtl, Delay, Rtrv {

  /** The source and its local time; behind a gateway, the SID is the gateway's. */
  Header header();

  /** The correlation tag of the command; {@code 0} if it had none. */
  String ctag();

  /** The completion code as sent, such as COMPLD. */
  default String completionCode() {
    return getClass().getSimpleName().toUpperCase(Locale.ROOT);
  }

  TextBlock text();

  Terminator terminator();

  default boolean isLast() {
    return terminator() == Terminator.END;
  }
}

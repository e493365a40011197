package org.touchpaper.tl1.session;

import java.util.List;

/** What became of lines typed at a command line. */
public sealed interface CliOutcome {

  /** No line drew an error, which IOS does not confirm: show what was changed. */
  record Accepted(List<String> output) implements CliOutcome {}

  /**
   * A line drew an error; those before it are in force, those after it were not sent.
   *
   * @param line the line at fault
   * @param error the element's own words
   * @param before how many of the lines to be typed came before it
   */
  record Rejected(String line, String error, int before) implements CliOutcome {}

  /** Nothing was given to the element. */
  record NotSent(String reason) implements CliOutcome {}

  /**
   * The connection was lost on the way; the lines before that may be in force.
   *
   * @param rejected the line that drew an error, if it was lost while the mode was left after that;
   *     empty if none did
   */
  record Unknown(String reason, String rejected) implements CliOutcome {
    public Unknown(String reason) {
      this(reason, "");
    }
  }
}

package org.touchpaper.elementsession;

import java.util.List;

/** The outcome of lines sent to a CLI. */
public sealed interface CliOutcome {

  /** No line returned an error. IOS does not confirm changes: read them back. */
  record Accepted(List<String> output) implements CliOutcome {}

  /**
   * A line returned an error. The lines before it are in effect; those after it were not sent.
   *
   * @param line the rejected line
   * @param error the element's error message
   * @param precedingLines the number of requested lines before it
   */
  record Rejected(String line, String error, int precedingLines) implements CliOutcome {}

  record NotSent(String reason) implements CliOutcome {}

  /**
   * The connection was lost; the lines sent before may be in effect.
   *
   * @param rejectedLine the rejected line, if the connection was lost while leaving configuration
   *     mode after it; otherwise empty
   */
  record Unknown(String reason, String rejectedLine) implements CliOutcome {
    public Unknown(String reason) {
      this(reason, "");
    }
  }
}

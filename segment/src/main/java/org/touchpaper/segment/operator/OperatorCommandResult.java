package org.touchpaper.segment.operator;

import java.util.List;
import java.util.stream.Stream;
import org.touchpaper.elementsession.CliOutcome;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.tl1.codec.PasswordMasker;

/**
 * The result of a command that an operator sent. Passwords in it are masked.
 *
 * @param code the element's error code; empty if none
 * @param rows TL1 rows, lines of a Cisco, the text of a denial, or why the outcome is unknown
 * @param comments TL1 comments
 */
record OperatorCommandResult(
    String element,
    String command,
    Status outcome,
    String code,
    List<String> rows,
    List<String> comments) {

  /** The outcome of the command. */
  enum Status {
    /** The element carried it out. */
    COMPLETED,
    /** The element carried it out in part; the rows state which. */
    PARTIAL,
    /** The element denied it. */
    DENIED,
    /** It was not sent to the element. */
    NOT_SENT,
    /** The outcome is unknown: read the element before anything else is done. */
    UNKNOWN
  }

  static OperatorCommandResult of(String element, String command, Tl1Outcome outcome) {
    return switch (outcome) {
      case Tl1Outcome.Completed(var rows, var comments) ->
          of(element, command, Status.COMPLETED, rows, comments);
      case Tl1Outcome.Partial(var rows, var comments) ->
          of(element, command, Status.PARTIAL, rows, comments);
      case Tl1Outcome.Denied(var code, var text) ->
          new OperatorCommandResult(
              element,
              command,
              Status.DENIED,
              code,
              PasswordMasker.mask(text).lines().toList(), // the text may have several lines
              List.of());
      case Tl1Outcome.NotSent(var reason) -> of(element, command, Status.NOT_SENT, reason);
      case Tl1Outcome.Unknown(var reason) -> of(element, command, Status.UNKNOWN, reason);
    };
  }

  private static OperatorCommandResult of(
      String element, String command, Status outcome, List<String> rows, List<String> comments) {
    return new OperatorCommandResult(
        element,
        command,
        outcome,
        "",
        rows.stream().map(PasswordMasker::mask).toList(),
        comments.stream().map(PasswordMasker::mask).toList());
  }

  /** If a configuration line is rejected, the lines before it are in force. */
  static OperatorCommandResult of(String element, String command, CliOutcome outcome) {
    return switch (outcome) {
      case CliOutcome.Accepted(var output) ->
          of(element, command, Status.COMPLETED, maskCli(output.stream()));
      case CliOutcome.Rejected(var line, var error, var acceptedLines) ->
          acceptedLines > 0
              ? of(
                  element,
                  command,
                  Status.PARTIAL,
                  maskCli(Stream.of(error, "at: " + line, "the lines before it are in force")))
              : of(element, command, Status.DENIED, maskCli(Stream.of(error, "at: " + line)));
      case CliOutcome.NotSent(var reason) -> of(element, command, Status.NOT_SENT, reason);
      case CliOutcome.Unknown(var reason, _) -> of(element, command, Status.UNKNOWN, reason);
    };
  }

  private static String[] maskCli(Stream<String> lines) {
    return lines.map(PasswordMasker::maskCli).toArray(String[]::new);
  }

  private static OperatorCommandResult of(
      String element, String command, Status outcome, String... rows) {
    return new OperatorCommandResult(element, command, outcome, "", List.of(rows), List.of());
  }
}

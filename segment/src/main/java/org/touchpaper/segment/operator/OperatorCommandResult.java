package org.touchpaper.segment.operator;

import java.util.List;
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
          new OperatorCommandResult(
              element, command, Status.COMPLETED, "", maskTl1(rows), maskTl1(comments));
      case Tl1Outcome.Partial(var rows, var comments) ->
          new OperatorCommandResult(
              element, command, Status.PARTIAL, "", maskTl1(rows), maskTl1(comments));
      case Tl1Outcome.Denied(var code, var text) ->
          new OperatorCommandResult(
              element,
              command,
              Status.DENIED,
              code,
              PasswordMasker.mask(text).lines().toList(), // the text may have several lines
              List.of());
      case Tl1Outcome.NotSent(var reason) -> notSent(element, command, reason);
      case Tl1Outcome.Unknown(var reason) -> unknown(element, command, reason);
    };
  }

  /** If a configuration line is rejected, the lines before it are in force. */
  static OperatorCommandResult of(String element, String command, CliOutcome outcome) {
    return switch (outcome) {
      case CliOutcome.Accepted(var output) ->
          new OperatorCommandResult(
              element, command, Status.COMPLETED, "", maskCli(output), List.of());
      case CliOutcome.Rejected(var line, var error, var acceptedLines) when acceptedLines > 0 ->
          new OperatorCommandResult(
              element,
              command,
              Status.PARTIAL,
              "",
              maskCli(List.of(error, "at: " + line, "the lines before it are in force")),
              List.of());
      case CliOutcome.Rejected(var line, var error, _) ->
          new OperatorCommandResult(
              element,
              command,
              Status.DENIED,
              "",
              maskCli(List.of(error, "at: " + line)),
              List.of());
      case CliOutcome.NotSent(var reason) -> notSent(element, command, reason);
      case CliOutcome.Unknown(var reason, _) -> unknown(element, command, reason);
    };
  }

  private static List<String> maskTl1(List<String> rows) {
    return rows.stream().map(PasswordMasker::mask).toList();
  }

  private static List<String> maskCli(List<String> lines) {
    return lines.stream().map(PasswordMasker::maskCli).toList();
  }

  private static OperatorCommandResult notSent(String element, String command, String reason) {
    return new OperatorCommandResult(
        element, command, Status.NOT_SENT, "", List.of(reason), List.of());
  }

  private static OperatorCommandResult unknown(String element, String command, String reason) {
    return new OperatorCommandResult(
        element, command, Status.UNKNOWN, "", List.of(reason), List.of());
  }
}

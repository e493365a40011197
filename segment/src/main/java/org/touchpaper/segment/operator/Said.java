package org.touchpaper.segment.operator;

import java.util.List;
import org.touchpaper.tl1.codec.Passwords;
import org.touchpaper.tl1.session.CliOutcome;
import org.touchpaper.tl1.session.Tl1Outcome;

/**
 * What came of a command that an operator sent; passwords in what the element said are masked.
 *
 * @param code the element's error code; empty if it gave none
 * @param rows what it said: rows of TL1, lines of a Cisco, its words on a denial, or why nobody
 *     knows
 * @param comments what TL1 has between comment signs
 */
record Said(
    String element,
    String command,
    Ending outcome,
    String code,
    List<String> rows,
    List<String> comments) {

  /** How it ended. */
  enum Ending {
    /** Carried out. */
    COMPLETED,
    /** Carried out in part; what was said tells which. */
    PARTIAL,
    /** Not carried out, by the element's will. */
    DENIED,
    /** Not given to the element. */
    NOT_SENT,
    /** Nobody can know: look before anything else is done. */
    UNKNOWN
  }

  static Said of(String element, String command, Tl1Outcome outcome) {
    return switch (outcome) {
      case Tl1Outcome.Completed(var rows, var comments) ->
          new Said(element, command, Ending.COMPLETED, "", tl1(rows), tl1(comments));
      case Tl1Outcome.Partial(var rows, var comments) ->
          new Said(element, command, Ending.PARTIAL, "", tl1(rows), tl1(comments));
      case Tl1Outcome.Denied(var code, var text) ->
          new Said(
              element,
              command,
              Ending.DENIED,
              code,
              Passwords.mask(text).lines().toList(), // a command may go over several
              List.of());
      case Tl1Outcome.NotSent(var reason) -> notSent(element, command, reason);
      case Tl1Outcome.Unknown(var reason) -> unknown(element, command, reason);
    };
  }

  /** Of lines of configuration those before one that is rejected are in force. */
  static Said of(String element, String command, CliOutcome outcome) {
    return switch (outcome) {
      case CliOutcome.Accepted(var output) ->
          new Said(element, command, Ending.COMPLETED, "", cli(output), List.of());
      case CliOutcome.Rejected(var line, var error, var before) when before > 0 ->
          new Said(
              element,
              command,
              Ending.PARTIAL,
              "",
              cli(List.of(error, "at: " + line, "the lines before it are in force")),
              List.of());
      case CliOutcome.Rejected(var line, var error, _) ->
          new Said(
              element, command, Ending.DENIED, "", cli(List.of(error, "at: " + line)), List.of());
      case CliOutcome.NotSent(var reason) -> notSent(element, command, reason);
      case CliOutcome.Unknown(var reason, _) -> unknown(element, command, reason);
    };
  }

  private static List<String> tl1(List<String> said) {
    return said.stream().map(Passwords::mask).toList();
  }

  private static List<String> cli(List<String> said) {
    return said.stream().map(Passwords::maskCli).toList();
  }

  private static Said notSent(String element, String command, String reason) {
    return new Said(element, command, Ending.NOT_SENT, "", List.of(reason), List.of());
  }

  private static Said unknown(String element, String command, String reason) {
    return new Said(element, command, Ending.UNKNOWN, "", List.of(reason), List.of());
  }
}

package org.touchpaper.segment.operator;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.touchpaper.elementsession.CliSession;
import org.touchpaper.elementsession.ElementSession;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.tl1.codec.PasswordMasker;
import org.touchpaper.tl1.message.InputCommand;

/**
 * A command of an operator, parsed far enough to decide whether it may change the element. Pure.
 */
sealed interface ParsedOperatorCommand {

  /** A TL1 input command. */
  record Tl1(InputCommand command) implements ParsedOperatorCommand {}

  /** A Cisco show line. */
  record Show(String line) implements ParsedOperatorCommand {}

  /** Cisco configuration lines. */
  record Configure(List<String> lines) implements ParsedOperatorCommand {}

  /**
   * A command that is not sent.
   *
   * @param rule the violated rule
   */
  record Refused(String rule, String reason) implements ParsedOperatorCommand {}

  /** Commands reserved for the session: a second login may end the first. */
  Set<String> LOGIN_COMMANDS = Set.of("ACT-USER", "CANC-USER");

  /** A show line with a filter. Redirection to a file or server would change something. */
  Pattern SHOW =
      Pattern.compile(
          "show [^|]*(\\| *(begin|include|exclude|section|count) [^|]*)?",
          Pattern.CASE_INSENSITIVE);

  /** More than every known command needs. */
  int MAX_LENGTH = 4000;

  static ParsedOperatorCommand of(String text, OperatedElement element) {
    if (text.isBlank() || text.length() > MAX_LENGTH) {
      return new Refused("length", "command must have 1 to " + MAX_LENGTH + " characters");
    }
    return switch (element.session()) {
      case Tl1Session session -> tl1(text.strip(), session);
      case null -> unsupported(element);
      case ElementSession.NonInteractive _ -> unsupported(element);
      case CliSession _ -> cli(text.lines().map(String::strip).toList());
    };
  }

  /** True if it changes nothing on the element. */
  default boolean isRead() {
    return switch (this) {
      case Tl1(var command) -> command.isRead();
      case Show _ -> true;
      case Configure _, Refused _ -> false;
    };
  }

  /** The command for a log, with passwords masked, whatever its syntax. */
  static String masked(String text) {
    var lines = text.lines().map(PasswordMasker::maskCli).collect(joining(" / "));
    return PasswordMasker.mask(lines.replaceAll("\\p{Cntrl}+", " / "));
  }

  private static ParsedOperatorCommand unsupported(OperatedElement element) {
    return new Refused("no-commands", element.model() + " elements accept no typed commands");
  }

  private static ParsedOperatorCommand tl1(String text, ElementSession session) {
    var end = text.endsWith(";") ? text.length() - 1 : text.length();
    var command = InputCommand.parse(text.substring(0, end));
    if (command.isEmpty()) {
      return new Refused(
          "one-tl1-command", "expected one TL1 command, such as RTRV-HDR::: or RTRV-EQPT::ALL");
    }
    var tid = command.get().tid().replace("\"", "");
    if (!tid.isEmpty() && !tid.equalsIgnoreCase(session.endpoint().tid())) {
      return new Refused(
          "this-element",
          "command names TID " + tid + ", but this element is " + session.endpoint().tid());
    }
    if (LOGIN_COMMANDS.contains(command.get().code())) {
      return new Refused("not-a-login", "the session itself logs in and out");
    }
    return new Tl1(command.get());
  }

  private static ParsedOperatorCommand cli(List<String> lines) {
    for (var line : lines) {
      if (line.isEmpty() || line.chars().anyMatch(c -> c < ' ' || c > '~' || c == '?')) {
        return new Refused("printable", "expected lines of printable ASCII without question marks");
      }
    }
    if (!lines.getFirst().toLowerCase(Locale.ROOT).startsWith("show")) {
      return new Configure(lines);
    }
    return lines.size() == 1 && SHOW.matcher(lines.getFirst()).matches()
        ? new Show(lines.getFirst())
        : new Refused(
            "one-show-line",
            "expected one show line, with at most one filter:"
                + " | begin, include, exclude, section or count");
  }
}

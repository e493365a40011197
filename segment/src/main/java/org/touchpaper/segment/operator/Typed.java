package org.touchpaper.segment.operator;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.touchpaper.tl1.codec.Passwords;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.CliSession;
import org.touchpaper.tl1.session.ElementSession;
import org.touchpaper.tl1.session.Tl1Session;

/** What an operator typed, read far enough to know whether it may change anything. Pure. */
sealed interface Typed {

  /** One input command. */
  record Tl1(InputCommand command) implements Typed {}

  /** One line that asks a Cisco for something. */
  record Show(String line) implements Typed {}

  /** Lines for a Cisco's configuration mode. */
  record Configure(List<String> lines) implements Typed {}

  /**
   * Nothing that will be sent.
   *
   * @param rule the rule broken, in a word
   */
  record Refused(String rule, String why) implements Typed {}

  /** Logging in and out is the session's own business; a second login may end the first. */
  Set<String> OF_THE_SESSION = Set.of("ACT-USER", "CANC-USER");

  /** Output can be filtered on its way to us; sent to a file or a server, it changes something. */
  Pattern SHOW =
      Pattern.compile(
          "show [^|]*(\\| *(begin|include|exclude|section|count) [^|]*)?",
          Pattern.CASE_INSENSITIVE);

  /** Long enough for every command known. */
  int LONGEST = 4000;

  static Typed of(String text, OperatedElement element) {
    if (text.isBlank() || text.length() > LONGEST) {
      return new Refused("length", "a command of 1 to " + LONGEST + " characters is expected");
    }
    return switch (element.session()) {
      case Tl1Session session -> tl1(text.strip(), session);
      case null -> wordless(element);
      case ElementSession.Wordless _ -> wordless(element);
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

  /** Fit for a log, whatever it is and whichever language it was meant to be in. */
  static String masked(String text) {
    var lines = text.lines().map(Passwords::maskCli).collect(joining(" / "));
    return Passwords.mask(lines.replaceAll("\\p{Cntrl}+", " / "));
  }

  private static Typed wordless(OperatedElement element) {
    return new Refused("no-commands", element.dialect() + " has no commands to be typed");
  }

  private static Typed tl1(String text, ElementSession session) {
    var end = text.endsWith(";") ? text.length() - 1 : text.length();
    var command = InputCommand.parse(text.substring(0, end));
    if (command.isEmpty()) {
      return new Refused(
          "one-tl1-command", "not one TL1 command such as RTRV-HDR::: or RTRV-EQPT::ALL");
    }
    var tid = command.get().tid().replace("\"", "");
    if (!tid.isEmpty() && !tid.equalsIgnoreCase(session.endpoint().tid())) {
      return new Refused(
          "this-element", "it is meant for " + tid + ", and this is " + session.endpoint().tid());
    }
    if (OF_THE_SESSION.contains(command.get().code())) {
      return new Refused("not-a-login", "logging in and out is left to the session");
    }
    return new Tl1(command.get());
  }

  private static Typed cli(List<String> lines) {
    for (var line : lines) {
      if (line.isEmpty() || line.chars().anyMatch(c -> c < ' ' || c > '~' || c == '?')) {
        return new Refused(
            "printable", "lines of printable ASCII are expected, without a question mark");
      }
    }
    if (!lines.getFirst().toLowerCase(Locale.ROOT).startsWith("show")) {
      return new Configure(lines);
    }
    return lines.size() == 1 && SHOW.matcher(lines.getFirst()).matches()
        ? new Show(lines.getFirst())
        : new Refused(
            "one-show-line",
            "one line is expected that shows something, filtered at most by"
                + " | begin, include, exclude, section or count");
  }
}

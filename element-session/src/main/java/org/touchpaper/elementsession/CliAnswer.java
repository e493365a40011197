package org.touchpaper.elementsession;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The response of a CLI to one line: the lines between its echo and the next prompt. Messages that
 * the element logs on its own ({@code %LINK-3-UPDOWN: …}) are not part of it.
 *
 * @param lines without trailing blanks
 */
record CliAnswer(List<String> lines, String prompt) {

  private static final Pattern PROMPT =
      Pattern.compile("([A-Za-z][A-Za-z0-9_.-]*)(\\([a-z0-9-]+\\))?[>#] ?");
  private static final Pattern LOGIN_PROMPT = Pattern.compile("(?i)(password|username|login): ?");
  private static final Pattern PAGER = Pattern.compile("\\s*--More-- *");

  /** IOS truncates the host name to 20 characters in the prompt of a configuration mode. */
  private static final int MAX_HOSTNAME_IN_MODE_PROMPT = 20;

  /** Well above the length of a prompt or of a log message after one. */
  private static final int MAX_PROMPT_LENGTH = 1_000;

  /** Sequence number and time precede the message if {@code service} enables them. */
  private static final Pattern REPORT =
      Pattern.compile(
          "(\\d+: )?([*.]?([A-Z][a-z]{2} +\\d+ (\\d{4} )?[\\d:.]+( [A-Z]{2,5})?|\\d\\S*): )?"
              + "%[A-Z0-9_]+(-[A-Z0-9_]+)*-[0-7]-[A-Z0-9_]+: .*");

  private static final Pattern ERROR =
      Pattern.compile("%.*|Command rejected.*|Command authorization failed.*");
  private static final Pattern WARNING = Pattern.compile("(?i)% ?(warning|note|info)\\b.*");

  CliAnswer {
    lines = List.copyOf(lines);
  }

  /**
   * Parses the answer received so far; empty while it is incomplete.
   *
   * @param echo the text that must be echoed first; null if no echo is required, as for a password
   * @param hostname the start of every prompt, or null if unknown
   */
  static Optional<CliAnswer> parse(
      StringBuilder received, @Nullable String echo, @Nullable String hostname) {
    var end = received.length();
    var start = received.lastIndexOf("\n") + 1;
    var hasReport = false;
    if (end - start > MAX_PROMPT_LENGTH) {
      return Optional.empty(); // avoids matching a line without end
    }
    while (!isPrompt(lineAt(received, start, end), hostname)) {
      var line = lineAt(received, start, end);
      hasReport |= isReport(line);
      if (start == 0 || !(line.isBlank() || isReport(line))) {
        return Optional.empty();
      }
      end = start - 1;
      start = received.lastIndexOf("\n", end - 1) + 1;
    }
    if (end < received.length() && !hasReport) {
      return Optional.empty(); // looks like a prompt, but more lines will follow
    }
    var prompt = lineAt(received, start, end).strip();
    var precedingLines = received.substring(0, start).lines().map(String::stripTrailing).toList();
    return linesAfterEcho(echo, precedingLines, hostname)
        .map(lines ->
            new CliAnswer(
                lines.stream().filter(answerLine -> !isReport(answerLine)).toList(), prompt));
  }

  private static Optional<List<String>> linesAfterEcho(
      @Nullable String echo, List<String> lines, @Nullable String hostname) {
    if (echo == null) {
      return Optional.of(lines);
    }
    for (var i = 0; i < lines.size(); i++) {
      var line = lines.get(i).strip();
      // a prompt may precede it: after an empty line, or repeated after a log message
      if (line.endsWith(echo)
          && (line.equals(echo)
              || isPrompt(line.substring(0, line.length() - echo.length()), hostname))) {
        return Optional.of(lines.subList(i + 1, lines.size()));
      }
    }
    return Optional.empty();
  }

  /** True if the element displays a page and waits for a key, which is never sent. */
  static boolean isPagerPrompt(StringBuilder received) {
    var start = received.lastIndexOf("\n") + 1;
    return received.length() - start <= MAX_PROMPT_LENGTH
        && PAGER.matcher(received.substring(start)).matches();
  }

  private static String lineAt(StringBuilder received, int start, int end) {
    return received.substring(start, end).replace("\r", "");
  }

  private static boolean isReport(String line) {
    return REPORT.matcher(line.strip()).matches();
  }

  private static boolean isPrompt(String text, @Nullable String hostname) {
    if (LOGIN_PROMPT.matcher(text).matches()) {
      return true;
    }
    var prompt = PROMPT.matcher(text);
    if (!prompt.matches() || hostname == null) {
      return prompt.matches();
    }
    var name = prompt.group(1);
    var isCut = prompt.group(2) != null && name.length() >= MAX_HOSTNAME_IN_MODE_PROMPT;
    return name.equals(hostname) || (isCut && hostname.startsWith(name));
  }

  /** IOS marks an error with a percent sign; some line cards use these phrases. */
  Optional<String> findError() {
    return lines.stream()
        .map(String::strip)
        .filter(answerLine ->
            ERROR.matcher(answerLine).matches() && !WARNING.matcher(answerLine).matches())
        .findFirst();
  }

  /** True if the element requests a user or a password: the session is not logged in. */
  boolean isLoginPrompt() {
    return LOGIN_PROMPT.matcher(prompt).matches();
  }

  boolean isUserPrompt() {
    return isLoginPrompt() && !prompt.toLowerCase(Locale.ROOT).startsWith("password");
  }
}

package org.touchpaper.tl1.session;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a command line said to one line: all from the line's echo to the next prompt. What the
 * element reports meanwhile by itself ({@code %LINK-3-UPDOWN: …}) is no part of it. Pure.
 *
 * @param lines without what is blank at their ends
 */
record CliAnswer(List<String> lines, String prompt) {

  private static final Pattern PROMPT =
      Pattern.compile("([A-Za-z][A-Za-z0-9_.-]*)(\\([a-z0-9-]+\\))?[>#] ?");
  private static final Pattern LOGIN_PROMPT = Pattern.compile("(?i)(password|username|login): ?");
  private static final Pattern PAGER = Pattern.compile("\\s*--More-- *");

  /** A name is cut to 20 characters where it says which configuration mode it stands in. */
  private static final int NAME_IN_A_MODE = 20;

  /** No prompt, and no report after one, is longer. */
  private static final int LONGEST = 1_000;

  /** Sequence number and time come first where {@code service} is set so. */
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
   * The answer in what was heard so far, nothing while it is not complete.
   *
   * @param echo what has to be echoed first; null where nothing need be, as of a password
   * @param hostname what every prompt begins with, once that is known
   */
  static Optional<CliAnswer> read(
      StringBuilder heard, @Nullable String echo, @Nullable String hostname) {
    var end = heard.length();
    var start = heard.lastIndexOf("\n") + 1;
    var reported = false;
    if (end - start > LONGEST) {
      return Optional.empty(); // and no time is lost on a line without end
    }
    while (!isPrompt(line(heard, start, end), hostname)) {
      var line = line(heard, start, end);
      reported |= isReport(line);
      if (start == 0 || !(line.isBlank() || isReport(line))) {
        return Optional.empty();
      }
      end = start - 1;
      start = heard.lastIndexOf("\n", end - 1) + 1;
    }
    if (end < heard.length() && !reported) {
      return Optional.empty(); // a line that looks like a prompt, and others will follow
    }
    var prompt = line(heard, start, end).strip();
    var before = heard.substring(0, start).lines().map(String::stripTrailing).toList();
    return from(echo, before, hostname)
        .map(lines ->
            new CliAnswer(lines.stream().filter(each -> !isReport(each)).toList(), prompt));
  }

  private static Optional<List<String>> from(
      @Nullable String echo, List<String> lines, @Nullable String hostname) {
    if (echo == null) {
      return Optional.of(lines);
    }
    for (var i = 0; i < lines.size(); i++) {
      var line = lines.get(i).strip();
      // a prompt may stand before it: of an empty line, or printed again after a report
      if (line.endsWith(echo)
          && (line.equals(echo)
              || isPrompt(line.substring(0, line.length() - echo.length()), hostname))) {
        return Optional.of(lines.subList(i + 1, lines.size()));
      }
    }
    return Optional.empty();
  }

  /** True if it shows a page of something and waits for a key, which no line of ours is. */
  static boolean waitsForAKey(StringBuilder heard) {
    var start = heard.lastIndexOf("\n") + 1;
    return heard.length() - start <= LONGEST && PAGER.matcher(heard.substring(start)).matches();
  }

  private static String line(StringBuilder heard, int start, int end) {
    return heard.substring(start, end).replace("\r", "");
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
    var isCut = prompt.group(2) != null && name.length() >= NAME_IN_A_MODE;
    return name.equals(hostname) || (isCut && hostname.startsWith(name));
  }

  /** IOS marks an error with a percent sign, some line cards with these words. */
  Optional<String> error() {
    return lines.stream()
        .map(String::strip)
        .filter(each -> ERROR.matcher(each).matches() && !WARNING.matcher(each).matches())
        .findFirst();
  }

  /** Asks for a user or a password: nobody is logged in. */
  boolean asksWhoWeAre() {
    return LOGIN_PROMPT.matcher(prompt).matches();
  }

  boolean asksForUser() {
    return asksWhoWeAre() && !prompt.toLowerCase(Locale.ROOT).startsWith("password");
  }
}

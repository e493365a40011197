package org.touchpaper.tl1.codec;

import java.util.List;
import java.util.regex.Pattern;

/** Masks passwords in lines that are logged or displayed. */
public final class PasswordMasker {

  /**
   * A command that carries a password, with its blocks up to the payload; or the command code
   * alone, where an element reports it in a row (REPT DBCHG) and may leave out any block. It may
   * span several lines of a comment. A code has at most 41 letters ({@code InputCommand}); without
   * that bound, a row of many such codes would take minutes to match.
   */
  private static final Pattern SECRET_COMMAND =
      Pattern.compile(
          "(?is)(?:(?<!:)\\b(CODE:[^:]*:[^:]*:[^:;]*::)|\\b(CODE:)).*"
              .replace(
                  "CODE",
                  "(?:ACT-USER|(?:ENT|ED|SET|RST|CHG)-"
                      + "(?:USER|SECU|PID|PASS|PWD|PSWD|RADIUS|TACACS|SNMP)[A-Z0-9-]{0,41}+)"));

  private static final List<String> COMMAND_SUFFIXES =
      List.of("-USER", "-PID", "-SECU", "-RADIUS", "-TACACS", "-SNMP", "-PASS", "-PWD", "-PSWD");

  /** The second characters of these suffixes; few other hyphens are followed by one. */
  private static final String SUFFIX_SECOND_LETTERS = "UPSRTupsrt";

  private static final List<String> PARAMETER_NAMES =
      List.of(
          "PID PWD PSWD PASSWD PASSWORD PASSPHRASE PASSCODE PASS SECRET KEY PSK COMMUNITY"
              .split(" ", -1));

  /** The last characters of these names. */
  private static final String NAME_LAST_LETTERS = "DEKSTYdeksty";

  /** Every parameter whose name ends in one of these, except BYPASS of a switch. */
  private static final Pattern SECRET_PARAMETER =
      Pattern.compile("(?i)(?:" + String.join("|", PARAMETER_NAMES) + ")(?<!BYPASS)=");

  /** These characters end an unquoted value. */
  private static final String VALUE_TERMINATORS = ",:;\"";

  /**
   * What precedes a secret on a CLI line. Abbreviated commands match too. The rest of the line is
   * masked, because the position of the secret depends on the preceding keyword.
   */
  private static final Pattern CLI_SECRET =
      Pattern.compile(
          "(?i)(^\\s*(?:\\S*[#>])?\\s*(?:no\\s+|do\\s+)?en(?:a|ab|abl|able)?\\s+\\S+"
              + "|(?<!\\w)(?:pas(?!sive)[\\w-]*|secr[\\w-]*|commu[\\w-]*|key[\\w-]*|psk|md5"
              + "|(?:auth|priv)\\s+(?:sha|3?des|aes)[\\w-]*"
              + "|usern?a?m?e?\\s+\\S+"
              + "|snmp-s\\w*\\s+(?:com\\w*|(?:ho|us)\\w*\\s+\\S+)"
              + "|(?:standby|vrrp|glbp)(?:\\s+\\d+)?\\s+auth\\w*))\\s+\\S.*");

  /** Credentials in a URL; a password may contain a slash. */
  private static final Pattern URL_CREDENTIALS =
      Pattern.compile("(://)(?:[^/\\s:@\"]{1,256}+:[^\\s\"]{0,256}|[^/\\s]+)@");

  /** Prefix of an error message of a CLI; such a message quotes no command. */
  private static final String CLI_ERROR_PREFIX = "% ";

  private PasswordMasker() {}

  /** Masks possible secrets in a line entered into a CLI or displayed by it. */
  public static String maskCli(String line) {
    if (line.startsWith(CLI_ERROR_PREFIX)) {
      return line;
    }
    return maskUrlCredentials(CLI_SECRET.matcher(line).replaceAll("$1 ****"));
  }

  private static String maskUrlCredentials(String line) {
    return line.contains("://") ? URL_CREDENTIALS.matcher(line).replaceAll("$1****@") : line;
  }

  /** Masks possible passwords in TL1: one line or a complete comment. */
  public static String mask(String line) {
    var masked = line;
    if (mayContainCommand(line)) {
      var match = SECRET_COMMAND.matcher(line);
      if (match.find()) {
        var end = match.group(1) == null ? match.end(2) : match.end(1);
        masked = line.substring(0, end) + "****;" + closingMark(line);
      }
    }
    return maskUrlCredentials(mayContainParameter(masked) ? maskParameters(masked) : masked);
  }

  /** The mark that closes a row or comment; a decoder of the masked text needs it. */
  private static String closingMark(String line) {
    var stripped = line.strip();
    if (stripped.endsWith("*/")) {
      return " */";
    }
    return stripped.length() > 1 && stripped.startsWith("\"") && stripped.endsWith("\"")
        ? "\""
        : "";
  }

  private static String maskParameters(String line) {
    var name = SECRET_PARAMETER.matcher(line);
    var masked = new StringBuilder();
    var from = 0;
    while (name.find(from)) {
      masked.append(line, from, name.end()).append("****");
      from = endOfValue(line, name.end());
    }
    return masked.append(line, from, line.length()).toString();
  }

  /** The end of the value that begins here: bare, quoted, or with escaped quotes as in a row. */
  private static int endOfValue(String line, int from) {
    if (line.startsWith("\\\"", from)) {
      return endOfQuote(line, from + 2, 1);
    }
    if (line.startsWith("\"", from)) {
      return endOfQuote(line, from + 1, 0);
    }
    var end = from;
    while (end < line.length() && VALUE_TERMINATORS.indexOf(line.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  /** The end of a quoted value: a quote with no more backslashes before it than the first. */
  private static int endOfQuote(String line, int from, int backslashes) {
    var precedingBackslashes = 0;
    for (var i = from; i < line.length(); i++) {
      if (line.charAt(i) == '"' && precedingBackslashes <= backslashes) {
        return i + 1;
      }
      precedingBackslashes = line.charAt(i) == '\\' ? precedingBackslashes + 1 : 0;
    }
    return line.length();
  }

  /** Cheaper than the pattern; almost no line of a long response passes. */
  private static boolean mayContainCommand(String line) {
    for (var position = line.indexOf('-');
        position >= 0;
        position = line.indexOf('-', position + 1)) {
      if (isOneOf(SUFFIX_SECOND_LETTERS, line, position + 1)
          && startsWithCommandSuffix(line, position)) {
        return true;
      }
    }
    return false;
  }

  private static boolean startsWithCommandSuffix(String line, int position) {
    return COMMAND_SUFFIXES.stream()
        .anyMatch(suffix -> line.regionMatches(true, position, suffix, 0, suffix.length()));
  }

  private static boolean mayContainParameter(String line) {
    for (var position = line.indexOf('=');
        position >= 0;
        position = line.indexOf('=', position + 1)) {
      if (isOneOf(NAME_LAST_LETTERS, line, position - 1) && endsWithParameterName(line, position)) {
        return true;
      }
    }
    return false;
  }

  private static boolean endsWithParameterName(String line, int end) {
    return PARAMETER_NAMES.stream()
        .anyMatch(name -> line.regionMatches(true, end - name.length(), name, 0, name.length()));
  }

  private static boolean isOneOf(String letters, String line, int position) {
    return position >= 0 && position < line.length() && letters.indexOf(line.charAt(position)) >= 0;
  }
}
